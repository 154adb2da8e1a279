# Two stages: build with the toolchain, run without it and without root.
FROM rust:1.95-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked && mkdir -p /out && cp target/release/groundwall /out/ && cp -r models /out/models

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates curl && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data groundwall && install -d -o groundwall /data
COPY --from=build /out /opt/groundwall
USER groundwall
WORKDIR /data
VOLUME /data
ENV GROUNDWALL__SERVER__ADDR=0.0.0.0:3000 GROUNDWALL__DATA_DIR=/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD curl -fsS http://127.0.0.1:3000/healthz || exit 1
# The server refuses to start on this address without GROUNDWALL__SERVER__API_KEY.
ENTRYPOINT ["/opt/groundwall/groundwall"]
CMD ["serve"]
