// Renders one SVG document to pixels, in a separate process because a large picture needs much memory. Standard input: the SVG.
// Arguments: the width in pixels; `straight` for colours that are not multiplied with their opacity. Standard output: RGBA rows from top to bottom.
import { Resvg } from '@resvg/resvg-js';

const width = Number(process.argv[2]);
const straight = process.argv[3] === 'straight';
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const svg = Buffer.concat(chunks).toString('utf8');
const { pixels } = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render();
if (straight) {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3];
    if (opacity === 0 || opacity === 255) continue;
    for (let channel = at; channel < at + 3; channel++) pixels[channel] = Math.min(255, Math.round((pixels[channel] * 255) / opacity));
  }
}
process.stdout.write(pixels);
