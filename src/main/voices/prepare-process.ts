// Program that prepare.ts starts as a separate process. It computes one file of the voice pack, and its memory is freed when it ends.
import { readFile, writeFile } from 'node:fs/promises';
import { rewriteModel } from '../../craft/speech/neural/model/rewrite-model.js';
import { buildLexicon } from '../../craft/speech/neural/words/index.js';

async function readWords(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
}

async function compute(what: string | undefined, from: string, also: string | undefined): Promise<Uint8Array> {
  if (what === 'model') return rewriteModel(await readFile(from));
  if (what === 'lexicon' && also) return buildLexicon(await readWords(from), await readWords(also));
  throw new Error('computes model FROM TO, or lexicon GOLD SILVER TO');
}

const [what, ...files] = process.argv.slice(2);
await writeFile(files.at(-1)!, await compute(what, files[0]!, files[1]), { flag: 'wx' });
