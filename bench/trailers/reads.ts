import { adapt } from '../../src/craft/narrative/writing/adaptation.js';
import { analyseDelivery } from '../../src/craft/narrative/writing/direction/direction.js';
import { WORDS_PER_SECOND_OF_A_LINE } from '../../src/craft/narrative/writing/direction/length.js';
import { OPENING_MS } from '../../src/craft/narrative/writing/direction/pauses.js';
import { canonFacts } from '../../src/craft/narrative/writing/staging/canon.js';
import { speakerOf, type Screenplay } from '../../src/craft/screenplay/model.js';
import { lettersOf, shownWords } from '../../src/craft/speech/times/shown-words.js';
import type { CutSource } from '../../src/craft/trailer/cut.js';
import { cutSourceOf, type HeardLine } from '../../src/craft/trailer/units.js';
import type { HeardWord } from '../../src/craft/trailer/sentences.js';
import type { Chapter } from '../people/chapters.js';

/** How long a voice pauses after a punctuation mark within a line, in milliseconds. */
const PAUSE_MS = { sentence: 380, clause: 140 } as const;

const pauseAfter = (word: string): number =>
  (/[.!?…]["”’)]*$/u.test(word) ? PAUSE_MS.sentence : /[,;:—–]["”’)]*$/u.test(word) ? PAUSE_MS.clause : 0);

/** Estimates the times of the words of a line from their letters, with pauses at punctuation marks. */
function estimatedWords(text: string, durationMs: number): HeardWord[] {
  const shown = shownWords(text).map(({ from, to }) => {
    const word = text.slice(from, to);
    return { from, to, letters: lettersOf(word).length + 1, pauseMs: pauseAfter(word) };
  });
  const letters = shown.reduce((sum, word) => sum + word.letters, 0);
  const pauses = shown.slice(0, -1).reduce((sum, word) => sum + word.pauseMs, 0);
  const scale = durationMs / Math.max(1, letters * 66 + pauses);
  let at = 0;
  return shown.map((word) => {
    const [startMs, endMs] = [Math.round(at), Math.round(at + word.letters * 66 * scale)];
    at = endMs + word.pauseMs * scale;
    return { from: word.from, to: word.to, startMs, endMs };
  });
}

/** The source for trailers of a screenplay, with the line times that a performance at the usual pace would have. */
export function sourceOfScreenplay(written: Screenplay): CutSource {
  const screenplay = written.entries.some(({ delivery }) => delivery) ? written : analyseDelivery(written);
  let beginsMs = OPENING_MS;
  const lines = screenplay.entries.flatMap((entry): HeardLine[] => {
    if (speakerOf(entry, screenplay.narrationPolicy) === null || !entry.delivery) return [];
    const words = shownWords(entry.text).length;
    const durationMs = Math.round((1_000 * words) / (WORDS_PER_SECOND_OF_A_LINE * entry.delivery.speed));
    const line = { entry, beginsMs, durationMs, words: estimatedWords(entry.text, durationMs) };
    beginsMs += durationMs + entry.delivery.pauseAfterMs;
    return [line];
  });
  return cutSourceOf({ lines, durationMs: beginsMs });
}

/** Adapts a chapter to a drama and returns it as the source of a trailer. */
export function readOfChapter({ work, text }: Chapter, seconds: number): { work: string; source: CutSource } {
  const { screenplay } = adapt({
    seed: 'trailers', title: work, sources: [{ sourceId: 'chapter', label: null, text, digest: null }], canon: canonFacts(null), castNames: [],
    mode: 'drama', narrationPolicy: 'include', durationSeconds: seconds,
  });
  return { work, source: sourceOfScreenplay(screenplay) };
}
