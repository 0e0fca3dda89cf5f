import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Config } from '../kernel/config/index.js';
import { inspectText, type Inspection } from '../craft/narrative/analysis/inspect.js';
import { UsageError } from './commands/usage.js';

const MAX_BYTES = 20_000_000;

async function loadText(file: string): Promise<string> {
  const facts = await stat(file).catch(() => null);
  if (!facts?.isFile()) throw new UsageError(`there is no file ${file}`);
  if (facts.size > MAX_BYTES) throw new UsageError(`${file} is larger than ${MAX_BYTES} bytes`);
  const bytes = await readFile(file);
  if (bytes.includes(0) || bytes.subarray(0, 5).toString('latin1') === '%PDF-') {
    throw new UsageError(`${file} is not plain text or Markdown; inspect reads only those`);
  }
  return new TextDecoder('utf-8').decode(bytes);
}

function summaryOf({ cast, quotes, claims, scenes }: Inspection): string {
  const words = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
  const speeches = new Map<string, number>();
  for (const { speaker } of quotes) speeches.set(speaker, (speeches.get(speaker) ?? 0) + 1);
  const people = cast.map(({ cue }) => `  ${cue.padEnd(24)} ${words(speeches.get(cue) ?? 0, 'speech', 'speeches')}`);
  return [
    `${words(cast.length, 'person', 'people')}, ${words(quotes.length, 'speech', 'speeches')}, `
    + `${words(claims.length, 'claim')}, ${words(scenes.length, 'scene')}`, ...people,
  ].join('\n');
}

/** `proscenium inspect FILE [--json]`: shows what the embedded reader finds in a text. Throws `UsageError`. */
export async function runInspect(argv: string[], _config: Config): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv, strict: true, allowPositionals: true, options: { json: { type: 'boolean' } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('inspect takes one file');
  const inspection = inspectText(await loadText(file));
  process.stdout.write(values.json ? `${JSON.stringify(inspection)}\n` : `${summaryOf(inspection)}\n`);
}
