import { SPEECH_VERB } from '../analysis/language/lexicon.js';
import { shownName } from '../analysis/people/register.js';
import { splitSentences } from '../analysis/language/sentences.js';
import { standsAlone } from '../analysis/digest/standalone.js';
import { literal } from '../literal.js';
import type { OutlineBrief, OutlineDraft, Person } from '../model.js';
import { rolesFor, sharesOf } from '../writing/arrangement/arrangement.js';
import { zonesOf } from '../writing/arrangement/zones.js';
import type { Item, Material } from '../writing/material/items.js';
import { materialsOf } from '../writing/material/material.js';
import { canonFacts } from '../writing/staging/canon.js';
import { Casting } from '../writing/staging/casting.js';
import { countWords } from '../writing/wording/wording.js';
import { materialsOfEpisode } from './episode-part.js';

/** Words of source material for one beat, and for one page of a screenplay. */
const WORDS_PER_BEAT = 210;
const WORDS_PER_PAGE = 170;
const BEATS = { least: 3, most: 12 } as const;

const MAX_SUMMARY_WORDS = 48;
const MAX_BEAT_PEOPLE = 8;

const STAGING = { mode: 'drama', narrationPolicy: 'include' } as const;

const wordsIn = (items: readonly Item[]): number => items.reduce((sum, { words }) => sum + words, 0);

/** A speech tag without its quotation: `Remarked the keeper, and sat down.` */
const TAG = new RegExp(`^(?:(?:${SPEECH_VERB}) |(?:I|[Hh]e|[Ss]he|[Tt]hey|(?:\\p{Lu}[\\p{Ll}.]+ ?)+) (?:${SPEECH_VERB})\\b)`, 'u');

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface Candidate { text: string; words: number; worth: number; order: number }

/** The sentences of narration in a beat, scored so that those that can be understood alone rank first. */
function sentencesOf(items: readonly Item[]): Candidate[] {
  return items.flatMap((item, at) => {
    if (item.kind !== 'narration' || item.isTag) return [];
    return splitSentences(item.text).map(({ start, end }, order): Candidate => {
      const text = item.text.slice(start, end).replace(/\s+/gu, ' ').trim();
      const words = countWords(text);
      const clear = standsAlone(text).ok ? 1 : 0;
      const plain = /[“”"]/u.test(text) ? 0 : 0.3;
      const size = (words < 6 || words > 40 ? -0.6 : 0) - (TAG.test(text.charAt(0).toLowerCase() + text.slice(1)) || TAG.test(text) ? 0.8 : 0) - (/[,;:]$/u.test(text) ? 0.8 : 0);
      return { text, words, order: at + order / 1000, worth: item.salience + clear + plain + size + (at === 0 ? 0.15 : 0) };
    });
  }).filter(({ text }) => text !== '');
}

/** What happens in a beat: one or two sentences of the source; without a suitable sentence, the first words of its most salient line. */
function summaryOf(items: readonly Item[], nameOf: (item: Item) => string | null): string {
  const ranked = sentencesOf(items).sort((a, b) => b.worth - a.worth || a.order - b.order);
  const [first, ...others] = ranked;
  if (!first || first.words < 4 || first.worth < 0) {
    const lines = items.filter(({ kind, words }) => kind === 'line' && words >= 4).sort((a, b) => b.salience - a.salience);
    const [line] = lines;
    const told = line ? `${capitalised(nameOf(line) ?? 'someone')} says: ${line.text}` : first?.text ?? items[0]?.text ?? '';
    return told.split(' ').slice(0, MAX_SUMMARY_WORDS).join(' ');
  }
  const second = others.find(({ words, worth }) => words + first.words <= MAX_SUMMARY_WORDS && worth > 1);
  const chosen = second ? [first, second].sort((a, b) => a.order - b.order) : [first];
  return chosen.map(({ text }) => text).join(' ').split(' ').slice(0, MAX_SUMMARY_WORDS * 2).join(' ');
}

/** The names of the people of one material: those of the project, else those of the text. */
function namesOf(materials: readonly Material[], material: number, brief: OutlineBrief): Map<string, string> {
  const canon = canonFacts(brief.canon);
  const casting = new Casting(materials, canon, [], STAGING);
  const project = new Map(canon.characters.map(({ name }) => [name.toUpperCase(), name]));
  const people = materials[material]!.analysis.cast.filter(({ role }) => role === 'person');
  return new Map(people.flatMap((person): [string, string][] => {
    const known = project.get(casting.cueOf(material, person.id));
    // A descriptor such as `the other` identifies nobody outside its passage.
    if (known === undefined && (person.quoteCount === 0 || !/\p{Lu}/u.test(person.name))) return [];
    return [[person.id, known ?? shownName({ ...person, cue: casting.cueOf(material, person.id) })]];
  }));
}

/** True when narration names the person. A name made of common words is not searched for. */
function isNamedIn(text: string, { name, aliases }: Person): boolean {
  return [name, ...aliases].some((each) => /^\p{Lu}\p{Ll}/u.test(each) && each.length > 2
    && new RegExp(`(?<![\\p{L}])${literal(each)}(?![\\p{L}])`, 'u').test(text));
}

/** The people of the beat: first the speakers, those with the most words first, then those whom the narration names. */
function peopleOf(items: readonly Item[], { analysis }: Material, names: ReadonlyMap<string, string>): string[] {
  const words = new Map<string, number>();
  for (const item of items) if (item.kind === 'line' && item.speaker !== null) words.set(item.speaker, (words.get(item.speaker) ?? 0) + item.words);
  const speaking = [...words].sort((a, b) => b[1] - a[1]).map(([id]) => id);
  const told = items.filter(({ kind }) => kind === 'narration').map(({ text }) => text).join(' ');
  const named = analysis.cast.filter((person) => isNamedIn(told, person)).map(({ id }) => id);
  const found = [...speaking, ...named].flatMap((id) => names.get(id) ?? []);
  return [...new Set(found)].slice(0, MAX_BEAT_PEOPLE);
}

/** The pages of a scene that plays the whole passage, in quarters. */
const pagesOf = (items: readonly Item[]): number => Math.max(0.25, Math.round((wordsIn(items) / WORDS_PER_PAGE) * 4) / 4);

function firstSentenceOf(text: string): string {
  const clean = text.replace(/\s+/gu, ' ').trim();
  const [first] = splitSentences(clean);
  return first ? clean.slice(first.start, first.end) : clean;
}

/**
 * An outline of an episode from the part of the sources that matches its summary. Each beat is a passage, of about equal length and bordered by changes of
 * vocabulary, with the words of the source, its people and its pages. Nothing is invented. No beats when the sources say nothing.
 */
export function outlineOf(brief: OutlineBrief): OutlineDraft {
  const all = materialsOf(brief.sources, STAGING);
  const materials = materialsOfEpisode(all, brief.episodes, brief.index);
  const words = materials.reduce((sum, { items }) => sum + wordsIn(items), 0);
  const wanted = Math.min(BEATS.most, Math.max(BEATS.least, Math.round(words / WORDS_PER_BEAT)));
  const shares = sharesOf(materials, wanted);
  const beats = materials.flatMap((material, index) => {
    const names = namesOf(materials, index, brief);
    const zones = shares[index] === 0 ? [] : zonesOf(material.items.map((item, at) => ({
      words: item.words, vector: material.salience.vectors[at]!, group: item.paragraph,
    })), shares[index]!);
    return zones.map(({ from, to }) => {
      const items = material.items.slice(from, to);
      const nameOf = (item: Item): string | null => (item.speaker === null ? null : names.get(item.speaker) ?? null);
      return { summary: summaryOf(items, nameOf), characters: peopleOf(items, material, names), estimatedPages: pagesOf(items) };
    });
  });
  const roles = rolesFor(beats.length);
  const told = firstSentenceOf(brief.episode.summary);
  return {
    logline: told !== '' ? told : firstSentenceOf(beats[0]?.summary ?? ''),
    beats: beats.map((beat, at) => ({ role: roles[at] ?? 'proof', ...beat })),
  };
}
