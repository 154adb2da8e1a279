# Two stages: build with the toolchain, run without it and without root. The digests are those of the lists for all platforms; the tags beside them say
# what they were. When the toolchain is raised, take the digest that `docker buildx imagetools inspect IMAGE:TAG` prints.
FROM rust:1.95-bookworm@sha256:6258907abe69656e41cd992e0b705cdcfabcbbe3db374f92ed2d47121282d4a1 AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked && mkdir -p /out && cp target/release/groundwall /out/ && cp -r models /out/models

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251
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
