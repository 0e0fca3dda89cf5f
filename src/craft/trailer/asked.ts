import { understandBy, type Rule, type Understood } from '../narrative/instructions/understand.js';
import { EMOTIONS, type Emotion } from '../screenplay/model.js';
import { peopleNamed } from './names.js';
import { NotUnderstood } from './refusals.js';

type Trait = 'question' | 'cry' | 'statement' | 'shorter' | 'longer' | 'calmer' | 'louder' | 'earlier' | 'later';
/** A wish for one line. `by` names a person of the read; null is its narrator. */
export type LineWish =
  | { kind: Trait }
  | { kind: 'by' | 'not_by'; who: string | null }
  | { kind: 'emotion'; emotion: Emotion }
  | { kind: 'about'; phrase: string }
  | { kind: 'without'; phrase: string };

/** A wish for a whole trailer. `who` is a person of the read, or null for its narrator. */
export type BoardWish =
  | { kind: 'shorter' | 'longer' | 'calmer' | 'louder' | 'faster' | 'slower' | 'less_talk' | 'more_talk' }
  | { kind: 'more_of' | 'less_of' | 'without_person'; who: string | null }
  | { kind: 'opens' | 'ends'; wish: LineWish }
  | { kind: 'about'; phrase: string }
  | { kind: 'without'; phrase: string };

export const LINE_UNDERSTANDS = 'a question, a cry, a statement, by MARA, not by MARA, by the narrator, shorter, longer, calmer, louder, sad, afraid, angry, happy, whispered, '
  + 'earlier, later, about the light, without the light';
export const BOARD_UNDERSTANDS = 'shorter lines, longer lines, without MARA, more of MARA, less of MARA, no narrator, faster, slower, calmer, louder, less talk, more talk, '
  + 'start with a question, end with MARA, about the light, without the light';

/** Adverbs of degree before a comparative. */
export const DEGREE = '(?:(?:much|far|a (?:bit|little)|even|slightly|somewhat|more) )?';
const THING = '(?: (?:line|lines|one|ones|words|sentence|sentences))?';
/** A pattern that must match a whole part of an instruction. */
export const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'iu');

const PLAIN: readonly (readonly [Trait, RegExp])[] = [
  ['question', whole('(?:an?(?:other)? )?question')], ['cry', whole('(?:an? )?(?:cry|shout|exclamation)')], ['statement', whole('(?:an? )?statement|no question|not a question')],
  ['shorter', whole(`(?:an? )?${DEGREE}(?:shorter|briefer|short)${THING}`)], ['longer', whole(`(?:an? )?${DEGREE}(?:longer|long)${THING}`)],
  ['calmer', whole(`(?:an? )?${DEGREE}(?:calmer|calm|quieter|quiet|softer|soft|gentler|colder)${THING}`)],
  ['louder', whole(`(?:an? )?${DEGREE}(?:louder|loud|hotter|hot|stronger|strong|more exciting|fiercer|bigger)${THING}`)],
  ['earlier', whole(`(?:an? )?(?:from )?${DEGREE}earlier${THING}`)], ['later', whole(`(?:an? )?(?:from )?${DEGREE}later${THING}`)],
];
const EMOTION_WORDS: readonly (readonly [Emotion, RegExp])[] = [
  ['happy', /^(?:happ(?:y|ier)|cheerful|joyful)$/iu], ['sad', /^(?:sad(?:der)?|mournful)$/iu], ['angry', /^(?:angr(?:y|ier)|furious)$/iu],
  ['afraid', /^(?:afraid|frightened|scared|anxious)$/iu], ['whisper', /^(?:whisper(?:ed)?|whispering)$/iu], ['shout', /^(?:shouted|shouting)$/iu],
];
const ABOUT = whole('(?:(?:something|one|a line|lines|more) )?(?:about|on|that (?:mentions?|names?|is about)|mentioning|with the words?) (?:(?:the|an?) )?["“]?(?<phrase>[^"”]+?)["”]?');
const MENTION = whole('(?:without|no|no more|not about|never mention)(?: (?:mentions?|talk) of)? (?:(?:the|an?|any) )?["“]?(?<phrase>[^"”]+?)["”]?');
const NARRATOR_WORDS = /^(?:the |a |any )?(?:narrator|narration|narrators|storyteller)$/iu;

/** The person whom the words name; null for the narrator, undefined when they name nobody or several people. */
export function whoIn(words: string | undefined, people: readonly string[]): string | null | undefined {
  if (words === undefined) return undefined;
  if (NARRATOR_WORDS.test(words.trim())) return null;
  const named = peopleNamed(words, people);
  return named.length === 1 ? named[0]! : undefined;
}

const MAX_PHRASE_WORDS = 4;
const isPhrase = (phrase: string | undefined): phrase is string => phrase !== undefined && phrase.split(/\s+/u).length <= MAX_PHRASE_WORDS;

const byRule = (people: readonly string[]): Rule<LineWish> => (words) => {
  const not = whoIn(/^(?:not (?:by|from)|without|anybody but|no) (.+)$/iu.exec(words)?.[1], people);
  if (not !== undefined) return { kind: 'not_by', who: not };
  const who = whoIn(/^(?:(?:said|spoken|told|one|a line) )?(?:by|from|of) (.+)$/iu.exec(words)?.[1] ?? words, people);
  return who === undefined ? null : { kind: 'by', who };
};

const plainRule: Rule<LineWish> = (words) => {
  const kind = PLAIN.find(([, pattern]) => pattern.test(words))?.[0];
  if (kind) return { kind };
  const emotion = EMOTION_WORDS.find(([, pattern]) => pattern.test(words.replace(/^(?:an? )?(?:more )?/iu, '').replace(/ (?:line|one)$/iu, '')))?.[0];
  return emotion !== undefined && EMOTIONS.includes(emotion) ? { kind: 'emotion', emotion } : null;
};

/** Understands "about the light" and "without the light". */
export const aboutRule: Rule<{ kind: 'about'; phrase: string } | { kind: 'without'; phrase: string }> = (words) => {
  const phrase = ABOUT.exec(words)?.groups?.phrase;
  if (isPhrase(phrase)) return { kind: 'about', phrase };
  const without = MENTION.exec(words)?.groups?.phrase;
  return isPhrase(without) ? { kind: 'without', phrase: without } : null;
};

const tempoRule: Rule<BoardWish> = (words) => {
  if (whole(`${DEGREE}(?:faster|quicker|speed(?: it)? up|at a (?:faster|higher) (?:pace|tempo))(?: (?:pace|tempo|cuts?|cutting))?`).test(words)) return { kind: 'faster' };
  if (whole(`${DEGREE}(?:slower|slow(?: it)? down|at a (?:slower|lower) (?:pace|tempo))(?: (?:pace|tempo|cuts?|cutting))?`).test(words)) return { kind: 'slower' };
  if (whole('(?:less|fewer) (?:talk|talking|speech|lines|words|dialogue)|more (?:pictures|music|silence)').test(words)) return { kind: 'less_talk' };
  return whole('more (?:talk|talking|speech|lines|words|dialogue)|(?:fewer|less) (?:pictures|music|silence)').test(words) ? { kind: 'more_talk' } : null;
};

const peopleRule = (people: readonly string[]): Rule<BoardWish> => (words) => {
  const without = whoIn(/^(?:without|no|not|leave out|drop|remove|cut) (.+)$/iu.exec(words)?.[1], people);
  if (without !== undefined) return { kind: 'without_person', who: without };
  const more = whoIn(/^more (?:of |by |from )?(.+)$/iu.exec(words)?.[1], people);
  if (more !== undefined) return { kind: 'more_of', who: more };
  const less = whoIn(/^(?:less|fewer) (?:of |by |from |lines (?:of|by|from) )?(.+)$/iu.exec(words)?.[1], people);
  return less === undefined ? null : { kind: 'less_of', who: less };
};

const edgeRule = (people: readonly string[]): Rule<BoardWish> => (words) => {
  const { edge, what } = /^(?<edge>start|begin|open|end|close|finish)s? (?:with|on) (?<what>.+)$/iu.exec(words)?.groups ?? {};
  if (edge === undefined || what === undefined) return null;
  const wish = plainRule(what) ?? byRule(people)(what) ?? aboutRule(what);
  const isRelative = wish !== null && ['shorter', 'longer', 'calmer', 'louder', 'earlier', 'later'].includes(wish.kind);
  return wish === null || isRelative ? null : { kind: /^(?:start|begin|open)/iu.test(edge) ? 'opens' : 'ends', wish };
};

const boardPlainRule: Rule<BoardWish> = (words) => {
  const wish = plainRule(words);
  return wish && (wish.kind === 'shorter' || wish.kind === 'longer' || wish.kind === 'calmer' || wish.kind === 'louder') ? { kind: wish.kind } : null;
};

/** Everything that an instruction asks for, found by rules. Raises `NotUnderstood` with every part that no rule understands. */
export function wholly<W>(instruction: string, rules: readonly Rule<W>[], understands: string): Understood<W>[] {
  const { understood, ignored } = understandBy(instruction, rules);
  if (ignored.length > 0 || understood.length === 0) throw new NotUnderstood(ignored.length > 0 ? ignored : [instruction], understands);
  return understood;
}

/**
 * A list such as "without Mara and Ben" is first read as phrases. Returns the person that such a phrase names: null for the narrator, undefined for other
 * phrases.
 */
export const personOf = <W extends { kind: string }>(wish: W, people: readonly string[]): string | null | undefined =>
  (wish.kind === 'without' ? whoIn((wish as unknown as { phrase: string }).phrase, people) : undefined);

/** What an instruction asks of one line. Raises `NotUnderstood` with every part that no rule understands. */
export function understandLine(instruction: string, people: readonly string[]): Understood<LineWish>[] {
  return wholly<LineWish>(instruction, [plainRule, byRule(people), aboutRule], LINE_UNDERSTANDS).map(({ words, change }) => {
    const who = personOf(change, people);
    return { words, change: who === undefined ? change : { kind: 'not_by', who } };
  });
}

/** What an instruction asks of a whole trailer. Raises `NotUnderstood` with every part that no rule understands. */
export function understandBoard(instruction: string, people: readonly string[]): Understood<BoardWish>[] {
  const rules: Rule<BoardWish>[] = [boardPlainRule, tempoRule, peopleRule(people), edgeRule(people), aboutRule];
  return wholly(instruction, rules, BOARD_UNDERSTANDS).map(({ words, change }) => {
    const who = personOf(change, people);
    return { words, change: who === undefined ? change : { kind: 'without_person', who } };
  });
}
