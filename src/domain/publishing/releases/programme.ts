import { createHash } from 'node:crypto';
import type { PerformedCredits } from '../../../../entities/performance.js';
import type { Grade } from '../../../craft/images/grade.js';
import type { Facing } from '../../../craft/images/person/head-frame.js';
import type { Look } from '../../../craft/images/person/look.js';
import type { WordTime } from '../../../craft/speech/times/line-times.js';
import type { Place } from '../../../craft/images/places/place.js';
import type { ObjectStore } from '../../../kernel/storage/port.js';
import { titleCase } from '../../../kernel/contract/listener-words.js';
import { announcerOf } from '../../../craft/screenplay/index.js';
import { speakerOf, type CastRole, type EntryKind, type Screenplay } from '../../../craft/screenplay/model.js';
import type { Services } from '../../../kernel/services.js';
import { chaptersOf, type Chapter } from '../../artifacts/chapters.js';
import { findPerformance, listPerformedLines, type PerformedLine } from '../../artifacts/performance/performance-store.js';
import { getPerformedWords, type WordsOfLines } from '../../artifacts/performance/performed-words.js';
import { getReadArt } from '../../artifacts/pictures/read-pictures.js';
import { languageOf } from '../../scripts/screenplay-language.js';
import type { CurrentRead } from '../../artifacts/read-store.js';
import { getScreenplay } from '../../scripts/screenplay-store.js';

/** A spoken line with its speaker and its times, in milliseconds of the episode. */
export interface SaidLine {
  speaker: string | null;
  text: string;
  startMs: number;
  endMs: number;
  /** Times of the words, in milliseconds from the start of the line; absent when they are not known. */
  words?: WordTime[];
}

/** A line of the script. `index` is that of its entry. */
export interface ProgrammeLine extends SaidLine { index: number; kind: EntryKind }

/** A person of the cast. `seat` is an index into `looks`. */
export interface Credited { seat: number; name: string; role: CastRole; voiceName: string | null; drawn: boolean }

/** Everything about an episode except its sound: timed lines, chapters, people, and what their pictures are drawn from. */
export interface Programme {
  language: string;
  author: string | null;
  lines: ProgrammeLine[];
  /** Spoken credits before the first line and after the last one; absent without credits. */
  opening?: SaidLine;
  closing?: SaidLine;
  chapters: Chapter[];
  people: Credited[];
  art: {
    kicker: string; byline?: string; seed: string; palette: readonly string[]; places: readonly Place[]; looks: readonly (Look | null)[];
    facings: readonly Facing[]; coverScene: number; leads: readonly number[];
    /** Colour grades for all pictures; absent without any. */
    grades?: readonly Grade[];
  };
}

/** The part of a programme that a feed shows. */
export interface ProgrammeFacts {
  language: string;
  author: string | null;
  people: Credited[];
  chapterCount: number;
  lineCount: number;
}

function linesOf(screenplay: Screenplay, performed: readonly PerformedLine[], words: WordsOfLines): ProgrammeLine[] {
  const times = new Map(performed.map((line) => [line.entryIndex, line]));
  return screenplay.entries.flatMap((entry) => {
    const time = times.get(entry.index);
    const speaker = speakerOf(entry, screenplay.narrationPolicy);
    if (!time) return [];
    const said = words.get(entry.index)?.words;
    return [{
      index: entry.index, kind: entry.kind, speaker, text: entry.text, startMs: time.startMs, endMs: time.endMs, ...(said ? { words: said } : {}),
    }];
  });
}

/** Spoken credits as lines of their speaker. */
function saidCredits(credits: PerformedCredits | null, speaker: string | null): Pick<Programme, 'opening' | 'closing'> {
  const said = ({ text, startMs, endMs }: NonNullable<PerformedCredits['opening']>): SaidLine => ({ speaker, text, startMs, endMs });
  const { opening, closing } = credits ?? {};
  return { ...(opening ? { opening: said(opening) } : {}), ...(closing ? { closing: said(closing) } : {}) };
}

function peopleOf({ cast }: Screenplay, lines: readonly SaidLine[], read: CurrentRead, looks: readonly (Look | null)[]): Credited[] {
  const heard = new Set(lines.map(({ speaker }) => speaker));
  return cast.flatMap(({ character, role }, seat) => (heard.has(character)
    ? [{ seat, name: titleCase(character), role, voiceName: read.voiceMap[character]?.voiceName ?? null, drawn: Boolean(looks[seat]) }] : []));
}

/** The programme of a recorded read. */
export async function programmeOf(services: Pick<Services, 'db' | 'store'>, read: CurrentRead): Promise<Programme> {
  const { artifactId, revision } = read;
  const [screenplay, performed, art, words, performance] = await Promise.all([
    getScreenplay(services.store, read.scriptKey), listPerformedLines(services.db, artifactId, revision), getReadArt(services, read),
    getPerformedWords(services.store, artifactId, revision), findPerformance(services.db, artifactId, revision),
  ]);
  const credits = saidCredits(performance?.credits ?? null, announcerOf(screenplay, (cue) => read.voiceMap[cue] !== undefined));
  const lines = linesOf(screenplay, performed, words);
  const { kicker, byline, seed, palette, grades, places, looks, facings, coverScene, leads } = art;
  return {
    language: await languageOf(screenplay), author: screenplay.author ?? null, lines, ...credits, chapters: chaptersOf(screenplay, performed),
    people: peopleOf(screenplay, [...lines, ...Object.values(credits)], read, looks),
    art: { kicker, ...(byline ? { byline } : {}), seed, palette, ...(grades.length > 0 ? { grades } : {}), places, looks, facings, coverScene, leads },
  };
}

export const factsOf = ({ language, author, people, chapters, lines }: Programme): ProgrammeFacts =>
  ({ language, author, people, chapterCount: chapters.length, lineCount: lines.length });

/** Stores the programme under its hash and returns its key. */
export async function putProgramme(store: ObjectStore, programme: Programme): Promise<string> {
  const text = JSON.stringify(programme);
  const key = `publishing/programmes/${createHash('sha256').update(text).digest('hex')}.json`;
  if (!await store.stat(key)) await store.put(key, text);
  return key;
}

export async function getProgramme(store: ObjectStore, key: string): Promise<Programme> {
  return JSON.parse((await store.get(key)).toString('utf8')) as Programme;
}
