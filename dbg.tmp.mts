import fs from 'fs';
import { analyseText } from './src/craft/narrative/analysis/index.js';
for (const n of process.argv.slice(2)) { const t = fs.readFileSync(`/tmp/n8/${n}.txt`, 'utf8'); const a: any = analyseText(t);
  console.log(n, a.cast.map((c: any) => c.cue + ':' + c.id).join(' '));
  for (const q of a.quotes) console.log(a.cast.find((c: any) => c.id === q.speaker)?.cue, q.confidence, JSON.stringify(a.text.slice(q.start, q.end).slice(0, 60)), JSON.stringify(a.text.slice(q.end, q.end + 30))); }
