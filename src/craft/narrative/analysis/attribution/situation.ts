import type { GapClass, SubjectPlace, TagClass } from './features.js';
import type { Description } from '../people/descriptions.js';
import type { References } from '../people/references.js';
import type { Figure, Figures } from '../names/figures.js';
import type { Item, Turn } from '../speech/turns.js';

/** The features of each person whom the narration beside a turn names, or means by a pronoun. */
export interface MentionRoles {
  of: ReadonlyMap<Figure, readonly number[]>;
  /** Gender of a pronoun that is the subject of the last sentence before the turn. */
  pronoun: 'female' | 'male' | null;
  /** The subjects of the last sentences before the turn, by place. */
  subjects: readonly ClosingSubject[];
}

/** Who is the subject of the last sentence of some narration before a turn; only the gender is known of a bare `he` or `she`. */
export interface ClosingSubject { place: SubjectPlace; figure: Figure | null; gender: 'female' | 'male' | null }

/** What the words around a turn say about its speaker, before any guess. */
export interface Evidence {
  turn: Turn;
  item: Item;
  /** The speaker, when an explicit tag or an introduction settles it. */
  settled: Figure | null;
  /** The turn says its speaker's own name. */
  introducesItself: boolean;
  /** The person who acts in the turn's own narration: strong evidence, but no tag. */
  acting: Figure | null;
  /** Gender of a pronoun or of a description in the tag. */
  gender: 'female' | 'male' | null;
  /** True when the tag is a third-person pronoun, which cannot mean the narrator. */
  thirdPerson: boolean;
  explicitPronoun: boolean;
  /** A description that may mean anybody (`the lady`). */
  description: Description | null;
  /** Whom that description seems to mean: another word for a person who is present. */
  referred: Figure | null;
  /** True when the narration uses that description elsewhere, so that it is probably a person of its own. */
  introduced: boolean;
  /** The subject of the last sentences that fits the tag's gender, and its distance in items. */
  chain: { figure: Figure; distance: number; speaker: boolean } | null;
  /** Who is named in the narration beside the turn, and by which role of the sentence. */
  roles: MentionRoles;
  /** The subject of the narration just before the turn. */
  focus: Figure | null;
  /** Gender of that subject when the narration calls it only `he` or `she`. */
  focusGender: 'female' | 'male' | null;
  /** People named in the narration near by. */
  near: Set<Figure>;
  /** People named or described in the narration of the last dozen items. */
  inScene: Set<Figure>;
  /** How often the narration of the last dozen items names each figure. */
  named: ReadonlyMap<Figure, number>;
  /** For a pronoun: the people of its gender, whom the narration named last first. */
  lastOfGender: readonly Figure[];
  /** People whom the turn's own narration names beside its speaker: the one looked at, the one told. */
  beside: ReadonlySet<Figure>;
  /** The words end with a question. */
  asks: boolean;
  /** The words begin as an answer or a consent does: `Yes`, `Very well`. */
  opensReply: boolean;
  tagClass: TagClass;
  gapClass: GapClass;
  /** People who are the object of `he` or `she` in the sentence before: they do not speak the turn. */
  object: ReadonlySet<Figure>;
  /** People whom the words name without addressing them: they hardly speak the turn or listen to it. */
  spokenOf: ReadonlySet<Figure>;
  /** People who went away in the narration before the turn. */
  gone: ReadonlySet<Figure>;
  /** True when the narration before the turn brings in a new person: `a tall man`. */
  newcomers: boolean;
  /** Gender of someone called only `he` or `she` who went away in the narration before the turn. */
  goneGender: 'female' | 'male' | null;
 /** Words of narration before the turn. */
  position: number;
  /** Words of narration between the turn before and this one. */
  gap: number;
  /** The narration before ends with a colon and follows speech of the same paragraph. */
  afterColon: boolean;
  /** Relatives of the listener whom the words speak of: `your daughter`. */
  relatives: ReadonlySet<string>;
  /** The sex of a speaker who says `my wife` or `my husband`. */
  sexBySpouse: 'female' | 'male' | null;
  /** People who come in in the narration before the turn. */
  arrives: ReadonlySet<Figure>;
  /** The gender of the person addressed, from a spoken `sir`, `madam` or `ma`. */
  address: { term: string; gender: 'female' | 'male' } | null;
}

/** Everything known about a text before the search for its speakers. `exclude` holds those who only listen. */
export interface Scene {
  items: Item[];
  turns: Turn[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  exclude: ReadonlySet<Figure>;
  /** Nouns that stand for one named person throughout (`the painter`). */
  bound: ReadonlyMap<string, Figure>;
  /** Whom other words for the people present mean. */
  references: References;
  /** By which words for a relative the text calls each person. */
  kinNouns: ReadonlyMap<Figure, ReadonlySet<string>>;
  /** Index of the item whose narration first names each figure. */
  firstSeen: ReadonlyMap<Figure, number>;
  /** The descriptions in the narration of every item. */
  descriptionsByItem: readonly (readonly Description[])[];
}
