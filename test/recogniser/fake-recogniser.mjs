// Stands in for the Python program of the recogniser. The first sample of a line selects what this program does with the line. Arguments: a folder in which
// it makes an empty file named after its process id, the number of threads, the most bytes of a line.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const [, , pids] = process.argv;
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
const DOINGS = [
  (samples) => say({ text: `${process.pid} heard ${samples.length} samples, sum ${samples.reduce((sum, value) => sum + value, 0)}` }),
  () => undefined,
  () => { process.stderr.write('first\nout of cake\n'); process.exit(3); },
  () => process.stdout.write('Segmentation fault\n'),
  () => say({ error: 'too much wind' }),
  () => process.stdout.write('x'.repeat(2_000_000)),
  () => say({ words: [] }),
];

writeFileSync(path.join(pids, String(process.pid)), '');
say({ ready: true });
let rest = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  rest = Buffer.concat([rest, chunk]);
  while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
    const bytes = rest.subarray(4, 4 + rest.readUInt32LE(0));
    rest = rest.subarray(4 + bytes.length);
    const samples = Int16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2));
    DOINGS[samples[0]](samples);
  }
}
