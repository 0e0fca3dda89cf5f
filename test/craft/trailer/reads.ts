import { readFileSync } from 'node:fs';
import { sourceOfScreenplay } from '../../../bench/trailers/reads.js';
import { adapt } from '../../../src/craft/narrative/writing/adaptation.js';
import { canonFacts } from '../../../src/craft/narrative/writing/staging/canon.js';
import { EMOTIONS, type Emotion } from '../../../src/craft/screenplay/model.js';
import type { CutSource, Unit } from '../../../src/craft/trailer/cut.js';
import { cutSourceOf, type HeardLine } from '../../../src/craft/trailer/units.js';

const TEXTS = {
  clockmaker: 'prose/the-clockmaker-of-fallow-street.txt', ledger: 'prose/the-salt-ledger.txt', light: 'the-light-at-corran-head.txt',
  saltings: 'prose/a-winter-on-the-saltings.txt',
} as const;
export type TextName = keyof typeof TEXTS;

const made = new Map<TextName, CutSource>();

/** A drama made of a text of the fixtures, with the times at which it would be heard. In `saltings` nobody speaks. */
export function readOf(name: TextName): CutSource {
  const before = made.get(name);
  if (before) return before;
  const text = readFileSync(`test/fixtures/${TEXTS[name]}`, 'utf8');
  const { screenplay } = adapt({
    seed: 'trailers', title: name, sources: [{ sourceId: name, label: null, text, digest: null }], canon: canonFacts(null), castNames: [], mode: 'drama',
    narrationPolicy: 'include', durationSeconds: 600,
  });
  const source = sourceOfScreenplay(screenplay);
  made.set(name, source);
  return source;
}

export interface SaidLine { by: string | null; text: string; scene?: number; emotion?: Emotion; levelDb?: number }

const MS_PER_LETTER = 62;

/** A read of these lines, one after the other, without the times of their words. */
export function readOfLines(said: readonly SaidLine[]): CutSource {
  let beginsMs = 0;
  const lines = said.map(({ by, text, scene = 0, emotion = EMOTIONS[0], levelDb }, index): HeardLine => {
    const durationMs = text.length * MS_PER_LETTER;
    const delivery = { emotion, speed: 1, volume: 1, pauseAfterMs: 400 };
    const line: HeardLine = {
      entry: { index, sceneIndex: scene, kind: by === null ? 'action' : 'dialogue', ...(by === null ? {} : { character: by }), text, origin: 'source', delivery },
      beginsMs, durationMs, words: [], ...(levelDb === undefined ? {} : { levelDb }),
    };
    beginsMs += durationMs + delivery.pauseAfterMs;
    return line;
  });
  return cutSourceOf({ lines, durationMs: beginsMs });
}

export const unitOf = ({ units }: CutSource, line: Pick<Unit, 'entryIndex' | 'sentence'>): Unit =>
  units.find((unit) => unit.entryIndex === line.entryIndex && unit.sentence === line.sentence)!;
