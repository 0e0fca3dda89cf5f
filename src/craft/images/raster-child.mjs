// Renders SVG documents to pixels, one after the other, in a separate process because a large picture needs much memory. Standard input holds for each
// document a line with the width in pixels, `straight` for colours that are not multiplied by their opacity, and the size of the SVG in bytes; then the SVG.
// Standard output holds for each document the number of bytes that follow, in four bytes, and RGBA rows from top to bottom. A document that cannot be drawn
// ends the process.
import { Resvg } from '@resvg/resvg-js';

const NEWLINE = 10;

function makeStraight(pixels) {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3];
    if (opacity === 0 || opacity === 255) continue;
    for (let channel = at; channel < at + 3; channel++) pixels[channel] = Math.min(255, Math.round((pixels[channel] * 255) / opacity));
  }
}

function draw(svg, width, alpha) {
  const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
  if (alpha === 'straight') makeStraight(pixels);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(pixels.length);
  process.stdout.write(size);
  process.stdout.write(pixels);
}

/** The bytes that came and are not drawn yet. */
let chunks = [];
let size = 0;
/** The parsed line that precedes a document; null until it has arrived. */
let wanted = null;

for await (const chunk of process.stdin) {
  chunks.push(chunk);
  size += chunk.length;
  if (!wanted && chunk.includes(NEWLINE)) {
    const text = Buffer.concat(chunks);
    const end = text.indexOf(NEWLINE);
    const [width, alpha, bytes] = text.toString('latin1', 0, end).split(' ');
    wanted = { width: Number(width), alpha, bytes: Number(bytes) };
    chunks = [text.subarray(end + 1)];
    size = chunks[0].length;
  }
  if (!wanted || size < wanted.bytes) continue;
  const { width, alpha } = wanted;
  const svg = Buffer.concat(chunks).toString('utf8');
  [chunks, size, wanted] = [[], 0, null];
  draw(svg, width, alpha);
}
