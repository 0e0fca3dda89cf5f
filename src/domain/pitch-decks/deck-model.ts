import { createHash } from 'node:crypto';
import type { PitchDeck } from '../../../entities/pitch-deck.js';
import type { Colour, MusicMood } from '../../craft/audio/composer/wish.js';
import { CHAPTER_AIR_MS, type Chapter, type ChapterLine } from '../../craft/deck/deck.js';
import { PLAIN_GRAMMAR, type VisualGrammar } from '../../craft/deck/picture/grammar.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { StatusOf } from '../../kernel/contract/states.js';
import type { Known } from '../../kernel/db/rows.js';
import { unchangedValues, type BoardValues } from '../../kernel/families/storyboards/board-setting.js';
import type { BoardContent, BoardFields } from '../../kernel/families/storyboards/storyboard.js';
import type { Subject } from '../../kernel/families/subject.js';
import type { BoardedBoard, BoardedItem, ChosenNarrator, RenderedFilm } from '../storyboards/boarded-film.js';
import { DECK_SETTINGS } from './deck-settings.js';

/** The stored `type` of a pitch deck as a subject of families. It must never change. */
export const PITCH_DECK = 'pitch_deck';

export type DeckStatus = StatusOf<'pitch_decks'>;
/**
 * Statuses in which the storyboard accepts edits: those in which nothing is being rendered. An edit of a deck with a draft returns the deck to its
 * storyboard.
 */
export const EDITABLE: readonly DeckStatus[] = ['plan', 'storyboard', 'draft', 'review', 'finished', 'published'];

/** The statuses that answers show. */
export const STAGES = ['plan', 'storyboard', 'draft', 'rendering', 'review', 'finished', 'published'] as const;
export type Stage = (typeof STAGES)[number];
export const stageOf = (status: DeckStatus): Stage => (status === 'drawing' || status === 'drafting' || status === 'finishing' ? 'rendering' : status);

/** Stages in which people may edit. */
export const EDITABLE_STAGES: readonly Stage[] = EDITABLE.map(stageOf);

export type DeckRow = Known<PitchDeck, { status: DeckStatus; draft: RenderedFilm | null; film: RenderedFilm | null }>;

export const deckSubject = ({ id, projectId }: Pick<DeckRow, 'id' | 'projectId'>): Subject => ({ type: PITCH_DECK, id, projectId });

/** A line of the read in a chapter, as stored: `offsetMs` moves it from its usual time, `gainDb` changes its level. */
export interface HeardLine extends ChapterLine { offsetMs: number; gainDb: number }

/** How the words of a chapter appear. */
export const TEXT_MOTIONS = ['none', 'rise', 'by_sentence', 'typed'] as const;
export type TextMotion = (typeof TEXT_MOTIONS)[number];

/** The part of a take that is shown and heard, in milliseconds of the chapter. */
export interface Trim { fromMs: number; toMs: number }

/** A chapter as it is stored. */
export interface ChapterItem extends Omit<Chapter, 'picture' | 'lines'>, BoardedItem {
  lines: readonly HeardLine[];
  textMotion: TextMotion;
  /** How much later or earlier than usual the text begins, in milliseconds. */
  textOffsetMs: number;
  /** Speed of the spoken text as a factor of the usual one; missing: 1. */
  textSpeed?: number;
  /** How often the text was spoken anew; missing: never. */
  spokenTake?: number;
  trim: Trim | null;
  /** True when a person keeps the take although measurements found defects. */
  isKept: boolean;
  /** Earlier texts of the chapter; no rewrite brings them back. */
  formerTexts: readonly string[];
}

export interface DeckMusic { mood: MusicMood; colour: Colour | null; levelDb: number; muted: boolean }
/** A bell that is heard in a chapter. */
export interface Bell { chapterId: string; soundId: string; offsetMs: number; levelDb: number }
/** Music written to the cuts of the film, made from `seed`; null stands for a bed that ignores the cuts. */
export interface ScoreToPicture { seed: string }

/** What belongs to a deck as a whole: its settings, and what other edits and the service write. */
export interface DeckFields extends BoardFields, BoardValues<typeof DECK_SETTINGS> {
  narrator: ChosenNarrator | null;
  music: DeckMusic;
  score: ScoreToPicture | null;
  formerScore: ScoreToPicture | null;
  bells: readonly Bell[];
  /** The seconds that the plan asks for and those that the deck was written for; missing where they are the same. */
  missedLength?: { asked: number; written: number };
}

export const DEFAULT_FIELDS: DeckFields = {
  ...unchangedValues(DECK_SETTINGS), narrator: null, music: { mood: 'even', colour: null, levelDb: 0, muted: false }, score: null, formerScore: null, bells: [],
};

/** A storyboard of a deck. */
export type DeckBoard = BoardedBoard<ChapterItem, DeckFields>;

/** A storyboard with defaults for every field that an older one lacks. */
export const boardOf = ({ items, fields }: BoardContent): DeckBoard => ({ items: items as ChapterItem[], fields: { ...DEFAULT_FIELDS, ...fields } });

/** The stored chapter for a newly written one, with defaults for everything that people set later. */
export const chapterItem = (chapter: Chapter, id: string): ChapterItem => ({
  ...chapter, id, lines: chapter.lines.map((line) => ({ ...line, offsetMs: 0, gainDb: 0 })), image: null, effects: [], takeId: null, variation: 0, textMotion: 'rise',
  textOffsetMs: 0, trim: null, isKept: false, formerTexts: [],
});

/**
 * The rules of the visual grammar that a chapter shows; null when they are the usual ones. A text card shows none, an image of the project only the rule for
 * its words.
 */
function grammarOf(grammar: VisualGrammar, { composition, textMode, image }: ChapterItem): Partial<VisualGrammar> | null {
  const hasWords = composition === 'both' || (composition === 'image' && textMode === 'caption');
  const { wordsAt, ...seen } = grammar;
  const shown: Partial<VisualGrammar> = composition === 'text' ? {} : { ...(image ? {} : seen), ...(hasWords ? { wordsAt } : {}) };
  return Object.entries(shown).every(([rule, value]) => value === PLAIN_GRAMMAR[rule as keyof VisualGrammar]) ? null : shown;
}

/**
 * A key of everything that a chapter shows and sounds. Of the fields of the whole deck it covers only the chosen narrator of a spoken text and the rules of
 * the visual grammar that the chapter shows; apart from the other fields, equal keys mean equal clips.
 */
export function shownKey(of: Pick<DeckRow, 'artifactId' | 'readRevision'>, { narrator, visualGrammar }: DeckFields, chapter: ChapterItem): string {
  const { title, arcStage, durationSeconds, textMode, composition, sentences, lines, picture, image, textMotion, textOffsetMs, textSpeed, spokenTake, effects,
    variation } = chapter;
  const shotBy = grammarOf(visualGrammar, chapter);
  const voice = textMode === 'voiceover' ? narrator?.voiceId ?? null : null;
  const shown = [of.artifactId, of.readRevision, title, arcStage, durationSeconds, textMode, composition, sentences.map(({ text }) => text), voice,
    lines.map(({ entryIndex, sentence, offsetMs, gainDb }) => [entryIndex, sentence, offsetMs, gainDb]), picture, image, textMotion, textOffsetMs, effects,
    variation,
    ...(textMode === 'voiceover' && textSpeed !== undefined && textSpeed !== 1 ? [textSpeed] : []), ...(textMode === 'voiceover' && spokenTake ? [{ spokenTake }] : []), ...(shotBy ? [{ visualGrammar: shotBy }] : [])];
  return createHash('sha256').update(canonicalJson(shown)).digest('hex').slice(0, 24);
}

/** The fields of a chapter that a take shows, stored so that choosing the take restores them. */
export type ShownChapter = Pick<ChapterItem,
  'title' | 'arcStage' | 'durationSeconds' | 'textMode' | 'composition' | 'sentences' | 'lines' | 'image' | 'textMotion' | 'textOffsetMs' | 'textSpeed' | 'spokenTake' | 'effects'>;

export function shownIn(chapter: ChapterItem): ShownChapter {
  const { title, arcStage, durationSeconds, textMode, composition, sentences, lines, image, textMotion, textOffsetMs, textSpeed = 1, spokenTake = 0,
    effects } = chapter;
  return { title, arcStage, durationSeconds, textMode, composition, sentences, lines, image, textMotion, textOffsetMs, textSpeed, spokenTake, effects };
}

/** The times of a chapter's lines within it, in milliseconds: one after the other, after its spoken text of `textMs`. */
export function linesWithin({ lines }: Pick<ChapterItem, 'lines'>, textMs: number): { line: HeardLine; startMs: number; endMs: number }[] {
  let at = CHAPTER_AIR_MS.before + (textMs > 0 ? textMs + CHAPTER_AIR_MS.between : 0);
  return lines.map((line) => {
    const startMs = Math.max(0, at + line.offsetMs);
    at += line.toMs - line.fromMs + CHAPTER_AIR_MS.between;
    return { line, startMs, endMs: startMs + line.toMs - line.fromMs };
  });
}
