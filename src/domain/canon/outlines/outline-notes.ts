import type { Note } from '../../../kernel/families/coverage/rubric.js';
import { literal } from '../../../craft/narrative/literal.js';
import type { BeatRole } from '../../../craft/narrative/model.js';
import { stemsOf } from '../../../craft/narrative/writing/wording/salience.js';
import { castKey } from '../cast-canon.js';
import type { Outline, OutlineBeat } from './outline.js';

export interface JudgedEpisode { episodeId: string; title: string; summary: string; outline: Outline }

/** The outlines of a map, a season or one episode, with the people whom the project knows. */
export interface JudgedOutlines { episodes: JudgedEpisode[]; people: { name: string; aliases: string[] }[] }

/** The judged aspects of an outline, with their weights. */
export const WEIGHTS = { structure: 3, character: 2, continuity: 2, pacing: 1, originality: 1 } as const;
export type JudgedAspect = keyof typeof WEIGHTS;
export type EpisodeNotes = Record<JudgedAspect, Note[]>;

const RANK: Record<BeatRole, number> = { hook: 0, context: 1, conflict: 2, proof: 2, turn: 3, payoff: 4, cta: 5 };
const FEWEST_BEATS = 3;
/** Pages of an episode: fewer are only a sketch, and nobody listens to more in one sitting. */
const PAGES = { least: 2, most: 90 } as const;
/** The least share of its words that an episode's summary must have in common with the outline. */
const SHARED_WITH_SUMMARY = 0.25;
const ALIKE = 0.6;
const FEWEST_COMPARED = 4;

type Written = (severity: Note['severity'], message: string, at: OutlineBeat | null, more?: { quote?: string; suggestion?: string }) => Note;

const writer = (episode: JudgedEpisode, category: JudgedAspect): Written => (severity, message, at, { quote, suggestion } = {}) => ({
  severity, category, message, suggestion: suggestion ?? null,
  anchor: {
    field: `episodes.${episode.episodeId}${at ? `.beats.${at.id}` : ''}`, episodeId: episode.episodeId,
    ...(quote ?? at?.summary ? { quote: (quote ?? at!.summary).slice(0, 240) } : {}),
  },
});

function structureOf(episode: JudgedEpisode): Note[] {
  const note = writer(episode, 'structure');
  const { beats } = episode.outline;
  const roles = beats.map(({ role }) => role);
  const notes: Note[] = [];
  if (beats.length < FEWEST_BEATS) notes.push(note('major', `${beats.length} beat(s) are too few for a story`, null, { suggestion: 'Say how it begins, what changes and how it ends.' }));
  if (roles[0] !== 'hook' && roles[0] !== 'context') notes.push(note('major', `the first beat is ${roles[0]}, so nothing opens the episode`, beats[0]!, { suggestion: 'Begin with a hook or its context.' }));
  if (!roles.includes('turn') && !roles.includes('conflict')) notes.push(note('major', 'no beat is a conflict or a turn', null, { suggestion: 'Name the beat in which something changes.' }));
  const last = roles.at(-1)!;
  if (last !== 'payoff' && last !== 'cta') notes.push(note('major', `the last beat is ${last}, so nothing is paid off`, beats.at(-1)!, { suggestion: 'End with a payoff.' }));
  let highest = 0;
  for (const beat of beats) {
    if (RANK[beat.role] < highest && !(RANK[beat.role] === 2 && highest === 3)) notes.push(note('minor', `${beat.role} comes after a later role`, beat));
    highest = Math.max(highest, RANK[beat.role]);
  }
  return notes;
}

function charactersOf({ episodes, people }: JudgedOutlines, episode: JudgedEpisode): Note[] {
  const note = writer(episode, 'character');
  const known = new Set(people.flatMap(({ name, aliases }) => [name, ...aliases]).map(castKey));
  const seen = new Map<string, number>();
  const named = episodes.flatMap(({ outline }) => outline.beats).flatMap(({ characters }) => characters.map(castKey));
  for (const key of named) seen.set(key, (seen.get(key) ?? 0) + 1);
  const said = new Set<string>();
  return episode.outline.beats.flatMap((beat) => [
    ...(beat.characters.length === 0 ? [note('minor', 'nobody is in this beat', beat, { suggestion: 'Name who is there.' })] : []),
    ...beat.characters.flatMap((name) => {
      if (known.has(castKey(name)) || known.size === 0 || said.has(castKey(name))) return [];
      said.add(castKey(name));
      const once = seen.get(castKey(name)) === 1;
      return [note(once ? 'minor' : 'major', `${name} is neither in the Series Bible nor in the cast${once ? ' and appears only once' : ''}`, beat,
        { suggestion: `Add ${name} to the Series Bible, or use one of its names.` })];
    }),
  ]);
}

function continuityOf({ people }: JudgedOutlines, episode: JudgedEpisode): Note[] {
  const note = writer(episode, 'continuity');
  const { logline, beats } = episode.outline;
  const promised = new Set(stemsOf(episode.summary));
  const told = new Set(stemsOf([logline, ...beats.map(({ summary }) => summary)].join(' ')));
  const shared = [...promised].filter((stem) => told.has(stem)).length;
  const notes: Note[] = [];
  if (promised.size >= FEWEST_COMPARED && shared < promised.size * SHARED_WITH_SUMMARY) {
    notes.push(note('major', 'the beats tell little of what the summary of the episode says', null,
      { quote: episode.summary, suggestion: 'Outline what the summary promises, or change the summary.' }));
  }
  const present = new Set(beats.flatMap(({ characters }) => characters).map(castKey));
  const words = `${logline} ${beats.map(({ summary }) => summary).join(' ')}`.toLowerCase();
  for (const { name, aliases } of people) {
    const names = [name, ...aliases];
    const isPromised = names.some((each) => new RegExp(`(?<!\\p{L})${literal(each)}(?!\\p{L})`, 'iu').test(episode.summary));
    const isThere = names.some((each) => present.has(castKey(each)) || words.includes(each.toLowerCase()));
    if (isPromised && !isThere) notes.push(note('major', `${name} is in the summary of the episode and in none of its beats`, null, { quote: episode.summary }));
  }
  return notes;
}

function pacingOf(episode: JudgedEpisode): Note[] {
  const note = writer(episode, 'pacing');
  const { beats } = episode.outline;
  const total = beats.reduce((sum, { estimatedPages }) => sum + estimatedPages, 0);
  const notes = beats.filter(({ estimatedPages }) => estimatedPages === 0).map((beat) => note('minor', 'the beat has no pages', beat));
  if (total < PAGES.least || total > PAGES.most) {
    notes.push(note('major', `${total} page(s) are ${total < PAGES.least ? 'too few' : 'too many'} for an episode`, null, { suggestion: `Between ${PAGES.least} and ${PAGES.most} pages.` }));
  }
  const heavy = beats.find(({ estimatedPages }) => beats.length >= FEWEST_BEATS && estimatedPages > total / 2);
  if (heavy) notes.push(note('minor', 'the beat is longer than all others together', heavy));
  return notes;
}

/** The words that two texts share, as a part of all their words (0 to 1). */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((stem) => right.has(stem)).length;
  return shared / Math.max(1, left.size + right.size - shared);
}

function repeatsOf({ episodes }: JudgedOutlines, episode: JudgedEpisode): Note[] {
  const note = writer(episode, 'originality');
  const before: { id: string; stems: Set<string> }[] = [];
  const notes: Note[] = [];
  for (const { episodeId, outline } of episodes) {
    for (const beat of outline.beats) {
      const stems = new Set(stemsOf(beat.summary));
      const twin = stems.size >= FEWEST_COMPARED && episodeId === episode.episodeId ? before.find((other) => likeness(stems, other.stems) >= ALIKE) : undefined;
      if (twin) notes.push(note('major', `the beat repeats ${twin.id}`, beat, { suggestion: 'Tell something new, or take one of them out.' }));
      before.push({ id: episodeId === episode.episodeId ? beat.id : `${episodeId} ${beat.id}`, stems });
    }
    if (episodeId === episode.episodeId) break;
  }
  return notes;
}

/** The notes on an outline, by aspect; none for an outline without beats. */
export function episodeNotes(doc: JudgedOutlines, episode: JudgedEpisode): EpisodeNotes {
  if (episode.outline.beats.length === 0) return { structure: [], character: [], continuity: [], pacing: [], originality: [] };
  return {
    structure: structureOf(episode), character: charactersOf(doc, episode), continuity: continuityOf(doc, episode), pacing: pacingOf(episode),
    originality: repeatsOf(doc, episode),
  };
}
