import type { Description } from '../people/descriptions.js';
import type { Figure, Figures } from '../names/figures.js';
import type { Item, Turn } from '../speech/turns.js';

/** What the words around a turn say about its speaker, before anything is guessed. */
export interface Evidence {
  turn: Turn;
  item: Item;
  /** Settled by an explicit tag or an introduction. */
  settled: Figure | null;
  /** Says its own name. */
  introducesItself: boolean;
  /** The turn's own narration has this person act; strong, but no tag. */
  acting: Figure | null;
  /** Gender of a pronoun or of a description in the tag. */
  gender: 'female' | 'male' | null;
  /** True when the tag is a third-person pronoun, so that the narrator cannot be meant. */
  thirdPerson: boolean;
  explicitPronoun: boolean;
  /** A description that may mean anybody (`the lady`). */
  description: Description | null;
  /** True when the narration tells of that description elsewhere, so that it is likely somebody by itself. */
  introduced: boolean;
  /** Whom the last sentences with a subject of the tag's gender are about, and how many items back. */
  chain: { figure: Figure; distance: number } | null;
  /** The person the narration just before dwells on. */
  focus: Figure | null;
  /** The narration just before goes on about a person called only he or she. */
  focusGender: 'female' | 'male' | null;
  /** People named in the narration near by. */
  near: Set<Figure>;
  /** People the narration just before has somebody called he or she look at or turn to, so not the speaker. */
  object: ReadonlySet<Figure>;
  /** Words of narration up to here. */
  position: number;
  /** Words of narration between the turn before and this one. */
  gap: number;
  /** The narration before ends in a colon after the same paragraph's speech. */
  afterColon: boolean;
  /** What a spoken `sir`, `madam` or `ma` tells about the person addressed. */
  address: { term: string; gender: 'female' | 'male' } | null;
}

/** Everything known about a text before its speakers are looked for. `exclude` holds those who only listen. */
export interface Scene {
  items: readonly Item[];
  turns: readonly Turn[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  exclude: ReadonlySet<Figure>;
  /** Nouns that stand for one named person throughout (`the painter`). */
  bound: ReadonlyMap<string, Figure>;
  /** The descriptions in the narration of every item. */
  told: readonly (readonly Description[])[];
}
