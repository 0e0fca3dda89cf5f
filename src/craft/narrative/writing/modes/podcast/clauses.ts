import { MONTHS } from '../../../analysis/language/abbreviations.js';
import { tagWords, type TaggedWord } from '../../../analysis/language/tagger.js';
import { isPlural } from '../../wording/topics.js';
import { wordTable } from '../../../../patterns/word-table.js';

/** A tagged word with its place in the sentence. */
export interface Token extends TaggedWord { start: number; end: number }

/** A plain statement: its opening phrase, its subject and verb, and the words after the verb. */
export interface Clause {
  sentence: string;
  tokens: Token[];
  /** The opening phrase: `In February`, `On the morning of Saturday 6 May`; empty without one. */
  lead: string;
  /** The subject as written inside a question: no capital unless it is a name. */
  subject: string;
  subjectTokens: Token[];
  isPlural: boolean;
  /** Position of the first verb, an auxiliary or a full verb. */
  verb: number;
}

const SEASON = 'spring|summer|autumn|fall|winter|year|month|week|morning|afternoon|evening|night|day|century|decade';
/** A phrase that says when, with a date, a clock time or a named part of the year. */
export const WHEN = new RegExp(`\\b(?:in|on|at|by|since|until|during|between|from|before|after|about) (?:the (?:\\p{L}+ )?(?:${SEASON})s? of )?`
  + `(?:(?:early|late|mid|about|only) )?(?:\\p{Lu}\\p{Ll}+day,? )?(?:\\d{1,2}(?:st|nd|rd|th)? (?:${MONTHS})(?:,? \\d{4})?|(?:${MONTHS})(?: \\d{1,2}(?:st|nd|rd|th)?\\b)?(?:,? \\d{4})?`
  + `|1[0-9]\\d\\d|20\\d\\d|\\d{1,2}[:.]\\d\\d|(?:${SEASON}) of \\d{4}|\\p{Lu}\\p{Ll}+day)\\b(?: (?:and|to) (?:\\d{1,2} (?:${MONTHS})|\\d{4}))?`, 'iu');

const IRREGULAR: Readonly<Record<string, string>> = wordTable({
  left: 'leave', found: 'find', saw: 'see', felt: 'feel', fell: 'fall', lay: 'lie', came: 'come', went: 'go', took: 'take', gave: 'give',
  knew: 'know', ran: 'run', led: 'lead', met: 'meet', held: 'hold', kept: 'keep', lost: 'lose', made: 'make', paid: 'pay', sold: 'sell',
  told: 'tell', said: 'say', wrote: 'write', drew: 'draw', grew: 'grow', built: 'build', sent: 'send', spent: 'spend', brought: 'bring',
  bought: 'buy', taught: 'teach', thought: 'think', caught: 'catch', stood: 'stand', won: 'win', began: 'begin', broke: 'break',
  chose: 'choose', drove: 'drive', rose: 'rise', spoke: 'speak', stole: 'steal', wore: 'wear', became: 'become', fought: 'fight',
  struck: 'strike', swam: 'swim', threw: 'throw', understood: 'understand', heard: 'hear', read: 'read', cut: 'cut', put: 'put', set: 'set',
  cost: 'cost', hit: 'hit', shut: 'shut', spread: 'spread', let: 'let', sank: 'sink', sang: 'sing', rode: 'ride', slept: 'sleep', meant: 'mean',
  has: 'have', had: 'have', does: 'do', did: 'do', ate: 'eat', got: 'get', laid: 'lay', flew: 'fly', hung: 'hang', dug: 'dig', wept: 'weep', lit: 'light', shook: 'shake', bent: 'bend', bore: 'bear', hid: 'hide', woke: 'wake', sat: 'sit', lent: 'lend',
});
/** Past forms that do not end in -ed. */
export const PAST_FORMS: readonly string[] = Object.keys(IRREGULAR).filter((form) => !/^(?:has|had|does|did|read|cut|put|set|let|cost|hit|shut|spread|lay|felt)$/u.test(form));
const LINKING = /^(?:is|are|was|were|has|have|had|will|would|can|could|may|might|must|shall|should)$/u;

/** True for a past tense that is a participle too: `found`, `opened`. */
export const isPastAndParticiple = (word: string): boolean => /ed$/u.test(word)
  || /^(?:found|read|built|led|held|kept|lost|made|paid|sold|told|sent|brought|bought|taught|caught|won|struck|understood|heard|cut|put|set|left|met|meant)$/u.test(word);

/** The auxiliary and the base form that a question needs for a full verb: `left` gives `did` and `leave`. Null when the form is unclear. */
export function questionForm(verb: Token, plural: boolean): { auxiliary: string; base: string } | null {
  const { lower } = verb;
  const irregular = IRREGULAR[lower];
  if (irregular !== undefined && lower !== 'has' && lower !== 'does') {
    return irregular === lower && plural ? null : { auxiliary: 'did', base: irregular };
  }
  const base = irregular ?? verb.lemma;
  if (/ed$/u.test(lower) && base !== lower && /^\p{Ll}{2,}$/u.test(base)) return { auxiliary: 'did', base };
  if (/s$/u.test(lower) && base !== lower && !plural) return { auxiliary: 'does', base };
  return base === lower && plural && !/(?:ed|ing)$/u.test(lower) ? { auxiliary: 'do', base } : null;
}

const isLinking = ({ lower }: Token): boolean => LINKING.test(lower);
const isVerb = (token: Token): boolean => token.pos === 'VERB' || token.pos === 'AUX' || isLinking(token);

/** True for a verb that comes before the subject in a question: `was`, `could`, and `had` before another verb. */
export function isAuxiliary({ tokens, verb }: Pick<Clause, 'tokens' | 'verb'>): boolean {
  const first = tokens[verb]!;
  if (!isLinking(first)) return false;
  const next = tokens.slice(verb + 1, verb + 3).find(({ pos }) => pos !== 'ADV');
  return !/^(?:has|have|had)$/u.test(first.lower) || next?.pos === 'VERB' || next?.lower === 'been';
}

function tokensOf(sentence: string): Token[] {
  let at = 0;
  return tagWords(sentence).flatMap((word): Token[] => {
    const start = sentence.indexOf(word.text, at);
    if (start < 0 || word.text.trim() === '') return [];
    at = start + word.text.length;
    return [{ ...word, start, end: at }];
  });
}

/** Words that join clauses or quote. A subject that contains one is not a plain subject. */
const NO_SUBJECT = /^(?:who|whom|whose|which|that|what|when|where|why|how|if|because|although|though|while|as|but|or|nor|there|this|these|those|here|not|everything|nothing|something|each|none|both|all|some|one|another|many|most|few|and)$/u;
const MAX_SUBJECT_TOKENS = 9;

/** The main clause of a sentence; null when it is not a plain statement with its subject in front of the verb. */
export function clauseOf(sentence: string): Clause | null {
  if (!/[.]["”’)]*$/u.test(sentence.trim()) || /^[“"‘(\[—–-]/u.test(sentence)) return null;
  const tokens = tokensOf(sentence);
  let first = 0;
  let lead = '';
  const opening = WHEN.exec(sentence);
  if (opening?.index === 0) {
    const comma = tokens.findIndex(({ text }) => text === ',');
    const end = comma > 0 && tokens[comma]!.start <= opening[0].length + 30 ? tokens[comma]!.start : opening[0].length;
    lead = sentence.slice(0, end);
    first = tokens.findIndex(({ start }) => start >= end);
    while (tokens[first]?.text === ',') first++;
  } else if (/^(?:ADP|SCONJ|ADV|CCONJ)$/u.test(tokens[0]?.pos ?? '')) return null;
  if (first < 0 || first >= tokens.length) return null;
  let last = first;
  while (last < tokens.length && !isVerb(tokens[last]!) && tokens[last]!.text !== ',') last++;
  const subjectTokens = tokens.slice(first, last);
  let verb = last;
  if (tokens[last]?.text === ',') {
    // An apposition: `Priya Raman, a platform engineer, had …`.
    const close = tokens.findIndex(({ text }, at) => at > last && text === ',');
    if (close < 0 || !/^(?:an?|the|who|\d+)$/u.test(tokens[last + 1]!.lower) || close - last > 16) return null;
    verb = close + 1;
    if (!tokens[verb] || !isVerb(tokens[verb]!)) return null;
  }
  const head = subjectTokens.at(-1);
  if (!head || !tokens[verb] || subjectTokens.length > MAX_SUBJECT_TOKENS) return null;
  if (subjectTokens.some(({ lower, pos }) => NO_SUBJECT.test(lower) || pos === 'SCONJ' || pos === 'PUNCT')) return null;
  if (!subjectTokens.some(({ pos }) => /^(?:NOUN|PROPN|PRON)$/u.test(pos)) || /^(?:ADV|ADP)$/u.test(head.pos)) return null;
  const raw = sentence.slice(subjectTokens[0]!.start, head.end);
  const named = subjectTokens[0]!.pos === 'PROPN' && !/^(?:The|An?)$/u.test(subjectTokens[0]!.text);
  const spoken = named || subjectTokens[0]!.text === 'I' ? raw : raw[0]!.toLowerCase() + raw.slice(1);
  const of = subjectTokens.findIndex(({ lower }) => lower === 'of');
  const core = subjectTokens.slice(0, of < 0 ? undefined : of).at(-1);
  if (!core) return null;
  return { sentence, tokens, lead, subject: spoken, subjectTokens, verb,
    isPlural: isPlural(core.text) || /^(?:they|we|you|i)$/u.test(core.lower) };
}

const BOUNDARY = /^(?:[,.;:—–!?()“”"]|and|but|or|because|so|which|who|when|where|while|until|although|though|as|if|that|by|at|on|since|for|with|without|in|from|into|after|before|through|over|under|during|between|instead|than)$/u;

/** Small words that belong to the verb before them: `came on`, `came back`. */
const PARTICLE = /^(?:on|off|up|out|back|away|down|home|over)$/u;

/** The words from a token to the end of the first phrase, at least `fewest` of them; null when there are too few or too many. */
export function phraseFrom({ sentence, tokens }: Clause, from: number, fewest: number, most: number, keep: RegExp | null = null): string | null {
  let to = from;
  while (to < tokens.length && !(BOUNDARY.test(tokens[to]!.lower) && !(keep?.test(tokens[to]!.lower) ?? false))) to++;
  if (to === from && PARTICLE.test(tokens[to]?.lower ?? '') && /^[,.;]$|^(?:and|at|in|by|with)$/u.test(tokens[to + 1]?.lower ?? '.')) to++;
  while (to > from && /^(?:ADP|DET|CCONJ|ADV|PART)$/u.test(tokens[to - 1]!.pos) && !PARTICLE.test(tokens[to - 1]!.lower)) to--;
  if (to - from < fewest || to - from > most) return null;
  return to === from ? '' : sentence.slice(tokens[from]!.start, tokens[to - 1]!.end);
}
