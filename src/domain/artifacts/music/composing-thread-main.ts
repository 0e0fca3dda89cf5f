// Runs in a thread of `musicFor`.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasicSoundBank } from 'spessasynth_core';
import { compose } from '../../../craft/audio/composer/compose.js';
import { play, readSoundBank } from '../../../craft/audio/composer/player.js';
import type { CompositionWish } from '../../../craft/audio/composer/wish.js';
import { clipOf } from '../../../craft/audio/mix/clip.js';

/** A piece to write and play with a bank, into a file of the frames of a clip. */
export interface ComposingJob { wish: CompositionWish; bank: string; file: string }

let loaded: { path: string; bank: Promise<BasicSoundBank> } | null = null;

/** The instruments stay loaded: reading them takes longer than a short piece. */
function bankOf(place: string): Promise<BasicSoundBank> {
  if (loaded?.path === place) return loaded.bank;
  const bank = readFile(place).then(readSoundBank);
  loaded = { path: place, bank };
  bank.catch(() => { loaded = null; });
  return bank;
}

export default async ({ wish, bank, file }: ComposingJob): Promise<void> => {
  const { frames } = clipOf(await play(compose(wish), await bankOf(bank)), false);
  await mkdir(path.dirname(file), { recursive: true });
  const own = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, frames);
  await rename(own, file);
};
