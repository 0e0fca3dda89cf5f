import { sexOfGivenName, type Sex } from './names/given-names.js';
import { isAdjective, isTitle, sexOfTitle } from './words.js';
import { matchesOf } from '../patterns/matches.js';

/**
 * A person whom a text is about. `names` are cue, full name and aliases, in any case. `described`: the text also writes the names in lower case, as in `the
 * old man`.
 */
export interface Somebody { id: string; names: readonly string[]; described?: boolean }

/** A place in a text that names a person; `title` and `first` name are those of this place, null when it has none. */
export interface Mention { start: number; end: number; id: string; title: string | null; first: string | null; possessive: boolean }

/** A name in parts, in lower case. */
export interface Form { titles: string[]; words: string[] }
interface Known { id: string; form: Form; described: boolean }
interface Token { word: string; lower: string; start: number; end: number }
interface Match { known: Known; score: number; at: number; length: number }

const WORD = /\p{L}[\p{L}\p{M}]*(?:[’'-](?!s\b)\p{L}+)*/gu;
const STARTS_CAPITAL = /^\p{Lu}/u;
/** Abbreviations before a name, also in capitals as scripts print them: `MRS. PELL`. */
const ABBREVIATED = /^(?:Mrs?|Ms|Dr|St|Capt|Col|Gen|Lt|Sgt|Prof|Revd?|Insp|Supt|Cpl|Cllr|Det|Gov|Sen|Maj|Adm|Cmdr|\p{Lu})$/iu;
const PARTICLE = /^(?:de|von|van|du|la|del|di|da|le|der)$/;
const ARTICLE = /^(?:the|a|an|this|that|our|my|his|her|their|some|another|one|of)$/;
/** Words that may be capitalised before a name without being part of it: words at the beginning of a sentence, and adjectives. */
const NO_NAME = new RegExp('^(?:the|an?|then|now|and|but|when|as|she|he|it|they|so|if|on|in|at|for|with|behind|beside|suddenly|enter|only|while|' +
  'after|before|yes|no|oh|ah|well|why|what|where|how|that|this|old|young|little|poor|dear|good|inside|outside|across|near|here|there|both|' +
  'meanwhile|later|still|even|said|asked|from|to|by|is|are|not|your|you|i)$');

export const MAX_NAMESAKES = 50;

const lowerOf = (text: string): string => text.toLowerCase().replaceAll('’', '\'');

/** A cue for the voice of a person who is not seen: `TOM'S VOICE`. */
const VOICE_OF = /[’']s?\s+voice\s*$/iu;

export const isVoiceOf = (name: string): boolean => VOICE_OF.test(name);

/** Takes a name apart: `CAPTAIN MARA VOSS` has title `captain` and words `mara`, `voss`; `TOM'S VOICE` is `tom`. */
export function formOf(name: string): Form {
  const bare = name.replace(VOICE_OF, '').replace(/\([^)]*\)|["“”]|#?\s*\d+\s*$/gu, ' ').replaceAll('.', ' ');
  const all = lowerOf(bare).split(/[\s,]+/).filter((word) => word !== '');
  let at = 0;
  while (at < all.length - 1 && (isTitle(all[at]!) || ARTICLE.test(all[at]!))) at += 1;
  return { titles: all.slice(0, at).filter(isTitle), words: all.slice(at) };
}

/** The first name of a name of several words, or its first word: `ben` of `OLD BEN`. */
const firstOf = ({ words }: Form): string => words.find((word) => !isAdjective(word)) ?? words[0]!;

/** Finds where texts name the people of a cast. */
export class Naming {
  readonly #byWord = new Map<string, Known[]>();
  /** First names that stand before a surname, by person. */
  readonly #firsts = new Map<string, Set<string>>();

  constructor(people: readonly Somebody[]) {
    for (const { id, names, described = false } of people) {
      for (const form of names.map(formOf)) {
        for (const word of new Set(form.words)) {
          const known = this.#byWord.get(word);
          if (known) known.push({ id, form, described });
          else this.#byWord.set(word, [{ id, form, described }]);
        }
        if (form.words.length > 1) this.#firsts.set(id, (this.#firsts.get(id) ?? new Set()).add(firstOf(form)));
      }
    }
  }

  /** All mentions in a text, in order. A name that fits several people equally names nobody. */
  mentionsIn(text: string): Mention[] {
    const tokens = matchesOf(text, WORD).map((match): Token =>
      ({ word: match[0], lower: lowerOf(match[0]), start: match.index, end: match.index + match[0].length }));
    const found: Mention[] = [];
    for (let at = 0; at < tokens.length;) {
      const run = runAt(text, tokens, at);
      const words = tokens.slice(at, at + Math.max(1, run));
      const match = run > 0 ? this.#bestMatch(words.map(({ lower }) => lower)) : this.#describedAt(tokens, at);
      if (match) found.push(mentionOf(text, run > 0 ? words : tokens.slice(at, at + match.length), match));
      at += Math.max(1, run, run > 0 ? 0 : match?.length ?? 0);
    }
    return found;
  }

  /** The names that contain this word; none when so many names contain it that it identifies nobody. */
  #fitting(word: string): readonly Known[] {
    const known = this.#byWord.get(word) ?? [];
    return known.length > MAX_NAMESAKES ? [] : known;
  }

  #bestMatch(words: readonly string[]): Match | null {
    let best: Match[] = [];
    for (const known of new Set(words.flatMap((word) => this.#fitting(word)))) {
      const match = this.#match(words, known);
      if (!match || match.score < (best[0]?.score ?? 0)) continue;
      best = match.score > (best[0]?.score ?? 0) ? [match] : [...best, match];
    }
    return new Set(best.map(({ known }) => known.id)).size === 1 ? best[0]! : null;
  }

  /** The whole name, else its first name alone, else its surname alone. */
  #match(words: readonly string[], known: Known): Match | null {
    const { form, described } = known;
    const whole = words.findIndex((_, at) => form.words.every((word, offset) => words[at + offset] === word));
    if (whole >= 0) {
      const fits = described || form.words.length > 1 ? !clash(words.slice(0, whole), form.titles) : this.#mayStandAt(words, whole, known);
      const sameTitle = form.titles.some((title) => words.slice(0, whole).includes(title));
      const asSurname = form.words.length === 1 && isFirstName(words[whole - 1]) ? 1 : 0;
      return fits ? { known, at: whole, length: form.words.length, score: 10 * form.words.length + (sameTitle ? 5 : 0) - asSurname } : null;
    }
    if (described || form.words.length < 2) return null;
    if (words.at(-1) === form.words[0]) return { known, at: words.length - 1, length: 1, score: 6 };
    const last = words.lastIndexOf(form.words.at(-1)!);
    return last >= 0 && this.#mayStandAt(words, last, known) ? { known, at: last, length: 1, score: 4 } : null;
  }

  /**
   * False when another person's first name or title stands before a single word of the name, and for the bare surname of a woman who is known only by her
   * title and surname.
   */
  #mayStandAt(words: readonly string[], at: number, { id, form }: Known): boolean {
    if (clash(words.slice(0, at), form.titles)) return false;
    const before = words[at - 1];
    const sex = sexOfTitles(form.titles);
    if (before === undefined || NO_NAME.test(before)) return sex !== 'female' || form.words.length > 1;
    if (isTitle(before)) return true;
    const firsts = this.#firsts.get(id);
    const known = sexOfGivenName(before);
    return (!firsts || firsts.has(before)) && !(sex !== null && known?.certain === 1 && known.sex !== sex);
  }

  /** A description in lower case: `old man` for OLD MAN. */
  #describedAt(tokens: readonly Token[], at: number): Match | null {
    const found = this.#fitting(tokens[at]!.lower).filter(({ described, form }) => described
      && form.words.every((word, offset) => tokens[at + offset]?.lower === word));
    const longest = found.sort((a, b) => b.form.words.length - a.form.words.length)[0];
    if (!longest || found.some(({ id, form }) => id !== longest.id && form.words.length === longest.form.words.length)) return null;
    return { known: longest, at: 0, length: longest.form.words.length, score: 1 };
  }
}

/** Number of capitalised words in a row from this token; full stops of abbreviations do not end it. */
function runAt(text: string, tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length && (STARTS_CAPITAL.test(tokens[at]!.word) || (at > from && PARTICLE.test(tokens[at]!.word)))) {
    const [token, next] = [tokens[at]!, tokens[at + 1]];
    at += 1;
    const gap = next ? text.slice(token.end, next.start) : '';
    if (!/^\s$/.test(gap) && !(/^\.\s?$/.test(gap) && ABBREVIATED.test(token.word))) break;
  }
  while (at > from && PARTICLE.test(tokens[at - 1]!.word)) at -= 1;
  return at - from;
}

const isFirstName = (word: string | undefined): boolean => word !== undefined && !isTitle(word) && !NO_NAME.test(word);

export const sexOfTitles = (titles: readonly string[]): Sex | null =>
  titles.map(sexOfTitle).find((found) => found !== null && found.weight > 1)?.sex ?? null;

/** True when two lists of titles cannot be one person's: `Mr` and `Mrs`, `Mrs` and `Miss`. */
export function clash(words: readonly string[], titles: readonly string[]): boolean {
  const [one, other] = [sexOfTitles(words), sexOfTitles(titles)];
  return (one !== null && other !== null && one !== other) || (words.includes('miss') && titles.includes('mrs'))
    || (words.includes('mrs') && titles.includes('miss'));
}

function mentionOf(text: string, run: readonly Token[], { known, at, length }: Match): Mention {
  const before = run[at - 1]?.lower;
  const first = known.described ? null : known.form.words.length > 1 ? firstOf(known.form)
    : isFirstName(before) ? before! : run[at]!.lower;
  const followed = length === 1 && run[at + 1] !== undefined && run[at]!.lower === first;
  const end = (followed ? run.at(-1)! : run[at + length - 1]!).end;
  return {
    start: run[0]!.start, end, id: known.id, first, possessive: /^[’']s\b|^[’'](?=\s)/.test(text.slice(end, end + 3)),
    title: run.slice(0, at).map(({ lower }) => lower).filter(isTitle).at(-1) ?? null,
  };
}
