import { NAME, ROLE } from './figures.js';
import { NO_NAME, PERSON_NOUN, SPEECH_VERB } from './lexicon.js';

/** Who is said to speak, in the words of the text: a pronoun, a name, a role or a description. */
export interface Tag {
  subject: string;
  kind: 'pronoun' | 'name' | 'description';
  /** `after` and `before` are explicit speech tags; `beat` is narration beside the quotation whose subject acts. */
  how: 'after' | 'before' | 'beat';
  /** The verb that carries the tag; empty for beats. */
  verb: string;
}

const PRONOUN = '[Hh]e|[Ss]he|I|[Tt]hey|[Ww]e';
const DETERMINER = '[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]his|[Tt]hat|[Aa]n?|[Aa]nother|' +
  '[Oo]ne\\sof\\sthe|[Ss]ome';
const FOND = '(?:(?:little|old|young|poor|dear|big|good|honest|pretty|stout)\\s(?=\\p{Lu}))?';
const DESCRIBED = `(?:${DETERMINER})\\s(?:[a-z’-]+,?\\s){0,4}?(?:${PERSON_NOUN})(?![\\w-])`;
const ANYBODY = '(?:[Ss]omebody|[Ss]omeone|[Aa]nother|[Oo]ne|[Ee]verybody|[Ee]veryone|[Nn]obody|[Aa]ll|' +
  '[Bb]oth)(?:\\selse|\\sof\\sthem)?(?=[\\s,.;:!?])';
const SUBJECT = `(${PRONOUN}|${ANYBODY}|${ROLE}|${NAME}|${DESCRIBED})`;
const ADVERBS = '(?:(?:had|has|was|is|would|could|did|then|again|at\\slast|now|only|also|just|even|still|once|' +
  'here|always|never|both|soon|' +
  'quite|rather|so|all|suddenly|\\w+ly|in\\sturn)\\s|(?:,\\s[^,“”]{2,40},\\s)){0,3}';
const VERB = `(${SPEECH_VERB})`;
const VERB_SUBJECT = new RegExp(`^[\\s,—–.-]*(?:\\w+ly\\s)?${VERB}(?:\\s(?:out|up|back|in|again|\\w+ly|then))?\\s(?:to\\s(?:him|her|me|them|himself|herself|us)\\s)?${FOND}${SUBJECT}(?=[\\s,.;:!?—)]|$)`, 'u');
const VERB_ANYONE = new RegExp(`^[\\s,—–.-]*${VERB}\\s((?:the|a|an|another|his|her|my|our|their|one)\\s(?:[\\p{L}’-]+\\s){0,4}?[\\p{L}’-]+)` +
  '(?=\\s*(?:[,.;:!?—)]|$)|\\s(?:in|with|from|to|at|who|as|and|on|by|after|without|of|for|whose|when|while|again|' +
  'also|[a-z]+ing|[a-z]+ly)\\b)', 'u');
const SUBJECT_VERB = new RegExp(`^[\\s,—–-]*(?:and\\s|but\\s|then\\s|as\\s)?${SUBJECT}\\s${ADVERBS}${VERB}\\b`, 'u');
const ANYWHERE = new RegExp(`(?<![\\p{L}’])${SUBJECT}\\s${ADVERBS}${VERB}(?![\\p{L}])`, 'gu');
const INVERTED = new RegExp(`(?<![\\p{L}’])${VERB}\\s${SUBJECT}(?=[\\s,.;:!?—)]|$)`, 'gu');
const OPENING = '(?:(?:Then|And|But|So|At\\slast|Presently|Again|Now|Suddenly|Finally|Here|Thereupon|Once|Still|' +
  'Yet|As|When|While|Meanwhile|After\\sa\\spause|\\w+ly),?\\s)?';
const FIRST_SUBJECT = new RegExp(`^${OPENING}${SUBJECT}(?:,\\s[^,“”]{2,40},)?(?=\\s+(?:(?:then|again|only|just|also|still|now|never|always|\\w+ly)\\s)?[a-z’]+)`, 'u');
const NOT_SPEAKER = /\b(?:word|words|thing|things|question|story|prayer|way|time|day|moment|while|name|good|letter|sentence|line|lines|tale|truth|news|laugh|sigh|matter|fact|subject|same|reply|answer)$/;
const PASSIVE = /\s(?:was|were|is|are)\s(?:said|called|told|asked|read|written|thought|heard|begun|repeated|added|addressed)\b/;

/** The tag in narration that follows a quotation, if it is one. `quote` is the quotation before it. */
export function tagAfter(narration: string, quote: string): Tag | null {
  const direct = VERB_SUBJECT.exec(narration);
  if (direct) return tagOf(direct[2] ?? '', 'after', direct[1] ?? '');
  const anyone = VERB_ANYONE.exec(narration);
  if (anyone && !NOT_SPEAKER.test(anyone[2] ?? '')) return { subject: anyone[2] ?? '', kind: 'description', how: 'after', verb: anyone[1] ?? '' };
  const plain = SUBJECT_VERB.exec(narration);
  if (!plain || PASSIVE.test(plain[0])) return null;
  const closed = /[.…]”?\s*$/.test(quote) && !/^\s*,/.test(narration);
  return tagOf(plain[1] ?? '', closed ? 'beat' : 'after', plain[2] ?? '');
}

/**
 * The tag in a sentence that leads into a quotation (`He turned and said, “…`). The sentence ends where the quotation
 * begins.
 */
export function tagBefore(sentence: string): Tag | null {
  if (!/(?:[,:—–-]|\b(?:said|cried|asked|replied|answered|whispered|murmured|exclaimed|saying|say|thought|shouted|muttered|added|called))\s*$/.test(sentence)) return null;
  const found = [...sentence.matchAll(ANYWHERE)].filter((match) => !PASSIVE.test(match[0])).at(-1);
  const inverted = [...sentence.matchAll(INVERTED)].at(-1);
  const first = FIRST_SUBJECT.exec(sentence);
  if (found && (!inverted || found.index >= inverted.index)) {
    const between = sentence.slice(found.index + found[0].length);
    if (between.length < 160) return tagOf(found[1] ?? '', 'before', found[2] ?? '');
  }
  if (inverted && sentence.length - inverted.index < 120 && /[:,]\s*$/.test(sentence)) return tagOf(inverted[2] ?? '', 'before', inverted[1] ?? '');
  const verb = new RegExp(`\\b${VERB}\\b[^“”.]{0,90}[:,—–-]?\\s*$`).exec(sentence);
  if (first && verb) return tagOf(first[1] ?? '', 'before', verb[1] ?? '');
  return first && /[:,—]\s*$/.test(sentence) ? tagOf(first[1] ?? '', 'beat', '') : null;
}

/** The subject of a sentence that says what somebody does beside a quotation; null when it has none we know. */
export function beatSubject(sentence: string): Tag | null {
  const found = FIRST_SUBJECT.exec(sentence.trim());
  return found ? tagOf(found[1] ?? '', 'beat', '') : null;
}

/**
 * Somebody who is said to speak inside a sentence that leads nowhere (`…; whereupon Mrs. Griffin spoke.`), as a beat.
 */
export function speakingIn(sentence: string): Tag | null {
  const found = [...sentence.matchAll(ANYWHERE)].filter((match) => !PASSIVE.test(match[0])).at(-1);
  return found && sentence.length - found.index < 80 ? tagOf(found[1] ?? '', 'beat', '') : null;
}

const ADDRESSEE = new RegExp(`\\b(?:(?:${SPEECH_VERB})(?:\\s(?:he|she|I))?\\sto|asked|told|informed|assured|reminded|begged|answered|interrupted|addressed|addressing|turn(?:ed|ing)\\sto)\\s(${NAME})`, 'gu');

/** Names of those a tag says are spoken to: `said he to Temple`, `turning to Jane`. */
export function addresseesOf(narration: string): string[] {
  return [...narration.matchAll(ADDRESSEE)].map((match) => match[1] ?? '');
}

function tagOf(subject: string, how: Tag['how'], verb: string): Tag | null {
  const clean = subject.replace(/\s+/g, ' ').trim();
  if (new RegExp(`^(?:${PRONOUN})$`).test(clean)) return { subject: clean === 'I' ? 'I' : clean.toLowerCase(), kind: 'pronoun', how, verb };
  const described = new RegExp(`^(?:(?:${DETERMINER})\\s\\p{Ll}|${ANYBODY.replace('(?=[\\s,.;:!?])', '$')})`, 'u').test(clean);
  if (!described && clean.split(' ').every((word) => NO_NAME.has(word))) return null;
  return { subject: clean, kind: described ? 'description' : 'name', how, verb };
}
