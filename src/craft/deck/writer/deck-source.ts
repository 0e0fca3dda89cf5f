import type { PlanDraft } from '../../narrative/model.js';
import type { PitchWords } from '../../narrative/pitch-model.js';
import type { Screenplay } from '../../screenplay/model.js';
import type { CutSource } from '../../trailer/cut.js';

/** What a deck uses of a Series Bible, by the names that its content has there. */
export interface DeckCanon {
  logline?: string | undefined;
  premise?: string | undefined;
  locationTruths?: string | undefined;
  visualStyle?: string | undefined;
  characters?: readonly { name: string; role: string; want: string }[] | undefined;
}

/** A text that the read was made from; origins count its characters. */
export interface DeckText { sourceId: string; label: string | null; text: string }

/** What a deck is written from. */
export interface DeckSource {
  title: string;
  plan: Pick<PlanDraft, 'thesis' | 'sourceDigest' | 'journey' | 'visualSystem'>;
  screenplay: Pick<Screenplay, 'entries' | 'scenes' | 'cast'>;
  /** The screenplay as it was performed. */
  read: CutSource;
  /** Empty where none was kept: the deck is then written from the screenplay. */
  texts: readonly DeckText[];
  canon: DeckCanon | null;
  /** The story as a model retold it; absent without one. */
  retold?: PitchWords | undefined;
}

/** The people of the story who speak, those with the most words first; narrators, readers and hosts are none. */
export function peopleOf({ read, screenplay }: Pick<DeckSource, 'read' | 'screenplay'>): string[] {
  const roles = new Map(screenplay.cast.map(({ character, role }) => [character, role]));
  return read.people.filter((person) => (roles.get(person) ?? 'character') === 'character');
}

/** The two people whom a deck introduces. */
export const leadsOf = (source: Pick<DeckSource, 'read' | 'screenplay'>): string[] => peopleOf(source).slice(0, 2);
