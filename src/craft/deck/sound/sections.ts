import type { CutScoreWish, CutSection } from '../../audio/composer/cut-wish.js';
import type { ArcStage, CutIntoNext } from '../deck.js';

/** A chapter on the clock of its film. */
export interface TimedChapter {
  startMs: number;
  durationMs: number;
  arcStage: ArcStage;
  /** A chapter that dips into the next one is followed by none that is struck. */
  cutIntoNext?: CutIntoNext;
}

export type DeckScore = Pick<CutScoreWish, 'countsPerMinute' | 'sections' | 'hits'>;

/** What the music does in a stage of the story: never everybody, because a deck is listened to for its words. */
const STAGES: Readonly<Record<ArcStage, Pick<CutSection, 'role' | 'level'>>> = {
  setup: { role: 'theme', level: [0.2, 0.35] }, escalation: { role: 'pulse', level: [0.3, 0.5] }, turn: { role: 'pulse', level: [0.5, 0.65] },
  closing_question: { role: 'bare', level: [0.3, 0.1] },
};
/** Before the first chapter, and behind the last. */
const OPENING: Pick<CutSection, 'role' | 'level'> = { role: 'held', level: [0.1, 0.25] };
const ENDING: Pick<CutSection, 'role' | 'level'> = { role: 'bare', level: [0.15, 0] };

/** Counts a minute that are calm. */
const [SLOWEST, FASTEST] = [58, 80];
/** What is shorter has no section of its own: it belongs to the one before. */
const LEAST_MS = 1_500;

const countsIn = (durationMs: number, tempo: number): number => Math.max(1, Math.round((durationMs * tempo) / 60_000));
const tempoOf = (durationMs: number, counts: number): number => (counts * 60_000) / durationMs;

/** The tempo from which all lengths differ least, each in whole counts. */
function tempoFor(lengths: readonly number[]): number {
  const off = (tempo: number): number => Math.max(...lengths.map((ms) => Math.abs(Math.log(tempoOf(ms, countsIn(ms, tempo)) / tempo))));
  const tempos = Array.from({ length: FASTEST - SLOWEST + 1 }, (_, at) => SLOWEST + at);
  return tempos.reduce((best, tempo) => (off(tempo) < off(best) - 1e-9 ? tempo : best));
}

interface Span extends Pick<CutSection, 'role' | 'level'> { startMs: number; endMs: number; isStruck: boolean }

/** Everything between the beginning and `totalMs` in spans that follow one another. */
function spansOf(chapters: readonly TimedChapter[], totalMs: number): Span[] {
  const first = chapters[0]!;
  const last = chapters.at(-1)!;
  const opens = first.startMs >= LEAST_MS;
  const ends = totalMs - (last.startMs + last.durationMs) >= LEAST_MS;
  const end = ends ? last.startMs + last.durationMs : totalMs;
  const told = chapters.map((chapter, at): Span => ({
    ...STAGES[chapter.arcStage], startMs: at === 0 && !opens ? 0 : chapter.startMs, endMs: chapters[at + 1]?.startMs ?? end,
    isStruck: at === 0 ? opens : chapters[at - 1]!.cutIntoNext !== 'dip',
  }));
  return [
    ...opens ? [{ ...OPENING, startMs: 0, endMs: first.startMs, isStruck: false }] : [], ...told,
    ...ends ? [{ ...ENDING, startMs: end, endMs: totalMs, isStruck: false }] : [],
  ];
}

const endOf = (chapters: readonly TimedChapter[]): number => chapters.reduce((end, { startMs, durationMs }) => Math.max(end, startMs + durationMs), 0);

/**
 * What a score does that is written to the pictures of a deck: a section for every chapter, which begins with it exactly, and a stroke on every cut to one.
 * Chapters are in the order of time; `totalMs` is the length of the film, by default the end of the last chapter. What lies before the first chapter, between
 * two and behind the last is scored as well. Throws `RangeError` for chapters that have no length, or that overlap.
 */
export function deckSections(chapters: readonly TimedChapter[], totalMs = endOf(chapters)): DeckScore {
  const isWrong = chapters.some(({ startMs, durationMs }, at) => {
    const latest = (chapters[at + 1]?.startMs ?? totalMs) + 1e-6;
    return !(durationMs > 0 && startMs >= 0 && startMs + durationMs <= latest);
  });
  if (chapters.length === 0 || isWrong) throw new RangeError('a deck has chapters one after the other');
  const spans = spansOf(chapters, totalMs);
  const lengths = spans.map(({ startMs, endMs }) => endMs - startMs);
  const countsPerMinute = tempoFor(lengths);
  const counts = lengths.map((ms) => countsIn(ms, countsPerMinute));
  const hits: number[] = [];
  let at = 0;
  const sections = spans.map(({ role, level, isStruck }, index): CutSection => {
    if (isStruck) hits.push(at);
    at += counts[index]!;
    return { counts: counts[index]!, role, level, countsPerMinute: tempoOf(lengths[index]!, counts[index]!) };
  });
  return { countsPerMinute, sections, hits };
}

const GENTLE_TEMPO = 64;
const GENTLE_COUNTS = 24;

/**
 * What a gentle bed does under a deck whose music is not written to its pictures: held tones and a soft theme in turns, without strokes, exactly as long as
 * `durationMs`. Throws `RangeError` for no length.
 */
export function gentleSections(durationMs: number): DeckScore {
  if (!(durationMs > 0)) throw new RangeError(`no music lasts ${durationMs} ms`);
  const total = Math.max(2, countsIn(durationMs, GENTLE_TEMPO));
  const ending = Math.min(8, Math.floor(total / 3));
  const sections: CutSection[] = [];
  for (let left = total - ending; left > 0;) {
    const counts = left < GENTLE_COUNTS * 1.5 ? left : GENTLE_COUNTS;
    sections.push(sections.length % 2 === 0 ? { counts, role: 'held', level: [0.15, 0.3] } : { counts, role: 'theme', level: [0.2, 0.3] });
    left -= counts;
  }
  if (ending > 0) sections.push({ counts: ending, role: 'bare', level: [0.2, 0] });
  return { countsPerMinute: tempoOf(durationMs, total), hits: [], sections };
}
