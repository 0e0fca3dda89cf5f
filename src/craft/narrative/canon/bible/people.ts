import { literal } from '../../literal.js';
import type { Person, TextAnalysis } from '../../model.js';
import type { SourceSpan } from '../../../screenplay/model.js';
import { registerOf, shownName, type Registered } from '../../analysis/people/register.js';
import type { SourceAnalysis } from '../../writing/material/source-analysis.js';
import { rolesNamedIn } from '../attributed-roles.js';
import { wordsOf } from '../wording.js';
import { clip, oneLine, type FoundSentence } from './sourced-words.js';

/** A character of a Series Bible. A field is empty when the text says nothing about it. */
export interface BibleCharacterDraft { name: string; role: string; want: string; wound: string; arc: string; voice: string; relationships: string }

/**
 * Characters with the source spans that support them. `forms` holds the names that the text uses for each character; `open` holds the questions that remain.
 */
export interface FoundPeople { characters: BibleCharacterDraft[]; forms: string[][]; spans: SourceSpan[]; open: string[] }

const MAX_PEOPLE = 20;
const MIN_LINES = 2;
const KIN = 'wife|husband|widow|brother|sister|son|daughter|father|mother|uncle|aunt|nephew|niece|cousin|friend|partner|servant|master|neighbour|neighbor|assistant|employer|landlady|colleague|companion|rival|enemy|boss';
/** Endings of nouns that denote a person. */
const PERSONAL = /(?:er|or|ist|ian|man|woman|ess|eur|smith|wright|keeper)$/u;
const namesSomebody = (phrase: string): boolean => rolesNamedIn(phrase).length > 0
  || PERSONAL.test(phrase.split(/ (?:of|with|from|in|at|to)\b/u)[0]!.split(' ').at(-1)!);
const ROLE_STOP = /\b(?:who|which|that|when|where|as|but|and then)\b.*$/u;

const nameForms = ({ name, aliases }: Pick<Person, 'name' | 'aliases'>): string[] => [...new Set([name, ...aliases])].filter((form) => form.length > 2 && /^\p{Lu}/u.test(form));

/** What the narration calls a person: `Moss, the harbour master`, `Moss was a chaplain`. */
export function roleOf<S extends { text: string }>(person: Pick<Person, 'name' | 'aliases'>, sentences: readonly S[]): { text: string; at: S } | null {
  const forms = nameForms(person).map(literal).join('|');
  if (forms === '') return null;
  const pattern = new RegExp(`(?<![\\p{L}])(?:${forms}),? (?:(?:who )?(?:is|was) )?((?:the|an?|my|his|her|our) [a-z][^,.;:“”!?]{2,60})`, 'u');
  for (const sentence of sentences) {
    const match = pattern.exec(sentence.text);
    const phrase = match?.[1]?.replace(ROLE_STOP, '').trim();
    const isNamed = match !== null && (/,/u.test(match[0].slice(0, match[0].length - match[1]!.length)) || / (?:is|was) /u.test(match[0]));
    if (phrase && isNamed && namesSomebody(phrase) && wordsOf(phrase).length >= 2 && wordsOf(phrase).length <= 8) return { text: phrase, at: sentence };
  }
  return null;
}

function wantOf(person: Person, { analysis }: SourceAnalysis): { text: string; start: number; end: number } | null {
  for (const quote of analysis.quotes) {
    if (quote.speaker !== person.id || quote.confidence === 'weak') continue;
    const words = oneLine(analysis.text.slice(quote.start, quote.end));
    const match = /(?:^|[.!?,;] )(I (?:want|wish|must|mean|hope|need|intend) (?:to )?[^.!?;”"]{8,140}[.!?]?)/u.exec(words);
    if (match) return { text: `“${match[1]!.trim()}”`, start: quote.start, end: quote.end };
  }
  return null;
}

const LENGTHS = [[7, 'short lines'], [16, 'lines of middling length'], [Infinity, 'long speeches']] as const;
const AGE_WORDS = { child: 'a child', teen: 'in the teens', young_adult: 'a young adult', adult: 'an adult', senior: 'old' } as const;

/** How a person sounds: what the text says of sex, age and origin, and how long the lines are. */
function voiceOf(person: Person, analysis: TextAnalysis): string {
  const lines = analysis.quotes.filter(({ speaker }) => speaker === person.id).map(({ start, end }) => wordsOf(analysis.text.slice(start, end)).length);
  const average = lines.reduce((sum, words) => sum + words, 0) / Math.max(1, lines.length);
  const manner = lines.length === 0 ? null : `${LENGTHS.find(([most]) => average <= most)![1]}, ${Math.round(average)} words on average`;
  return [
    person.gender === 'neutral' ? null : person.gender, person.ageRange ? AGE_WORDS[person.ageRange] : null,
    person.accent ? `${person.accent} English` : null, manner,
  ].filter((part) => part !== null).join('; ');
}

function relationsOf(person: Person, people: readonly Person[], sentences: readonly FoundSentence[]): FoundSentence[] {
  const own = nameForms(person).map(literal).join('|');
  const others = people.filter((other) => other !== person).flatMap(nameForms).map(literal).join('|');
  if (own === '' || others === '') return [];
  const [mine, theirs] = [new RegExp(`(?<!\\p{L})(?:${own})(?!\\p{L})`, 'u'), new RegExp(`(?<!\\p{L})(?:${others})(?!\\p{L})`, 'u')];
  const kin = new RegExp(`\\b(?:${KIN})s?\\b`, 'u');
  return sentences.filter(({ text }) => kin.test(text) && mine.test(text) && theirs.test(text)).slice(0, 2);
}

/** The people who speak in the sources, those with the most lines first. `open` asks for what the text does not say about them. */
export function peopleIn(sources: readonly SourceAnalysis[], sentences: readonly FoundSentence[]): FoundPeople {
  const spans: SourceSpan[] = [];
  const open: string[] = [];
  const forms: string[][] = [];
  const known = new Set<Registered>();
  const register = registerOf(sources.map(({ analysis }) => analysis.cast));
  const found = sources.flatMap((source, index) => source.analysis.cast.map((person) => ({ person, source, registered: register.of(index, person.id)! })))
    .filter(({ person }) => person.role === 'narrator' || person.quoteCount >= MIN_LINES)
    .sort((left, right) => right.person.quoteCount - left.person.quoteCount);
  const characters = found.flatMap(({ person, source, registered }): BibleCharacterDraft[] => {
    if (known.has(registered) || known.size >= MAX_PEOPLE) return [];
    known.add(registered);
    const name = shownName(registered);
    forms.push([...new Set([registered.name, ...registered.aliases, name])].filter((form) => /^\p{Lu}/u.test(form)));
    const here = sentences.filter((sentence) => sentence.source === source);
    const role = roleOf(person, here);
    const want = wantOf(person, source);
    const relations = relationsOf(person, source.analysis.cast, here);
    if (role) spans.push(...role.at.source.toSpans([role.at]));
    if (want) spans.push(...source.toSpans([want]));
    spans.push(...relations.flatMap((sentence) => sentence.source.toSpans([sentence])));
    open.push(`What does ${name} want, and what hurts or changes ${name}?${want ? ' The text has one wish only.' : ''}`);
    const lines = person.quoteCount === 1 ? 'one line' : `${person.quoteCount} lines`;
    // `name` must match the scripts, so the full name goes before the role.
    const full = /^\p{Lu}/u.test(registered.name) && registered.name.replaceAll('.', '') !== name ? `${registered.name}, ` : '';
    return [{
      name, role: full + clip(role?.text ?? (person.role === 'narrator' ? 'tells the story' : `speaks ${lines} in the source`), 380),
      want: want?.text ?? '', wound: '', arc: '', voice: voiceOf(person, source.analysis), relationships: relations.map(({ text }) => text).join(' '),
    }];
  });
  return { characters, forms, spans, open };
}
