import { existsSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../commands/usage.js';

export const MODES = ['documentary', 'podcast', 'drama'] as const;
export type Mode = (typeof MODES)[number];

/** What a production is made of: a file of this machine, or an address that the server fetches. */
export type Material =
  | { kind: 'file'; path: string; label: string }
  | { kind: 'address'; uri: string; type: 'url' | 'pdf'; label: string };

/** The material that an argument names. Throws `UsageError` for a file that is not there. */
export function materialOf(argument: string): Material {
  if (/^https?:\/\//i.test(argument)) return { kind: 'address', uri: argument, type: /\.pdf(\?|#|$)/i.test(argument) ? 'pdf' : 'url', label: argument };
  if (!existsSync(argument)) throw new UsageError(`there is no file ${argument}`);
  return { kind: 'file', path: argument, label: path.basename(argument).replace(/\.[^.]+$/, '') };
}

/** `--mode`. Throws `UsageError`. */
export function modeOf(value: string): Mode {
  const mode = MODES.find((known) => known === value);
  if (!mode) throw new UsageError(`--mode is one of ${MODES.join(', ')}`);
  return mode;
}

/** `--minutes` in seconds. Throws `UsageError`. */
export function secondsOf(minutes: string): number {
  const value = Number(minutes);
  if (!(value >= 0.5 && value <= 60)) throw new UsageError('--minutes is a number from 0.5 to 60');
  return Math.round(value * 60);
}

/** The name of the MP3 of a read with this title. */
export const mp3Name = (title: string): string =>
  `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '').slice(0, 60) || 'table-read'}.mp3`;
