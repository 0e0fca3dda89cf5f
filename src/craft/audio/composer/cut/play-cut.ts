import type { BasicSoundBank } from 'spessasynth_core';
import { clipOf, type Clip } from '../../mix/clip.js';
import type { CutScoreWish } from '../cut-wish.js';
import { playPerformance } from '../player.js';
import { balanced } from './balance.js';
import { composeToCut, cutPerformances, type CutComposition } from './compose-cut.js';

/** Plays music for a cut with the instruments of a bank: exactly as long as its counts, and reproducibly. */
export async function playCut(composition: CutComposition, bank: BasicSoundBank): Promise<ReturnType<typeof balanced>> {
  const { tones, strokes } = cutPerformances(composition);
  const { durationMs } = composition.form;
  return balanced(await playPerformance(tones, durationMs, bank), await playPerformance(strokes, durationMs, bank), composition.form);
}

/** Music for a cut as a clip for mixing. Takes about six seconds of computing per minute of music. Throws `RangeError` for a wish that cannot be counted. */
export const cutScoreClip = async (wish: CutScoreWish, bank: BasicSoundBank): Promise<Clip> => clipOf(await playCut(composeToCut(wish), bank), false);
