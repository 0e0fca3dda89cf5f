import type { CutScoreWish, CutSection } from '../../audio/composer/cut-wish.js';
import type { ArcStage, CutIntoNext } from '../deck.js';

/** A chapter on the clock of its film. */
export interface TimedChapter {
  startMs: number;
  durationMs: number;
  arcStage: ArcStage;
  /** After a dip the next chapter starts without a stroke of the music. */
  cutIntoNext?: CutIntoNext;
}

export type DeckScore = Pick<CutScoreWish, 'countsPerMinute' | 'sections' | 'hits'>;

/** Role and level of the music in each stage of the story. It never uses the full orchestra, because a deck is listened to for its words. */
const STAGES: Readonly<Record<ArcStage, Pick<CutSection, 'role' | 'level'>>> = {
  setup: { role: 'theme', level: [0.2, 0.35] }, escalation: { role: 'pulse', level: [0.3, 0.5] }, turn: { role: 'pulse', level: [0.5, 0.65] },
  closing_question: { role: 'bare', level: [0.3, 0.1] },
};
/** The music before the first chapter, and after the last. */
const OPENING: Pick<CutSection, 'role' | 'level'> = { role: 'held', level: [0.1, 0.25] };
const ENDING: Pick<CutSection, 'role' | 'level'> = { role: 'bare', level: [0.15, 0] };

/** The range of calm tempos, in counts a minute. */
const [SLOWEST, FASTEST] = [58, 80];
/** A shorter opening or ending gets no section of its own, and belongs to the chapter beside it. */
const LEAST_MS = 1_500;

const countsIn = (durationMs: number, tempo: number): number => Math.max(1, Math.round((durationMs * tempo) / 60_000));
const tempoOf = (durationMs: number, counts: number): number => (counts * 60_000) / durationMs;

/** The tempo at which all lengths, rounded to whole counts, deviate least. */
function tempoFor(lengths: readonly number[]): number {
  const off = (tempo: number): number => Math.max(...lengths.map((ms) => Math.abs(Math.log(tempoOf(ms, countsIn(ms, tempo)) / tempo))));
  const tempos = Array.from({ length: FASTEST - SLOWEST + 1 }, (_, at) => SLOWEST + at);
  return tempos.reduce((best, tempo) => (off(tempo) < off(best) - 1e-9 ? tempo : best));
}

interface Span extends Pick<CutSection, 'role' | 'level'> { startMs: number; endMs: number; isStruck: boolean }

/** The spans from 0 to `totalMs` without gaps: the opening, the chapters and the ending. */
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
 * The plan of a score that follows the pictures of a deck: a section for each chapter that begins exactly with it, and a stroke on every cut to a chapter
 * (none after a dip). Chapters are in order of time; `totalMs` is the length of the film, by default the end of the last chapter. The time before the first
 * chapter, between chapters and after the last is scored as well. Throws `RangeError` when there are no chapters, or when one has no length, overlaps the
 * next, or ends after `totalMs`.
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
 * The plan of a gentle bed for a deck whose music does not follow its pictures: held tones alternate with a soft theme, without strokes, for exactly
 * `durationMs`. Throws `RangeError` when `durationMs` is not positive.
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
