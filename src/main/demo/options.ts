import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { UsageError } from '../commands/usage.js';
import { materialOf, modeOf, secondsOf, type Material, type Mode } from '../production/material.js';

export interface DemoOptions { material: Material; mode: Mode; durationSeconds: number; outDir: string; keep: boolean }

/** The default length for the project's own story, long enough to perform all of it. */
const STORY_MINUTES = '1.3';
const MATERIAL_MINUTES = '4';

const HERE = path.dirname(fileURLToPath(import.meta.url));

/** Path of the project's own story: in this module's folder, or in the sources it was compiled from. */
function bundledStory(): string {
  const name = 'the-last-ferry.txt';
  const places = [path.join(HERE, name), path.resolve(HERE, '../../../../src/main/demo', name)];
  return places.find((place) => existsSync(place)) ?? places[0]!;
}

/** `demo [file|url] [--mode documentary|podcast|drama] [--minutes N] [--out DIR] [--keep]`. Throws `UsageError`. */
export function parseDemoOptions(argv: string[]): DemoOptions {
  const { values, positionals } = parseArgs({
    args: argv, allowPositionals: true, strict: true,
    options: { mode: { type: 'string' }, minutes: { type: 'string' }, out: { type: 'string' }, keep: { type: 'boolean' } },
  });
  if (positionals.length > 1) throw new UsageError('demo takes one file or address');
  const [argument] = positionals;
  const story: Material = { kind: 'file', path: bundledStory(), label: 'The Last Ferry' };
  return {
    material: argument === undefined ? story : materialOf(argument), mode: modeOf(values.mode ?? (argument === undefined ? 'drama' : 'documentary')),
    durationSeconds: secondsOf(values.minutes ?? (argument === undefined ? STORY_MINUTES : MATERIAL_MINUTES)), outDir: path.resolve(values.out ?? '.'), keep: values.keep ?? process.stdout.isTTY === true,
  };
}
