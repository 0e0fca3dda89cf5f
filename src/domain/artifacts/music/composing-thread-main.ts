// Runs in a thread of `musicFor`.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BasicSoundBank } from 'spessasynth_core';
import { compose } from '../../../craft/audio/composer/compose.js';
import { play, readSoundBank } from '../../../craft/audio/composer/player.js';
import type { CutScoreWish } from '../../../craft/audio/composer/cut-wish.js';
import { cutScoreClip } from '../../../craft/audio/composer/cut/play-cut.js';
import type { CompositionWish } from '../../../craft/audio/composer/wish.js';
import { clipOf, type Clip } from '../../../craft/audio/mix/clip.js';

/** A piece with its own form, or one that follows a cut. */
export type PieceWish = { piece: CompositionWish } | { cut: CutScoreWish };

/** A piece to compose and play with a sound bank, and the file for its frames. */
export interface ComposingJob { wish: PieceWish; bank: string; file: string }

let loaded: { path: string; bank: Promise<BasicSoundBank> } | null = null;

/** The instruments stay loaded: reading them takes longer than a short piece. */
function bankOf(place: string): Promise<BasicSoundBank> {
  if (loaded?.path === place) return loaded.bank;
  const bank = readFile(place).then(readSoundBank);
  loaded = { path: place, bank };
  bank.catch(() => { loaded = null; });
  return bank;
}

const playedBy = async (wish: PieceWish, bank: BasicSoundBank): Promise<Clip> =>
  ('cut' in wish ? cutScoreClip(wish.cut, bank) : clipOf(await play(compose(wish.piece), bank), false));

export default async ({ wish, bank, file }: ComposingJob): Promise<void> => {
  const { frames } = await playedBy(wish, await bankOf(bank));
  await mkdir(path.dirname(file), { recursive: true });
  const own = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(own, frames);
  await rename(own, file);
};
