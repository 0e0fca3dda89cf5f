import type { PlanDraft } from '../../narrative/model.js';
import type { PitchWords } from '../../narrative/pitch-model.js';
import type { Screenplay } from '../../screenplay/model.js';
import type { CutSource } from '../../trailer/cut.js';

/** The fields of a Series Bible that a deck uses, named as in its content. */
export interface DeckCanon {
  logline?: string | undefined;
  premise?: string | undefined;
  locationTruths?: string | undefined;
  visualStyle?: string | undefined;
  characters?: readonly { name: string; role: string; want: string }[] | undefined;
}

/** A text that the read was made from; origins are character offsets in it. */
export interface DeckText { sourceId: string; label: string | null; text: string }

/** What a deck is written from. */
export interface DeckSource {
  title: string;
  plan: Pick<PlanDraft, 'thesis' | 'sourceDigest' | 'journey' | 'visualSystem'>;
  screenplay: Pick<Screenplay, 'entries' | 'scenes' | 'cast'>;
  /** The screenplay as it was performed. */
  read: CutSource;
  /** Empty when no source text was kept: the deck is then written from the screenplay. */
  texts: readonly DeckText[];
  canon: DeckCanon | null;
  /** The story as a model retold it; absent without one. */
  retold?: PitchWords | undefined;
}

/** The people of the story who speak, those with the most words first, without narrators, readers and hosts. */
export function peopleOf({ read, screenplay }: Pick<DeckSource, 'read' | 'screenplay'>): string[] {
  const roles = new Map(screenplay.cast.map(({ character, role }) => [character, role]));
  return read.people.filter((person) => (roles.get(person) ?? 'character') === 'character');
}

/** The people whom a deck introduces: the two with the most words. */
export const leadsOf = (source: Pick<DeckSource, 'read' | 'screenplay'>): string[] => peopleOf(source).slice(0, 2);
