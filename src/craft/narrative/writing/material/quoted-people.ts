import { rememberedSource } from '../../remembered.js';
import { CLASSIC_FEMALE_NAMES, CLASSIC_MALE_NAMES } from '../../../people/names/classic-names.js';
import { SPEECH_VERB } from '../../analysis/language/lexicon.js';
import { genderOfFirstName, isFirstName } from '../../analysis/names/first-names.js';
import type { Person, TextAnalysis, Utterance } from '../../model.js';
import { countWords, type Span } from '../wording/wording.js';
import { matchesOf } from '../../../patterns/matches.js';

/** A person whom an essay or report names in full, first at offset `at`: `Gwen Pryce`, later `Pryce`. */
export interface Named {
  full: string; last: string; first: string; gender: Person['gender']; at: number;
  /** True when the last name alone means another person with that name. */
  sharesLast: boolean;
}

const TITLE = '(?:(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Captain|Councillor|Mayor|Inspector|Sir|Sister|Father|Judge|Reverend)\\.? )';
const FULL = new RegExp(`(${TITLE}?)(\\p{Lu}[\\p{L}’'-]+)((?: (?:\\p{Lu}\\.|van|de|von|der))*) (\\p{Lu}[\\p{L}’'-]+)`, 'gu');
const TITLED = new RegExp(`(${TITLE})(\\p{Lu}[\\p{L}’'-]+)`, 'gu');
const FEMALE_TITLE = /^(?:Mrs|Ms|Miss|Sister)/u;
const MALE_TITLE = /^(?:Mr|Sir|Father)\b/u;
const NO_NAME = /^(?:The|This|That|A|An|In|On|At|Of|And|But|Street|Road|Lane|River|Island|Church|House|Hill|Bay|University|Station|Bridge|Company|County|Park)$/u;
const CLASSIC = new Set([...CLASSIC_FEMALE_NAMES, ...CLASSIC_MALE_NAMES]);

const SAYS = `(?:${SPEECH_VERB}|says|asks|adds|writes|wrote|remembers|recalls|recalled|explains|tells|told|admits|thinks|answers|insists|puts it|goes on)`;
const PRONOUN_TAG = new RegExp(`\\b(he|she) (?:\\p{Ll}+ly )?${SAYS}\\b|\\b${SAYS} (he|she)\\b`, 'iu');
const NAME_TAG = new RegExp(`((?:${TITLE})?\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)?) (?:\\p{Ll}+ly )?${SAYS}\\b|\\b${SAYS} ((?:${TITLE})?\\p{Lu}[\\p{L}’'-]+(?: \\p{Lu}[\\p{L}’'-]+)?)`, 'u');
const OTHER_TAG = new RegExp(`\\b(?:the|an?|one|another|my|our|his|her|their) (?:\\p{L}+ ){1,4}${SAYS}\\b|\\b${SAYS} (?:the|an?|one|another|my|our|his|her|their) |\\b(?:I|we|they|nobody) ${SAYS}\\b`, 'u');
const MIN_QUOTED_WORDS = 3;

/**
 * The quotations of named people in an essay, as turns of these people. Only complete sentences count; the speaker is the person of a tag such as `she said`,
 * and may also speak a following quotation without a tag. A person with one such quotation speaks all of them; the author reads every other quotation. People
 * whom the analysis does not have are added to the cast.
 */
export function withQuotedPeople(analysis: TextAnalysis): TextAnalysis {
  const people = namedPeople(analysis.text);
  const cast = [...analysis.cast];
  const idOf = (named: Named): string => {
    const people = cast.filter(({ role }) => role === 'person');
    const known = people.find(({ name, cue }) => name === named.full || cue === named.first.toUpperCase())
      ?? (named.sharesLast ? undefined : people.find(({ name, aliases, cue }) =>
        [name, ...aliases, cue].some((one) => lastOf(one).toLowerCase() === named.last.toLowerCase())));
    if (known) return known.id;
    const person: Person = { id: `quoted-${named.last}-${named.at}`, cue: (named.sharesLast ? named.first : named.last).toUpperCase(), name: named.full,
      aliases: named.sharesLast ? [named.first] : [named.last, named.first], gender: named.gender, role: 'person', description: '', quoteCount: 1 };
    cast.push(person);
    return person.id;
  };
  let last: { person: Named; end: number } | null = null;
  const utterances = analysis.utterances.flatMap((turn): Utterance[] => {
    if (turn.toldBy !== null || !turn.quotes[0]) return [];
    const speaker = speakerOf(analysis, people, turn, last);
    if (!isWholeSentence(analysis.text, turn.quotes)) return [];
    last = speaker ? { person: speaker, end: turn.quotes.at(-1)!.end } : null;
    return speaker ? [{ ...turn, speaker: idOf(speaker), confidence: 'hard' }] : [];
  });
  return { ...analysis, cast, utterances };
}

const lastOf = (name: string): string => name.split(' ').at(-1)!;

/** True for quoted words that form a sentence of their own, unlike a phrase inside the author's sentence. */
function isWholeSentence(text: string, quotes: readonly Span[]): boolean {
  const words = quotes.map(({ start, end }) => text.slice(start, end).replace(/^[“"‘']+|[”"’']+$/gu, '').trim());
  const first = text.slice(Math.max(0, quotes[0]!.start - 40), quotes[0]!.start).trimEnd();
  const isTakenIn = /[\p{L}\d]$/u.test(first) && !new RegExp(`${SAYS}$`, 'u').test(first);
  return !isTakenIn && /^\p{Lu}|^…/u.test(words[0]!) && /[.!?,…—]$/u.test(words[0]!)
    && words.reduce((sum, one) => sum + countWords(one), 0) >= MIN_QUOTED_WORDS;
}

/** The speaker of a turn: by its tag, by the person whom its `she` means, or without a tag the person who spoke last. Null when unclear. */
function speakerOf(
  { text, paragraphs }: TextAnalysis, people: readonly Named[], { quotes, paragraph: at }: Utterance, last: { person: Named; end: number } | null,
): Named | null {
  const own = paragraphs[at] ?? { start: quotes[0]!.start, end: quotes.at(-1)!.end };
  const first = quotes[0]!.start;
  const end = quotes.at(-1)!.end;
  const lead = text.slice(own.start, first);
  const beside = [text.slice(quotes[0]!.end, quotes[1]?.start ?? Math.min(own.end, quotes[0]!.end + 120)).split(/[.!?][\s]/u)[0]!,
    /[,:]\s*$/u.test(lead) ? lead.split(/(?<=[.!?])\s/u).at(-1)! : '', text.slice(end, Math.min(own.end, end + 120)).split(/[.!?]\s/u)[0]!];
  for (const tag of beside.filter((words) => words.trim() !== '')) {
    const named = NAME_TAG.exec(tag);
    const name = named?.[1] ?? named?.[2];
    const person = name === undefined ? null : personNamed(people, name, first + 200);
    if (person) return person;
    const pronoun = PRONOUN_TAG.exec(tag);
    const word = (pronoun?.[1] ?? pronoun?.[2])?.toLowerCase();
    if (word) return latestNamed(text, people, own.start, first, word === 'she' ? 'female' : 'male', last);
    if (OTHER_TAG.test(tag)) return null;
  }
  if (/[\p{L}]/u.test(text.slice(own.start, first).replace(/[“"][^”"]*[”"]/gu, ''))) {
    const here = mentions(text, people, own.start, first);
    return new Set(here).size === 1 ? here[0]! : last && here.length === 0 && last.end > own.start ? last.person : null;
  }
  // A quotation in a paragraph of its own continues with the person of the previous paragraph.
  const before = paragraphs.findLast(({ end: stop, kind }) => stop <= own.start && kind === 'body');
  const told = new Set(mentions(text, people, Math.max(before?.start ?? 0, last?.end ?? 0), first));
  if (told.size === 1) return [...told][0]!;
  return last && (told.size === 0 || told.has(last.person)) ? last.person : null;
}

const personNamed = (people: readonly Named[], name: string, before: number): Named | null => {
  const bare = name.replace(new RegExp(`^${TITLE}`, 'u'), '');
  const fitting = people.filter(({ at }) => at <= before);
  return fitting.find(({ full }) => full === bare) ?? fitting.find(({ last, sharesLast }) => last === lastOf(bare) && !sharesLast)
    ?? fitting.find(({ first }) => first === bare) ?? null;
};

/** The people whom a stretch names, in order. */
function mentions(text: string, people: readonly Named[], start: number, end: number): Named[] {
  const words = text.slice(start, end);
  const found = people.flatMap((person) => {
    const others = people.filter((one) => one !== person && one.last === person.last && one.first !== '').map((one) => `(?<!${one.first} )`).join('');
    const names = [...(person.sharesLast ? [] : [`${others}${person.last}`]), ...(person.first === '' ? [] : [person.first])];
    return [...words.matchAll(new RegExp(`(?<!\\p{L})(?:${names.join('|')})(?!\\p{L})`, 'gu'))].map(({ index }) => ({ person, index }));
  });
  return found.sort((a, b) => a.index - b.index).map(({ person }) => person);
}

/**
 * The person whom a pronoun of this sex means: the first fitting person whom its paragraph names before `first`, else the one named or quoted most recently
 * before the paragraph; null without one. A person of unknown sex fits too.
 */
function latestNamed(text: string, people: readonly Named[], own: number, first: number, gender: Person['gender'], last: { person: Named; end: number } | null): Named | null {
  const fits = (person: Named): boolean => person.gender === gender || person.gender === 'neutral';
  const here = mentions(text, people, own, first).filter(fits);
  // A paragraph is about its first person: after `Hale wrote to Osei`, a pronoun means Hale.
  if (here.length > 0) return here[0]!.gender === gender || here.length === 1 ? here[0]! : here.find((one) => one.gender === gender) ?? here[0]!;
  const since = mentions(text, people, last?.end ?? 0, own).filter(fits);
  return since.at(-1) ?? (last && fits(last.person) ? last.person : null);
}

/** The people whom a text names in full or with a title, in the order of their first mention. */
export const namedPeople = rememberedSource((text): readonly Named[] => {
  const people = new Map<string, Named>();
  const add = (title: string, first: string, name: string, at: number): void => {
    const last = name.replace(/[’']s?$/u, '');
    if (NO_NAME.test(first) || NO_NAME.test(last)) return;
    const full = [first, last].filter((part) => part !== '').join(' ');
    const same = [...people.values()].filter((one) => one.last === last);
    if (same.some((one) => one.first === first || first === '' || one.first === '')) return;
    people.set(full, { full, first, last, at, sharesLast: same.length > 0, gender: sexOf(text, { title, first, at: at + title.length + full.length }) });
  };
  for (const match of matchesOf(text, FULL)) {
    const [, title = '', first, , last] = match as unknown as [string, string, string, string, string];
    if (title !== '' || isFirstName(first) || genderOfFirstName(first) !== null || CLASSIC.has(first) || isPersonLike(text, match)) add(title, first, last, match.index);
  }
  const given = new Set([...people.values()].map(({ first }) => first));
  for (const match of matchesOf(text, TITLED)) if (!given.has(match[2]!)) add(match[1]!, '', match[2]!, match.index);
  return [...people.values()].sort((a, b) => a.at - b.at);
});

/** True for an unknown first name before a description (`Piet Anders, who …`) when the last name occurs again in the text. */
function isPersonLike(text: string, match: RegExpExecArray): boolean {
  const after = text.slice(match.index + match[0].length, match.index + match[0].length + 12);
  const before = text.slice(Math.max(0, match.index - 12), match.index);
  const again = text.split(new RegExp(`(?<!\\p{L})${match[4]!}(?!\\p{L})`, 'u')).length > 2;
  return again && /^, (?:who|an?|the|now|then|\d)\b/u.test(after) && !/\b(?:[Tt]he|[Ii]n|[Aa]t|[Ff]rom|[Nn]ear|[Oo]f|[Tt]o) $/u.test(before);
}

/** The sex by title or first name, else by the next pronoun; `neutral` when none shows it. */
function sexOf(text: string, { title, first, at }: { title: string; first: string; at: number }): Person['gender'] {
  if (FEMALE_TITLE.test(title)) return 'female';
  if (MALE_TITLE.test(title)) return 'male';
  const byName = genderOfFirstName(first);
  if (byName) return byName;
  const next = /\b(he|his|him|she|her)\b/iu.exec(text.slice(at, at + 300))?.[1]?.toLowerCase();
  return next === undefined ? 'neutral' : /^s?he$|^her$/u.test(next) && next !== 'he' ? 'female' : 'male';
}

const PRESENT_TAG = /[,.!?]["”]\s+(?:\p{Lu}\p{L}+ |she |he |they )?(?:says?|writes?|adds?|explains?|remembers?|recalls?|admits?|asks?|insists?)\b/gu;
const PAST_TAG = /[,.!?]["”]\s+(?:\p{Lu}\p{L}+ |she |he |they )?(?:said|told|wrote|added|explained|remembered|recalled|admitted|asked|insisted|cried|answered|replied)\b/gu;
const FIGURES = /\b(?:1[89]|20)\d\d\b|\b(?:per ?cent|percent|million|euros?|dollars|pounds)\b|%/gu;
const MAX_EXCHANGED = 0.34;
const MIN_PEOPLE = 2;

/**
 * True for a text that reports what people say, however much it quotes, such as a feature or a news item. It names people in full, states figures or lets
 * them speak in the present tense, and their quotations do not answer each other.
 */
export function isReported({ text, paragraphs, quotes, narrator, form }: TextAnalysis): boolean {
  if (narrator !== null || !/^(?:essay|fiction)$/u.test(form) || quotes.length === 0) return false;
  const bodies = paragraphs.filter(({ kind }) => kind === 'body').map(({ start, end }) => text.slice(start, end));
  const spoken = bodies.map((body) => /^["“]/u.test(body));
  const exchanged = spoken.filter((is, at) => is && spoken[at - 1]).length / Math.max(1, spoken.filter(Boolean).length);
  const present = (text.match(PRESENT_TAG) ?? []).length;
  const past = (text.match(PAST_TAG) ?? []).length;
  return exchanged <= MAX_EXCHANGED && (present > past || (text.match(FIGURES) ?? []).length >= 3)
    && namedPeople(text).filter(({ first, last }) => first !== '' && last !== '').length >= MIN_PEOPLE;
}
