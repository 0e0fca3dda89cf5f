import { wordTable } from '../../patterns/word-table.js';

/** Changes that the embedded writer can make to an existing text by rules. Scenes are numbered from 1. */
export type Change =
  | { kind: 'shorter'; share: number }
  | { kind: 'at_most'; words: number }
  | { kind: 'without'; phrase: string }
  | { kind: 'drop_scenes' | 'keep_scenes'; scenes: readonly number[]; last?: true }
  | { kind: 'narration'; share: number }
  | { kind: 'rename'; from: string; to: string }
  | { kind: 'tone'; parenthetical: string };

/** A part of an instruction, in the author's words, with the change that it asks for. */
export interface Understood<C = Change> { words: string; change: C }

/** An instruction, part by part. */
export interface Instruction<C = Change> { understood: Understood<C>[]; ignored: string[] }

/** Tells what some words ask for; null for words that it does not understand. */
export type Rule<C> = (words: string) => C | null;

/** Examples shown to people who ask what an instruction may contain. */
export const UNDERSTANDS = 'shorter (by 30%, to 2 pages, to 300 words), without a word or a person, drop scene 2, keep scenes 1 and 3, more dialogue, no narration, '
  + 'call Ada Maria, sadder, angrier, quieter, calmer, happier';

/** Advice for people, shown after the parts of an instruction that no rule understood. */
export const NEEDS_MODEL = 'set TEXT_BASE_URL for a writing model that follows any words';

const WORDS_PER_PAGE = 170;
const WORDS_PER_MINUTE = 150;
const PER_UNIT: Readonly<Record<string, number>> = wordTable({ word: 1, page: WORDS_PER_PAGE, minute: WORDS_PER_MINUTE });
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const MAX_PHRASE_WORDS = 5;

const TONES: readonly (readonly [RegExp, string])[] = [
  [/^(?:sad(?:der|ly)?|melanchol\w+|sombre|somber|mournful|sorrowful)$/iu, 'sadly'],
  [/^(?:angr(?:y|ier|ily)|furious|bitter(?:er|ly)?|fierce(?:r|ly)?)$/iu, 'angrily'],
  [/^(?:afraid|frightened|anxious|nervous|uneasy|tense(?:r)?|scared)$/iu, 'nervously'],
  [/^(?:happ(?:y|ier|ily)|cheerful|joyful|merr(?:y|ier)|playful|warm(?:er|ly)?|light-?hearted)$/iu, 'cheerfully'],
  [/^(?:calm(?:er|ly)?|gentl(?:e|er|y)|tender|restrained|serene|relaxed)$/iu, 'calmly'],
  [/^(?:quiet(?:er|ly)?|soft(?:er|ly)?|hushed|whispered|whispering)$/iu, 'whispering'],
  [/^(?:loud(?:er|ly)?|shouted|shouting)$/iu, 'shouting'],
];

const DROP = '(?:drop|remove|cut|delete|omit|skip|lose|leave out|take out|get rid of)';
const NUMBER = `(?:\\d+|${NUMBERS.join('|')})`;
const SCENE_LIST = new RegExp(`^(?:the )?scenes? (${NUMBER}(?:(?: ?(?:,|-|–|to|and|&) ?)+${NUMBER})*)$`, 'iu');
const ORDINAL_SCENE = new RegExp(`^(?:the )?(${ORDINALS.join('|')}|last) scene$`, 'iu');

const numberOf = (word: string): number => (NUMBERS.includes(word.toLowerCase()) ? NUMBERS.indexOf(word.toLowerCase()) + 1 : Number(word));

/** The scenes that words name; null when they name none. */
export function scenesIn(words: string): { scenes: number[]; last?: true } | null {
  const ordinal = ORDINAL_SCENE.exec(words)?.[1]?.toLowerCase();
  if (ordinal === 'last') return { scenes: [], last: true };
  if (ordinal) return { scenes: [ORDINALS.indexOf(ordinal) + 1] };
  const list = SCENE_LIST.exec(words)?.[1];
  if (!list) return null;
  const scenes: number[] = [];
  let isRange = false;
  for (const part of list.split(/\s*(-|–|\bto\b|,|&|\band\b)\s*/iu).filter(Boolean)) {
    if (/^(?:-|–|to)$/iu.test(part)) isRange = true;
    else if (/^(?:,|&|and)$/iu.test(part)) isRange = false;
    else {
      const number = numberOf(part);
      const from = isRange ? scenes.at(-1)! + 1 : number;
      for (let scene = from; scene <= number; scene += 1) scenes.push(scene);
      isRange = false;
    }
  }
  return { scenes };
}

function lengthIn(words: string): Change | null {
  const limit = new RegExp(`\\b(?:to|under|below|at most|no more than|no longer than|less than|fewer than|within)\\s+(?:about )?(${NUMBER}) (word|page|minute)s?(?: long)?$`, 'iu').exec(words);
  if (limit) return { kind: 'at_most', words: Math.max(1, Math.round(numberOf(limit[1]!) * PER_UNIT[limit[2]!.toLowerCase()]!)) };
  const isShorter = /^(?:(?:much|far|a (?:bit|little)|slightly|somewhat) )?(?:shorter|tighter|briefer|more concise)\b|^(?:cut|trim|shorten|tighten|condense)(?: (?:it|this|everything|the \w+))?(?: down)?(?:$| by\b)|^half (?:as long|the length)$/iu.test(words);
  if (!isShorter) return null;
  const percent = Number(/\bby (?:about )?(\d{1,2}) ?(?:%|per ?cent)/iu.exec(words)?.[1]);
  if (percent > 0) return { kind: 'shorter', share: 1 - percent / 100 };
  if (/\bhalf\b/iu.test(words)) return { kind: 'shorter', share: 0.5 };
  if (/\ba third\b/iu.test(words)) return { kind: 'shorter', share: 2 / 3 };
  if (/\ba quarter\b/iu.test(words)) return { kind: 'shorter', share: 0.75 };
  if (/^(?:much|far) /iu.test(words)) return { kind: 'shorter', share: 0.5 };
  if (/^(?:a (?:bit|little)|slightly|somewhat) /iu.test(words)) return { kind: 'shorter', share: 0.85 };
  return /\bby\b/u.test(words) ? null : { kind: 'shorter', share: 0.7 };
}

function scenesChange(words: string): Change | null {
  const drop = new RegExp(`^(?:${DROP}|without) (.+)$`, 'iu').exec(words)?.[1];
  const dropped = drop === undefined ? null : scenesIn(drop);
  if (dropped) return { kind: 'drop_scenes', ...dropped };
  const keep = /^(?:keep only|only keep|keep|only|just) (?:only )?(.+?)(?: only)?$/iu.exec(words)?.[1];
  const kept = keep === undefined ? null : scenesIn(keep);
  return kept && { kind: 'keep_scenes', ...kept };
}

function narrationIn(words: string): Change | null {
  if (new RegExp(`^(?:no|without(?: any)?|${DROP}(?: all)?(?: the)?) (?:narration|narrator|action lines|descriptions?)$`, 'iu').test(words)) return { kind: 'narration', share: 0 };
  return /^(?:with |use |have )?(?:much |a (?:bit|little) )?(?:more (?:dialogue|dialog|talk|talking|conversation|speech)|(?:less|fewer) (?:narration|action|descriptions?|action lines))$/iu.test(words)
    ? { kind: 'narration', share: 0.5 } : null;
}

const NAME = `["“]?(\\p{Lu}[\\p{L}’'.-]*(?: \\p{Lu}[\\p{L}’'.-]*){0,2})["”]?`;

function renameIn(words: string): Change | null {
  const found = new RegExp(`^(?:[Rr]ename|[Cc]hange) ${NAME} (?:to|into|as) ${NAME}$`, 'u').exec(words)
    ?? new RegExp(`^(?:[Cc]all|[Rr]ename) (\\p{Lu}[\\p{L}’'-]*) ["“]?(\\p{Lu}[\\p{L}’'.-]*(?: \\p{Lu}[\\p{L}’'.-]*)?)["”]?$`, 'u').exec(words);
  return found ? { kind: 'rename', from: found[1]!, to: found[2]! } : null;
}

function withoutIn(words: string): Change | null {
  const phrase = new RegExp(`^(?:without|no(?: more)?|never mention|do(?: not|n[’']t) mention|${DROP})(?: (?:all|any|every))?(?: (?:mentions?|references?|talk) (?:of|to))? (?:(?:the|a|an|its|his|her|their|any) )?(.+)$`, 'iu')
    .exec(words)?.[1]?.trim();
  return phrase && phrase.split(/\s+/u).length <= MAX_PHRASE_WORDS ? { kind: 'without', phrase } : null;
}

function toneIn(words: string): Change | null {
  const word = words.replace(/^(?:more|a (?:bit|little) (?:more )?|much (?:more )?|in an? |with an? |an? )\s*/iu, '').replace(/ (?:tone|mood|voices?)$/iu, '');
  const parenthetical = TONES.find(([pattern]) => pattern.test(word))?.[1];
  return parenthetical ? { kind: 'tone', parenthetical } : null;
}

/** What a new text is to be made from: the sources, or no text at all. */
const BEGINNING = '(?:(?:the|its|our|your|my) )?(?:original )?(?:sources?(?: (?:text|material))?|material|originals?|book|novel|story|scratch|beginning|start)';
const ANEW = new RegExp(`^(?:(?:please|just|now) )?(?:re)?(?:write|draft|do|make|adapt|start|begin|build|go back)(?: (?:it|this|that|everything|all(?: of it)?|the (?:episode|script|text|draft|whole thing)))?(?: (?:only|again|anew|directly|straight))? (?:(?:from|to|on) ${BEGINNING}|anew|afresh|over(?: again)?|again)$`, 'iu');

/** True for a part of an instruction that asks for a new text from the sources rather than a change of the existing text. */
export const asksAnew = (words: string): boolean => ANEW.test(words.trim());

const COURTESY = /^(?:please|thanks|thank you)$/iu;
const RULES: readonly Rule<Change>[] = [lengthIn, scenesChange, narrationIn, renameIn, toneIn, withoutIn];
const LEAD = /^(?:(?:please|now|then|also|and|but|make|let|have|it|this|that|everything|be|is|should|must|can|could|you|we|need to|want|give it|the (?:episode|script|text|draft|whole thing|tone|mood))\s+)+/iu;

/**
 * The change that a part asks for, tried without its leading polite and filling words (`please`, `make it`) and without `please` at its end. Null when no
 * rule understands it.
 */
function changeOf<C>(words: string, rules: readonly Rule<C>[]): C | null {
  const plain = words.replace(/\s+please$/iu, '').replace(LEAD, '');
  for (const rule of rules) {
    const change = rule(plain);
    if (change) return change;
  }
  return null;
}

/** Separators between two requests. They are kept in the split, so that lists such as "scenes 1, 2 and 4" can be joined again. */
const PARTS = /([.;!\n]+\s*|,\s+(?:and\s+|but\s+|then\s+)?|\s+(?:and|but|then)\s+)/u;

/** True for a change after which further words without a verb may continue the list: `without the dog and the cat`. */
const isList = (change: unknown): boolean => (change as Change).kind === 'without';

/**
 * The changes that an instruction asks of a text, found by rules. The longest understood part is taken, so that a list stays together. Parts that no rule
 * understands are `ignored`, in the author's words.
 */
export const understand = (instruction: string): Instruction => understandBy(instruction, RULES);

/** Like `understand`, with additional rules, which are tried first. */
export const understandMore = <C>(instruction: string, rules: readonly Rule<C>[]): Instruction<C | Change> =>
  understandBy<C | Change>(instruction, [...rules, ...RULES]);

/**
 * The changes that an instruction asks for by rules of any kind; parts that no rule understands are `ignored`. A `{ kind: 'without', phrase }` may be a list.
 */
export function understandBy<C>(instruction: string, rules: readonly Rule<C>[]): Instruction<C> {
  const pieces = instruction.trim().replace(/[.!]+$/u, '').split(PARTS);
  const understood: Understood<C>[] = [];
  const ignored: string[] = [];
  let at = 0;
  while (at < pieces.length) {
    let taken: { words: string; change: C; end: number } | null = null;
    for (let end = pieces.length; end > at && !taken; end -= 2) {
      const isOneSentence = !pieces.slice(at + 1, end).some((between, index) => index % 2 === 0 && /[.;!\n]/u.test(between));
      const words = pieces.slice(at, end).join('').trim();
      const change = isOneSentence && (end === at + 1 || SCENE_LIST.test(words.replace(/^\S+(?: only)? /u, ''))) ? changeOf(words, rules) : null;
      if (change) taken = { words, change, end };
    }
    const words = pieces[at]!.trim();
    if (taken) understood.push({ words: taken.words, change: taken.change });
    else if (words !== '' && !COURTESY.test(words)) {
      const before = understood.at(-1);
      const isListed = before && isList(before.change) && ignored.length === 0 && at > 0 && !/[.;!\n]/u.test(pieces[at - 1]!)
        && /^(?:the |a |an )?[\p{L}’'-]+(?: [\p{L}’'-]+)?$/u.test(words);
      if (isListed) understood.push({ words, change: { kind: 'without', phrase: words.replace(/^(?:the|an?) /iu, '') } as C });
      else ignored.push(words);
    }
    at = taken ? taken.end + 1 : at + 2;
  }
  return { understood, ignored };
}
