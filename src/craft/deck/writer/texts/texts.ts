import type { Chapter, ChapterKind } from '../../deck.js';
import { closings, looks } from './closings.js';
import { leadsOf, peopleOf, type DeckSource } from '../deck-source.js';
import { events } from './events.js';
import type { Taken } from '../material/lines.js';
import { shownName } from '../material/naming.js';
import { loglines, worlds } from './openings.js';
import { portraits } from './portraits.js';
import type { Proposal, Wanted } from '../material/proposals.js';
import { placesOf } from '../material/places.js';
import { retoldLoglines, retoldPortraits, retoldSynopses, retoldWorlds } from './retold.js';
import { synopses } from './synopses.js';

/** What the text of a chapter is about. */
export interface Subject {
  kind: ChapterKind;
  /** The person whom the chapter introduces; null for other chapters. */
  person: string | null;
  /** For a chapter of a scene: its place in the story, 0 to 1, and how far from it a text may be. */
  around: number;
  within: number;
}

const WITHIN_OF_A_SCENE = 0.1;

/** The subject of an existing chapter. */
export function subjectOf(source: DeckSource, { kind, title, picture, lines, sentences }: Chapter): Subject {
  const people = peopleOf(source);
  const person = kind === 'people' ? people.find((one) => shownName(source, one) === title) ?? lines[0]?.speaker ?? picture?.people[0] ?? leadsOf(source)[0] ?? null : null;
  const origin = sentences.flatMap(({ origins }) => origins).find(({ kind: of }) => of === 'entry');
  const entryIndex = picture?.entryIndex ?? lines[0]?.entryIndex ?? (origin?.kind === 'entry' ? origin.entryIndex : 0);
  return { kind, person, around: placesOf(source)(entryIndex), within: WITHIN_OF_A_SCENE };
}

/** The possible texts of a chapter about a subject, the best first; empty for chapters whose words only people can give. */
export function textsFor(source: DeckSource, { kind, person, around, within }: Subject, wanted: Wanted): Proposal[] {
  switch (kind) {
    case 'logline': return loglines(source, wanted, retoldLoglines(source, wanted));
    case 'world': return [...retoldWorlds(source, wanted), ...worlds(source, wanted)];
    case 'people': return person === null ? [] : [...retoldPortraits(source, person, wanted), ...portraits(source, person, wanted)];
    case 'scene': return events(source, { around, within }, wanted);
    case 'synopsis': return [...retoldSynopses(source, wanted), ...synopses(source, wanted)];
    case 'look': return looks(source, wanted);
    case 'closing': return closings(source, wanted);
    case 'own': case 'intent': return [];
  }
}

/** Allows only statements that the deck does not contain yet. */
export const besides = (taken: Taken): Wanted['allows'] => ({ text, origin }) => !taken.hasText(text, origin);
