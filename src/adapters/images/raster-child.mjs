// Turns one SVG into raw pixels, in a process of its own because a big picture takes much memory. In: the SVG on standard input, its
// width in pixels as argument. Out: RGBA rows from top to bottom.
import { Resvg } from '@resvg/resvg-js';

const width = Number(process.argv[2]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const svg = Buffer.concat(chunks).toString('utf8');
process.stdout.write(new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render().pixels);
