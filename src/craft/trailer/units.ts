import { NARRATOR, READER, type ScreenplayEntry } from '../screenplay/model.js';
import type { CutSource, Unit } from './cut.js';
import { stretchesOf, type HeardWord } from './sentences.js';

/** A line of a read with its timing and levels. */
export interface HeardLine {
  entry: Pick<ScreenplayEntry, 'index' | 'sceneIndex' | 'kind' | 'character' | 'parenthetical' | 'text' | 'origin' | 'delivery' | 'toldOf'>;
  /** When the line begins in the read, and how long its sound is. */
  beginsMs: number;
  durationMs: number;
  /** Empty when the times of the words are not known. */
  words: readonly HeardWord[];
  /** The loudness of the whole line, when only the line was measured and not its words. */
  levelDb?: number;
}

export interface HeardRead {
  /** The lines in the order in which they are heard. */
  lines: readonly HeardLine[];
  durationMs: number;
  /** Cues of voices that tell the story and are never seen. Default: the narrator and the reader. */
  narrators?: readonly string[];
}

/** The parenthetical of lines in which a person of the story narrates. */
const NARRATING = 'narrating';

const wordsIn = (text: string): number => text.split(/\s+/u).filter(Boolean).length;

/** The level of a range of words of a line: their mean power, weighted by time. The line's own level when no word was measured; null when nothing was. */
function levelOf({ words, levelDb }: HeardLine, first: number, last: number): number | null {
  const measured = words.slice(first, last + 1).filter((word) => word.levelDb !== undefined);
  if (measured.length === 0) return levelDb ?? null;
  const ms = measured.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const power = measured.reduce((sum, word) => sum + (word.endMs - word.startMs) * 10 ** (word.levelDb! / 10), 0);
  return 10 * Math.log10(power / Math.max(1, ms) + 1e-12);
}

/** A stretch is located by its first letters, because its end may be written differently. */
const LETTERS_OF_A_BEGINNING = 24;
const ENDS = /[.!?…]["”’)]*\s/u;

/** Whom a stretch of an entry is about: the people of the sentence that it begins or continues. */
function aboutIn({ text, toldOf = [] }: HeardLine['entry'], words: string): Pick<Unit, 'about'> {
  const at = text.indexOf(words.slice(0, LETTERS_OF_A_BEGINNING));
  if (at < 0) return {};
  const within = toldOf.find(({ from }) => from >= at && from < at + words.length);
  const before = toldOf.findLast(({ from }) => from < at && !ENDS.test(text.slice(from, at)));
  const told = before ?? within;
  return told ? { about: told.people } : {};
}

interface Measured { unit: Unit; levelDb: number | null }

function measuredUnits(line: HeardLine, narrators: readonly string[]): Measured[] {
  const { entry, beginsMs, durationMs } = line;
  const { character, kind, parenthetical } = entry;
  const isTold = kind !== 'dialogue' || character === undefined || narrators.includes(character) || parenthetical === NARRATING;
  return stretchesOf(entry.text, line.words, durationMs).map((stretch, sentence): Measured => ({
    levelDb: levelOf(line, stretch.first, stretch.last),
    unit: {
      entryIndex: entry.index, sentence, sceneIndex: entry.sceneIndex, speaker: isTold ? null : character, text: stretch.text,
      fromMs: stretch.fromMs, toMs: stretch.toMs, atMs: beginsMs + stretch.fromMs, emotion: entry.delivery?.emotion ?? 'neutral',
      forceDb: 0, isStock: entry.origin === 'stock' || kind === 'scene_heading', ...(isTold ? aboutIn(entry, stretch.text) : {}),
    },
  }));
}

/** Each unit with the difference between its level and the mean level of its speaker. */
function withForce(measured: readonly Measured[]): Unit[] {
  const levels = new Map<string | null, number[]>();
  for (const { unit, levelDb } of measured) if (levelDb !== null) levels.set(unit.speaker, [...levels.get(unit.speaker) ?? [], levelDb]);
  return measured.map(({ unit, levelDb }) => {
    const own = levels.get(unit.speaker) ?? [];
    return levelDb === null ? unit : { ...unit, forceDb: Math.round(10 * (levelDb - own.reduce((sum, level) => sum + level, 0) / own.length)) / 10 };
  });
}

/** The speakers, those with the most words first. */
function peopleOf(units: readonly Unit[]): string[] {
  const words = new Map<string, number>();
  for (const { speaker, text } of units) if (speaker !== null) words.set(speaker, (words.get(speaker) ?? 0) + wordsIn(text));
  return [...words].sort((one, other) => other[1] - one[1]).map(([name]) => name);
}

/** The material for a trailer of a read. Narrated lines count as the narrator's, even when a person of the story narrates them. */
export function cutSourceOf({ lines, durationMs, narrators = [NARRATOR, READER] }: HeardRead): CutSource {
  const units = withForce(lines.flatMap((line) => measuredUnits(line, narrators)));
  const people = peopleOf(units);
  const indexes = [...new Set(lines.map(({ entry }) => entry.sceneIndex))];
  const scenes = indexes.map((index) => {
    const own = lines.filter(({ entry }) => entry.sceneIndex === index);
    const heard = new Set(units.filter((unit) => unit.sceneIndex === index).map(({ speaker }) => speaker));
    const last = own.at(-1)!;
    return {
      index, fromMs: own[0]!.beginsMs, untilMs: last.beginsMs + last.durationMs, firstEntry: own[0]!.entry.index,
      people: people.filter((name) => heard.has(name)),
    };
  });
  return { units, durationMs, people, scenes };
}
