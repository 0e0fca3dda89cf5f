// Turns one SVG into raw pixels, in a process of its own because a big picture takes much memory. In: the SVG on standard input,
// its width in pixels and the height of a strip as arguments. Out: RGBA rows, top to bottom, strip by strip, so that never more
// than a strip is held.
import { Resvg } from '@resvg/resvg-js';

const [widthPx, stripPx] = process.argv.slice(2).map(Number);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const svg = Buffer.concat(chunks).toString('utf8');
const [, width, height] = /^<svg[^>]* viewBox="0 0 (\d+) (\d+)"/.exec(svg).map(Number);
const inner = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
const heightPx = Math.round((widthPx * height) / width);

for (let y = 0; y < heightPx; y += stripPx) {
  const rows = Math.min(stripPx, heightPx - y);
  const view = `0 ${(y * width) / widthPx} ${width} ${(rows * width) / widthPx}`;
  const strip = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${rows}" viewBox="${view}">${inner}</svg>`;
  const { pixels } = new Resvg(strip, { font: { loadSystemFonts: false } }).render();
  if (!process.stdout.write(pixels)) await new Promise((resolve) => { process.stdout.once('drain', resolve); });
}
