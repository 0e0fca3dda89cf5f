import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findUnsupported, groundingContext, type Flaw } from '../../../src/craft/narrative/grounding/index.js';
import { OWN } from '../corpora.js';

/** A statement about sentences of a passage, with the flaws that the check finds. `kind` is the kind of lie; null for a true retelling. */
export interface Told { kind: string | null; claim: string; flaws: Flaw[] }

const read = (name: string): string => readFileSync(path.join(OWN.folder, 'grounding', name), 'utf8');

function passagesOf(name: string): Map<string, string[]> {
  const passages = new Map<string, string[]>();
  let sentences: string[] = [];
  for (const line of read(name).split('\n')) {
    const title = /^# (\w+)/u.exec(line)?.[1];
    if (title !== undefined) passages.set(title, sentences = []);
    else if (line.trim() !== '') sentences.push(line.replace(/^\d+ /u, ''));
  }
  return passages;
}

/** Checks the statements of a table. `set` is `''`, or `-unseen` for the statements that were written after the rules. */
export function toldIn(table: 'lies' | 'retellings', set: '' | '-unseen'): Told[] {
  const passages = passagesOf(`passages${set}.txt`);
  return read(`${table}${set}.tsv`).trim().split('\n').slice(1).map((row) => {
    const cells = row.split('\t');
    const [passage, numbers, claim] = cells.slice(-3) as [string, string, string];
    const sentences = passages.get(passage)!;
    const cited = numbers.split(',').map(Number);
    const following = cited.map((number) => sentences[number] ?? null);
    const flaws = findUnsupported(claim, cited.map((number) => sentences[number - 1]!), groundingContext(sentences.join(' ')), following);
    return { kind: cells.length === 4 ? cells[0]! : null, claim, flaws };
  });
}
