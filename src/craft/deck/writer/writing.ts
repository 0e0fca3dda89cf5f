import { hashOf } from '../../narrative/writing/stock/seed.js';
import type { BeatPicture } from '../../trailer/cut.js';
import type { Chapter, ChapterLine } from '../deck.js';
import type { DeckSource } from './deck-source.js';
import { linesFor, type LineWanted, type Taken } from './material/lines.js';
import { pictureBefore } from './pictures.js';
import type { Proposal, Wanted } from './material/proposals.js';
import { neededSeconds } from './material/reading-time.js';
import { besides, textsFor, type Subject } from './texts/texts.js';

/**
 * How much a deck says: the number of scenes, milliseconds for the text of each kind of chapter (0 leaves the chapter out), sentences of the synopsis
 * (`steps`), and milliseconds of a line.
 */
export interface Brevity {
  scenes: number; opening: number; world: number; people: number; scene: number; synopsis: number; steps: number; look: number; lineMs: number;
}

/** The levels of brevity, from the most wordy to the briefest. */
export const BREVITIES: readonly Brevity[] = [
  { scenes: 5, opening: 15_500, world: 18_000, people: 17_000, scene: 18_000, synopsis: 28_000, steps: 5, look: 18_000, lineMs: 6_500 },
  { scenes: 5, opening: 15_500, world: 14_500, people: 13_000, scene: 14_500, synopsis: 28_000, steps: 5, look: 14_500, lineMs: 6_000 },
  { scenes: 4, opening: 15_500, world: 13_000, people: 11_500, scene: 13_000, synopsis: 28_000, steps: 4, look: 12_500, lineMs: 5_500 },
  { scenes: 3, opening: 14_500, world: 11_500, people: 10_000, scene: 11_500, synopsis: 25_000, steps: 4, look: 11_000, lineMs: 5_000 },
  { scenes: 3, opening: 13_000, world: 9_000, people: 8_000, scene: 9_000, synopsis: 19_000, steps: 3, look: 9_000, lineMs: 4_200 },
  { scenes: 3, opening: 11_000, world: 7_000, people: 5_500, scene: 7_000, synopsis: 15_500, steps: 3, look: 6_000, lineMs: 3_000 },
  { scenes: 3, opening: 9_500, world: 0, people: 4_000, scene: 5_500, synopsis: 13_000, steps: 2, look: 0, lineMs: 2_400 },
];
export const STANDARD = 2;

/** When no text fits the time of a chapter, longer ones are tried: multiples of that time. */
const LOOSER = [1, 1.4, 2] as const;

/** The state of a deck while it is being written. */
export interface Writing {
  source: DeckSource;
  brevity: Brevity;
  taken: Taken;
  titles: Set<string>;
  chapters: Chapter[];
  /** The position in the story, from 0 to 1, of the scene text chosen most recently. Later scene texts must not come before it. */
  reached: number;
  seed: string;
}

/** Texts within this difference of worth count as equally good; the seed chooses among at most this many. */
const AS_GOOD = { worth: 0.1, most: 3 } as const;

function oneOf(proposals: readonly Proposal[], seed: string): Proposal | undefined {
  const [best] = proposals;
  const other = proposals.findIndex(({ worth }) => Math.abs(worth - best!.worth) > AS_GOOD.worth);
  const count = Math.min(AS_GOOD.most, other < 0 ? proposals.length : other);
  return proposals[count > 1 ? hashOf(seed) % count : 0];
}

/** The best text for a chapter that repeats nothing in the deck; null when none is left. */
export function bestText({ source, taken, reached, seed }: Writing, subject: Subject, mostMs: number, mostSentences: number): Proposal | null {
  if (mostMs === 0) return null;
  let latest = 1;
  const isNew = besides(taken);
  const allows: Wanted['allows'] = (statement) => (subject.kind !== 'scene' || (statement.at >= reached && statement.at <= latest)) && isNew(statement);
  for (const times of LOOSER) {
    latest = times === LOOSER.at(-1) ? 1 : subject.around + subject.within + 0.08;
    const best = oneOf(textsFor(source, subject, { allows, mostMs: Math.min(28_000, times * mostMs), mostSentences }), `${seed}:${subject.kind}`);
    if (best) return best;
  }
  return null;
}

type Written = Pick<Chapter, 'kind' | 'title' | 'sentences' | 'picture'> & Partial<Chapter>;

export function add({ chapters, taken, titles }: Writing, { lines = [], ...written }: Written): void {
  const chapter: Chapter = {
    arcStage: 'setup', focus: 'cast', textMode: 'voiceover', composition: 'image', cutIntoNext: 'cut', lines, durationSeconds: neededSeconds({ sentences: written.sentences, lines }), ...written,
  };
  chapters.push(chapter);
  titles.add(chapter.title);
  taken.add(chapter.sentences, chapter.lines);
}

export const subject = (kind: Subject['kind'], rest: Partial<Subject> = {}): Subject => ({ kind, person: null, around: 0, within: 1, ...rest });
export const bestLine = ({ source, taken, brevity }: Writing, wanted: LineWanted): ChapterLine | null =>
  linesFor(source, taken, { mostMs: brevity.lineMs, ...wanted })[0]?.line ?? null;
export const before = ({ chapters }: Writing): BeatPicture | null => pictureBefore(chapters, chapters.length);
export const entryOf = ({ source }: Writing, text: Proposal): number => text.statements[0]?.entryIndex ?? source.read.units[0]?.entryIndex ?? 0;
