import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../commands/usage.js';

const MODES = ['documentary', 'podcast', 'drama'] as const;
export type DemoMode = (typeof MODES)[number];

export type DemoMaterial =
  | { kind: 'file'; path: string; type: 'text' | 'markdown'; label: string }
  | { kind: 'address'; uri: string; type: 'url' | 'pdf'; label: string };

export interface DemoOptions { material: DemoMaterial; mode: DemoMode; durationSeconds: number; outDir: string; keep: boolean }

const HERE = path.dirname(fileURLToPath(import.meta.url));

/** Path of the project's own story: in this module's folder, or in the sources it was compiled from. */
function bundledStory(): string {
  const name = 'the-light-at-corran-head.txt';
  const places = [path.join(HERE, name), path.resolve(HERE, '../../../../src/main/demo', name)];
  return places.find((place) => existsSync(place)) ?? places[0]!;
}

function materialOf(argument: string | undefined): DemoMaterial {
  if (argument === undefined) return { kind: 'file', path: bundledStory(), type: 'text', label: 'The Light at Corran Head' };
  if (/^https?:\/\//i.test(argument)) {
    return { kind: 'address', uri: argument, type: /\.pdf(\?|#|$)/i.test(argument) ? 'pdf' : 'url', label: argument };
  }
  if (/\.pdf$/i.test(argument)) throw new UsageError('a PDF must be given as a public URL, not as a file');
  if (!existsSync(argument)) throw new UsageError(`there is no file ${argument}`);
  const type = /\.(md|markdown)$/i.test(argument) ? 'markdown' : 'text';
  return { kind: 'file', path: argument, type, label: path.basename(argument).replace(/\.[^.]+$/, '') };
}

/** `demo [file|url] [--mode documentary|podcast|drama] [--minutes N] [--out DIR] [--keep]`. Throws `UsageError`. */
export function parseDemoOptions(argv: string[]): DemoOptions {
  const { values, positionals } = parseArgs({
    args: argv, allowPositionals: true, strict: true,
    options: { mode: { type: 'string' }, minutes: { type: 'string' }, out: { type: 'string' }, keep: { type: 'boolean' } },
  });
  if (positionals.length > 1) throw new UsageError('demo takes one file or address');
  const mode = values.mode ?? (positionals.length === 0 ? 'drama' : 'documentary');
  if (!(MODES as readonly string[]).includes(mode)) throw new UsageError(`--mode is one of ${MODES.join(', ')}`);
  const minutes = Number(values.minutes ?? 4);
  if (!(minutes >= 0.5 && minutes <= 60)) throw new UsageError('--minutes is a number from 0.5 to 60');
  return {
    material: materialOf(positionals[0]), mode: mode as DemoMode, durationSeconds: Math.round(minutes * 60),
    outDir: path.resolve(values.out ?? '.'), keep: values.keep ?? process.stdout.isTTY === true,
  };
}
