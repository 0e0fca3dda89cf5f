import { cutTrailer } from '../../src/craft/trailer/cutter.js';
import { msOfCounts, type Cut, type CutSource, type CutWish } from '../../src/craft/trailer/cut.js';
import { judgeCut, type CutFact } from '../../src/craft/trailer/judge.js';
import { chosenChapters } from '../people/chapters.js';
import type { LabelledNovel } from '../people/novels.js';
import { readOfChapter } from './reads.js';

/** Seconds of the dramas that trailers are cut from. */
const READ_SECONDS = 600;

/** A trailer of a chapter of a novel. `tookMs` is the wall-clock time of the cut alone. */
export interface MeasuredCut { work: string; source: CutSource; wish: CutWish; cut: Cut; facts: readonly CutFact[]; tookMs: number }

export const wishFor = (work: string, seconds: number): CutWish => ({ seconds, title: work.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '), seed: 'bench' });

/** Cuts trailers of one chapter of each novel, chosen by the seed. */
export function measureCuts(novels: readonly LabelledNovel[], seconds: number, seed: string): MeasuredCut[] {
  return novels.flatMap((novel) => chosenChapters(novel, 1, seed).map((chapter): MeasuredCut => {
    const { work, source } = readOfChapter(chapter, READ_SECONDS);
    const wish = wishFor(work, seconds);
    const startedAt = performance.now();
    const cut = cutTrailer(source, wish);
    const tookMs = performance.now() - startedAt;
    return { work, source, wish, cut, facts: judgeCut(source, wish, cut), tookMs };
  }));
}

/** The absolute difference from the wished length, in milliseconds. */
export const lengthErrorMs = ({ cut, wish }: MeasuredCut): number =>
  Math.abs(msOfCounts(cut, cut.beats.reduce((sum, { counts }) => sum + counts, 0)) - wish.seconds * 1_000);

export const factOf = ({ facts }: MeasuredCut, criterion: CutFact['criterion']): CutFact => facts.find((fact) => fact.criterion === criterion)!;
