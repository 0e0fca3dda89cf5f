import { createHash } from 'node:crypto';
import type { Trailer } from '../../../entities/trailer.js';
import type { Colour, MusicMood } from '../../craft/audio/composer/wish.js';
import type { Beat, BeatLine } from '../../craft/trailer/cut.js';
import { canonicalJson } from '../../kernel/contract/canonical-json.js';
import type { StatusOf } from '../../kernel/contract/states.js';
import type { Known } from '../../kernel/db/rows.js';
import type { BoardContent, BoardFields } from '../../kernel/families/storyboards/storyboard.js';
import type { Subject } from '../../kernel/families/subject.js';
import type { Aspect, FilmChoice } from '../artifacts/film/film-choice.js';
import type { BoardedBoard, BoardedItem, ChosenNarrator, RenderedFilm } from '../storyboards/boarded-film.js';

/** The stored `type` of a trailer as a subject of families. It must never change. */
export const TRAILER = 'trailer';

export type TrailerStatus = StatusOf<'trailers'>;
export const TRAILER_STATUSES = ['draft', 'rendering', 'review', 'finishing', 'complete'] as const satisfies readonly TrailerStatus[];
/** Statuses in which the storyboard takes edits. An edit of a complete trailer returns it to review. */
export const EDITABLE: readonly TrailerStatus[] = ['draft', 'review', 'complete'];

export type TrailerRow = Known<Trailer, {
  status: TrailerStatus; aspect: Aspect; resolution: FilmChoice['resolution'] | null; draft: RenderedFilm | null; film: RenderedFilm | null;
}>;

export const trailerSubject = ({ id, projectId }: Pick<TrailerRow, 'id' | 'projectId'>): Subject => ({ type: TRAILER, id, projectId });

/** A beat as it is stored. */
export type BeatItem = Beat & BoardedItem & {
  /** How often the narrator of the trailer was asked to speak the line again; missing for never. */
  spokenTake?: number;
};

/** What a beat shows besides its picture, and its line. */
export type ShownBeat = Pick<BeatItem, 'card' | 'image' | 'line' | 'cuts' | 'spokenTake'>;

export const shownIn = ({ card, image, line, cuts, spokenTake = 0 }: BeatItem): ShownBeat => ({ card, image, line, cuts, spokenTake });

/** The caller's choices for the music. */
export interface TrailerMusic { mood: MusicMood; colour: Colour | null; levelDb: number; muted: boolean }

/** The fields that concern a trailer as a whole. */
export interface TrailerFields extends BoardFields { countsPerMinute: number; music: TrailerMusic; narrator: ChosenNarrator | null }

/** A storyboard of a trailer. */
export type TrailerBoard = BoardedBoard<BeatItem, TrailerFields>;

export const boardOf = (content: BoardContent): TrailerBoard => content as unknown as TrailerBoard;

/** Identifies what is seen in a take: equal keys mean equal clips. `of` names the read and the aspect ratio. */
export function shownKey(of: Pick<TrailerRow, 'artifactId' | 'readRevision' | 'aspect'>, fields: TrailerFields, beat: BeatItem): string {
  const { counts, picture, card, image, cuts, line, variation, spokenTake = 0 } = beat;
  const narrator = line?.speaker === null ? fields.narrator?.voiceId ?? null : null;
  const spokenAnew = narrator !== null && spokenTake > 0 ? [spokenTake] : [];
  const said = line && [line.entryIndex, line.sentence, line.fromMs, line.toMs, line.offsetMs, narrator, ...spokenAnew];
  const seen = [of.artifactId, of.readRevision, of.aspect, fields.countsPerMinute, counts, picture, card, image, cuts, said, variation];
  return createHash('sha256').update(canonicalJson(seen)).digest('hex').slice(0, 24);
}

/** When the line of a beat is heard, in milliseconds from the start of the trailer. */
export const heardFrom = ({ startMs }: { startMs: number }, { offsetMs }: Pick<BeatLine, 'offsetMs'>): number => Math.max(0, startMs + offsetMs);

/** The counts of the music at which the beats begin, followed by the count at which the last one ends. */
export function countsOf(items: readonly Pick<BeatItem, 'counts'>[]): number[] {
  const starts = [0];
  for (const { counts } of items) starts.push(starts.at(-1)! + counts);
  return starts;
}
