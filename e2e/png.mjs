// A picture with at most 256 colours: of a page of text it is a third as large, and looks the same.
import { writeFileSync } from "node:fs";
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function parts(png) {
  const found = {};
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    found[name] = found[name] ? Buffer.concat([found[name], body]) : body;
    at += 12 + length;
  }
  return found;
}

/** The pixels of a PNG of 8 bits a channel without interlace, as Chromium writes it. */
function pixels(png) {
  const { IHDR, IDAT } = parts(png);
  const [width, height, kind] = [IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), IHDR[9]];
  const each = { 2: 3, 6: 4 }[kind];
  if (!each || IHDR[8] !== 8 || IHDR[12] !== 0) throw new Error("this kind of PNG is not read");
  const raw = inflateSync(IDAT);
  const line = width * each;
  const out = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const here = raw[y * (line + 1) + 1 + x];
      const left = x >= each ? out[y * line + x - each] : 0;
      const up = y ? out[(y - 1) * line + x] : 0;
      const corner = y && x >= each ? out[(y - 1) * line + x - each] : 0;
      const paeth = () => {
        const guess = left + up - corner;
        const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
        return a <= b && a <= c ? left : b <= c ? up : corner;
      };
      out[y * line + x] = here + [0, left, up, (left + up) >> 1, filter === 4 ? paeth() : 0][filter];
    }
  }
  return { width, height, each, out };
}

function chunk(name, body) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length, 0);
  head.write(name, 4, "latin1");
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), body])), 0);
  return Buffer.concat([head, body, end]);
}

/** Writes a picture with a palette: its most frequent colours, every other one as the nearest of them. */
export async function small(png, path) {
  const { width, height, each, out } = pixels(png);
  const count = new Map();
  const colour = (at) => (out[at] << 16) | (out[at + 1] << 8) | out[at + 2];
  for (let at = 0; at < out.length; at += each) count.set(colour(at), (count.get(colour(at)) ?? 0) + 1);
  const palette = [...count].sort((a, b) => b[1] - a[1]).slice(0, 256).map(([one]) => one);
  const place = new Map(palette.map((one, index) => [one, index]));
  const nearest = (one) => {
    let [best, least] = [0, Infinity];
    for (const [index, other] of palette.entries()) {
      const away = ((one >> 16) - (other >> 16)) ** 2 + (((one >> 8) & 255) - ((other >> 8) & 255)) ** 2 + ((one & 255) - (other & 255)) ** 2;
      if (away < least) [best, least] = [index, away];
    }
    place.set(one, best);
    return best;
  };
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const one = colour((y * width + x) * each);
      lines[y * (width + 1) + 1 + x] = place.get(one) ?? nearest(one);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  [head[8], head[9]] = [8, 3];
  const colours = Buffer.from(palette.flatMap((one) => [one >> 16, (one >> 8) & 255, one & 255]));
  writeFileSync(path, Buffer.concat([SIGNATURE, chunk("IHDR", head), chunk("PLTE", colours), chunk("IDAT", deflateSync(lines, { level: 9 })), chunk("IEND", Buffer.alloc(0))]));
}
