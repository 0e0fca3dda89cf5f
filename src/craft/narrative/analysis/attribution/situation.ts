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

/** The subject of one of the last narration sentences before a turn. A bare `he` or `she` gives only a gender. */
export interface ClosingSubject { place: SubjectPlace; figure: Figure | null; gender: 'female' | 'male' | null }

/** What the words around a turn say about its speaker, before any guess. */
export interface Evidence {
  turn: Turn;
  item: Item;
  /** The speaker, when an explicit tag or an introduction settles it. */
  settled: Figure | null;
  /** The turn says its speaker's own name. */
  introducesItself: boolean;
  /**
   * The person who acts in the turn's own narration, or whom the paragraph before announces as speaking: strong evidence, although no tag says that this
   * person speaks.
   */
  acting: Figure | null;
  /** Gender of a pronoun or of a description in the tag. */
  gender: 'female' | 'male' | null;
  /** True when the tag is a third-person pronoun, which cannot mean the narrator. */
  thirdPerson: boolean;
  explicitPronoun: boolean;
  /** A description in the tag, such as `the lady`, which may fit several people. */
  description: Description | null;
  /** The person present whom that description seems to mean, because another description or a name stood for this person before. */
  referred: Figure | null;
  /** True when the narration uses that description elsewhere, so that it is probably a person of its own. */
  introduced: boolean;
  /** For a pronoun: the latest subject that fits the tag's gender, and its distance in items. */
  chain: { figure: Figure; distance: number; speaker: boolean } | null;
  /** The people whom the narration beside the turn names, and the role of each in the sentence. */
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
  /** For a pronoun: the people of its gender, the most recently named first. */
  lastOfGender: readonly Figure[];
  /** People whom the turn's own narration names besides its speaker, such as the person looked at or spoken to. */
  beside: ReadonlySet<Figure>;
  /** The words end with a question. */
  asks: boolean;
  /** The narration before the turn says that nobody answered the turn before: `Nobody spoke.` */
  unanswered: boolean;
  /** The words begin as an answer or a consent does: `Yes`, `Very well`. */
  opensReply: boolean;
  tagClass: TagClass;
  gapClass: GapClass;
  /** People who are the object in the previous sentence, whose subject is `he` or `she`. They do not speak the turn. */
  object: ReadonlySet<Figure>;
  /** People whom the words name without addressing them. They are unlikely to speak the turn or to listen to it. */
  spokenOf: ReadonlySet<Figure>;
  /** People who leave in the narration before the turn. */
  gone: ReadonlySet<Figure>;
  /** True when the narration before the turn brings in a new person: `a tall man`. */
  newcomers: boolean;
  /** Gender of a person called only `he` or `she` who leaves in the narration before the turn. */
  goneGender: 'female' | 'male' | null;
 /** Words of narration from the beginning of the text to the turn; each gap counts at most 900. */
  position: number;
  /** Words of narration between the turn before and this one. */
  gap: number;
  /** The narration before the turn ends with a colon or a dash and follows speech in the same paragraph. */
  afterColon: boolean;
  /** Relatives of the listener whom the words speak of: `your daughter`. */
  relatives: ReadonlySet<string>;
  /** The sex of a speaker who says `my wife` or `my husband`. */
  sexBySpouse: 'female' | 'male' | null;
  /** People who enter in the narration before the turn. */
  arrives: ReadonlySet<Figure>;
  /** The gender of the person addressed, from a spoken `sir`, `madam` or `ma`. */
  address: { term: string; gender: 'female' | 'male' } | null;
}

/** Everything known about a text before the search for its speakers. `exclude` holds people who only listen. */
export interface Scene {
  items: Item[];
  turns: Turn[];
  figures: Figures;
  narrator: Figure;
  firstPerson: boolean;
  exclude: ReadonlySet<Figure>;
  /** Nouns that stand for one named person throughout (`the painter`). */
  bound: ReadonlyMap<string, Figure>;
  /** Finds the person present whom a description means: `the child` for `a little girl`. */
  references: References;
  /** People known only by descriptions that set one against the other: the younger man and the older man. */
  counterparts: ReadonlyMap<Figure, Figure>;
  /** People known only by such descriptions who give their names later, and the turn in which they do. Before it, nobody goes by that name. */
  namesGiven: { figure: Figure; from: number }[];
  /** The teller's relatives by the words for them: `sister`. */
  relatives: ReadonlyMap<string, Figure>;
  /** The words for a relative that the text uses for each person. */
  kinNouns: ReadonlyMap<Figure, ReadonlySet<string>>;
  /** Index of the item whose narration first names each figure. */
  firstSeen: ReadonlyMap<Figure, number>;
  /** The descriptions in the narration of every item. */
  descriptionsByItem: readonly (readonly Description[])[];
}
