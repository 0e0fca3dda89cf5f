import { ENDS_IN_PERSON } from '../../../narrative/analysis/language/lexicon.js';
import { tagWords } from '../../../narrative/analysis/language/tagger.js';
import type { DeckSentence } from '../../deck.js';
import { leadsOf, peopleOf, type DeckSource } from '../deck-source.js';
import { firstSentences } from '../material/fields.js';
import { placeTitle, roleFor, shownName, shownWithin } from '../material/naming.js';
import { LEANS, MOMENTARY, proposalOf, runsOf, tellingWorth, type Proposal, type Wanted } from '../material/proposals.js';
import { statementsOf, type Statement } from '../material/statements.js';

/** Words that tell that someone wants something. */
const WANT = new RegExp('\\b(?:wants?|wanted|wish(?:es|ed)? (?:to|for|that)|determined|resolved|must(?! have\\b| be\\b)|ha(?:d|s|ve) to|seeks?|sought|hop(?:es?|ed) (?:to|for|that)|mean(?:s|t) to|intend(?:s|ed)?|sets? out'
  + '|tr(?:y|ies|ied) to|vow(?:s|ed)?|swor?ears?|swore|needs?|needed|long(?:s|ed) (?:to|for)|dream(?:s|ed|t) of|decid(?:es|ed)|refus(?:es|ed)|promis(?:es|ed)|in search of|look(?:s|ed|ing) for'
  + '|to (?:find|save|win|marry|prove|discover|escape|kill|catch|stop|rescue|steal|keep|hide|get rid of)|plan(?:s|ned) to|expects? to|ask(?:s|ed) (?:him|her|them|me|us|\\p{Lu}\\p{Ll}+) to)\\b', 'iu');
/** Words that tell of an obstacle. */
const AGAINST = /\b(?:but|against|until|unless|before|although|though|in spite|despite|without|or else|forbid\w*|forbade|refus\w+|danger\w*|fear\w*|afraid|death|dead|enem\w+|lost|missing|never|impossible|only|no one|nobody|cannot|could not|would not|will not)\b/iu;
/** Words for a passing attempt or duty, rather than for the wish of a story. */
const PASSING = /\b(?:tried to|ha[ds] to|was (?:only|not|never)|could not help)\b/iu;

const namesSomebody = ({ text }: Statement): boolean => tagWords(text).some(({ lower, pos }) => pos === 'NOUN' && ENDS_IN_PERSON.test(lower));
const hasLead = (source: DeckSource, { scored, speaker }: Statement): boolean =>
  leadsOf(source).some((lead) => scored.named.includes(lead) || speaker === lead);

/** The bonus of a sentence that tells of a wish and of its obstacle, so that it can compete with quoted lines. */
const WANTED_AND_HINDERED = 1.9;

/** How well a sentence says briefly who wants what, and what is in the way; null when it does not. */
function loglineWorth(source: DeckSource, statement: Statement): number | null {
  const { text, words, at, speaker, scored, isPersonal } = statement;
  const [wants, isAgainst] = [WANT.test(text), AGAINST.test(text)];
  const who = hasLead(source, statement) ? 1.2 : scored.named.length > 0 ? 0.6 : namesSomebody(statement) ? 0.3 : 0;
  if (who === 0 || !wants || !isAgainst || words < 9 || words > 32 || at > 0.8 || scored.leaning > 0.3 || speaker !== null) return null;
  return tellingWorth(statement) + statement.salience + who + WANTED_AND_HINDERED - (MOMENTARY.test(text) ? 1.2 : 0) - (PASSING.test(text) ? 0.7 : 0)
    - (isPersonal ? 0.4 : 0) - 0.6 * Math.abs(Math.max(0, at) - 0.15);
}

/** Beyond this many words, a quotation is too long to be said in one breath, and loses worth. */
const QUOTED_WORDS = 15;

/** How well a line says what somebody wants, or what is at stake. */
function wishWorth(statement: Statement, isFirst: boolean): number {
  const { text, scored, salience, at, words } = statement;
  const ofLength = scored.marks.find(({ rule }) => rule === 'length')?.points ?? 0;
  return scored.points - ofLength + 1.5 * salience + (WANT.test(text) && /\bI\b/u.test(text) ? 0.8 : 0) + (AGAINST.test(text) ? 0.5 : 0) + (isFirst ? 0.3 : 0)
    + (scored.isQuestion ? -0.6 : 0) - 0.5 * Math.abs(Math.max(0, at) - 0.35) - 0.08 * Math.max(0, words - QUOTED_WORDS) - (scored.isErrand ? 1.5 : 0);
}

/** How well a sentence of narration introduces a lead; null when it does not. */
function introductionWorth(source: DeckSource, statement: Statement): number | null {
  const { text, words, at, speaker, scored } = statement;
  if (speaker !== null || !hasLead(source, statement) || words < 9 || words > 30 || at > 0.7) return null;
  return tellingWorth(statement) + 0.5 * statement.salience + (WANT.test(text) || AGAINST.test(text) ? 0.4 : 0) - (PASSING.test(text) ? 0.4 : 0)
    - 0.25 * Math.max(0, scored.named.length - 2) - 0.5 * Math.max(0, at);
}

const isWish = ({ text }: Statement): boolean => WANT.test(text) && /\bI\b/u.test(text);

/** Loglines that name the leads and quote a wish of one of them: "Tom Reed and Ada Pell, the harbour master, who says: “I must have the light by Friday.”" */
function ownWords(source: DeckSource, { allows, mostMs }: Wanted): Proposal[] {
  const statements = statementsOf(source);
  const leads = leadsOf(source);
  const roles = new Map(leads.map((lead) => [lead, roleFor(source, statements, lead)]));
  const ofLeads = statements.filter(({ speaker }) => speaker !== null && leads.includes(speaker));
  const wishes = ofLeads.filter(({ at, words, scored }) => at <= 0.85 && words >= 5 && words <= 24 && scored.leaning < LEANS).filter(allows);
  return wishes.flatMap((statement) => {
    const { text, origin, scored, speaker } = statement;
    const people = [...leads.filter((lead) => lead !== speaker), speaker!];
    const worth = wishWorth(statement, speaker === leads[0]);
    const quote = `${scored.isQuestion ? 'asks' : 'says'}: “${text.replace(/“/gu, '‘').replace(/”/gu, '’')}”`;
    const named = people.map((person, at) => (at === 0 ? shownName(source, person) : shownWithin(source, person)));
    const short: DeckSentence = { text: named.length === 1 ? `${named[0]!} ${quote}` : `${named.join(' and ')}, who ${quote}`, origins: [origin] };
    const described = people.map((person, at) => (roles.get(person) ? `${named[at]!}, ${roles.get(person)!.text}` : named[at]!));
    const long: DeckSentence = { text: `${described.map((words, at) => (at === 0 && roles.get(people[0]!) && people.length > 1 ? `${words},` : words)).join(' and ')}, who ${quote}`, origins: [...people.flatMap((person) => roles.get(person)?.origin ?? []), origin] };
    return [...(long.origins.length > 1 ? [proposalOf([long], [statement], worth + 0.05)] : []), proposalOf([short], [statement], worth)];
  }).filter(({ ms }) => ms <= mostMs).sort((one, other) => other.worth - one.worth);
}

/**
 * Proposals for the story in one sentence: the logline of the Series Bible, a retold one, a sentence of the sources or the wish of a lead, an introduction of
 * a lead, the thesis of the plan, or another telling sentence of the first half.
 */
export function loglines(source: DeckSource, wanted: Wanted, retold: readonly Proposal[] = []): Proposal[] {
  const own = firstSentences(source.canon?.logline, { kind: 'canon', field: 'logline' }, { ...wanted, mostSentences: 1 });
  const told = runsOf(source, { ...wanted, mostSentences: 1 }, (statement) => loglineWorth(source, statement));
  const thesis = firstSentences(source.plan.thesis.oneLine, { kind: 'plan', field: 'thesis.oneLine' }, { ...wanted, mostSentences: 1 });
  const quoted = ownWords(source, wanted);
  const both = [...told, ...quoted.filter(({ statements: [line] }) => isWish(line!))].sort((one, other) => other.worth - one.worth);
  const introductions = runsOf(source, { ...wanted, mostSentences: 1 }, (statement) => introductionWorth(source, statement));
  const rest = runsOf(source, { ...wanted, mostSentences: 1 }, (statement) => (statement.at <= 0.5 && statement.words >= 8 ? tellingWorth(statement) : null));
  return [...own, ...retold, ...(peopleOf(source).length > 0 ? [...both, ...introductions, ...thesis, ...rest, ...quoted] : [...thesis, ...told, ...rest])];
}

/** Whether a text sums up the story, rather than being just one of its sentences. */
export const saysTheStory = (source: DeckSource, { statements: [statement] }: Pick<Proposal, 'statements'>): boolean =>
  statement === undefined || loglineWorth(source, statement) !== null || (statement.speaker !== null && isWish(statement));

const PLACE = /\b(?:in|at|on|near|by|under|above|beyond|over|along|between|across|outside|inside|down|up) (?:the|a|an|our|his|her|its|\p{Lu})/u;
const THINGS = new RegExp('\\b(?:sea|shore|coast|island|river|hills?|mountains?|moor|forest|wood|fields?|garden|village|town|city|street|road|square|house|room|hall|kitchen|cottage|castle|church|school|inn|farm'
  + '|harbou?r|ship|station|office|shop|door|windows?|walls?|roof|sky|stars?|sun|moon|rain|snow|wind|fog|mist|storm|winter|summer|autumn|spring|night|morning|evening|dawn|dusk|lamps?|fire|candles?|light|dark(?:ness)?'
  + '|country|world|land|century|year|valley|bridge|tower|lane|laboratory|library|desert|camp)\\b', 'giu');
const WHEN = /\b(?:1[0-9]\d\d|20\d\d|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|Sunday|century|in those days|one (?:night|day|evening|morning))\b/u;

/** How well a sentence shows where and when a story takes place; null when it does not. */
function worldWorth(statement: Statement): number | null {
  const { text, at, scored, words, speaker, isPersonal } = statement;
  const things = new Set((text.match(THINGS) ?? []).map((thing) => thing.toLowerCase())).size;
  if (things === 0 || speaker !== null || words < 6 || at > 1 || (scored.named.length > 0 && MOMENTARY.test(text))) return null;
  return 0.5 * Math.min(4, things) + (PLACE.test(text) ? 0.4 : 0) + (WHEN.test(text) ? 0.5 : 0) + 0.4 * statement.salience
    - 2 * scored.leaning - (isPersonal ? 0.7 : 0) - 0.4 * scored.named.length - 1.2 * Math.max(0, at) - 0.03 * Math.max(0, words - 28);
}

const MOST_PLACES = 4;

/** A proposal that lists up to four places named in scene headings, each of at least two words; empty when there are none. */
function placesNamed({ screenplay }: DeckSource): Proposal[] {
  const seen = new Set<string>();
  const sentences = screenplay.entries.flatMap(({ kind, text, index }): DeckSentence[] => {
    const place = kind === 'scene_heading' ? placeTitle(text) : null;
    const from = place === null ? -1 : text.toLowerCase().indexOf(place.toLowerCase());
    if (place === null || !place.includes(' ') || from < 0 || seen.has(place)) return [];
    seen.add(place);
    return [{ text: `${place}.`, origins: [{ kind: 'entry', entryIndex: index, from, to: from + place.length }] }];
  });
  return sentences.length === 0 ? [] : [proposalOf(sentences.slice(0, MOST_PLACES), [], 0)];
}

/** Proposals about the place and time of the story, from the Series Bible, the sources and the scene headings. */
export function worlds(source: DeckSource, wanted: Wanted): Proposal[] {
  const own = (['premise', 'locationTruths'] as const).flatMap((field) => firstSentences(source.canon?.[field], { kind: 'canon', field }, wanted));
  const told = runsOf(source, wanted, worldWorth);
  return [...own, ...told, ...placesNamed(source)].filter(({ ms }) => ms <= wanted.mostMs);
}
