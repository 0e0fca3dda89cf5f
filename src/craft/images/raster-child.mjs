// Renders one SVG document to pixels, in a separate process because a large picture needs much memory. Standard input: the SVG.
// Argument: the width in pixels. Standard output: RGBA rows from top to bottom.
import { Resvg } from '@resvg/resvg-js';

const width = Number(process.argv[2]);
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const svg = Buffer.concat(chunks).toString('utf8');
process.stdout.write(new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } }).render().pixels);
