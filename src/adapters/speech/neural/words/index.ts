import type { Pronunciation } from '../../port.js';
import { expand } from '../../text/expand.js';
import { toPlainText } from '../../text/plain-text.js';
import { withS, type Accent } from './endings.js';
import { nextOf } from './function-words.js';
import type { Lexicon } from './lexicon.js';
import { taggerOf } from './parts-of-speech.js';
import { piecesOf, type PhonemePiece } from './pieces.js';
import { fromIpa, fromRespelling } from './respelling.js';
import { tokensOf, type Token } from './tokens.js';
import { WordSounds, type SoundSource } from './word-sounds.js';

export { buildLexicon, openLexicon, type Lexicon } from './lexicon.js';
export type { Accent } from './endings.js';
export type { PhonemePiece } from './pieces.js';

/** Signs of a piece; the model takes at most 510. */
export const MAX_PIECE_SIGNS = 400;

export interface PhonemeOptions {
  accent: Accent;
  lexicon: Lexicon;
  /** How the project says words; wins over all rules. */
  pronunciations?: readonly Pronunciation[];
  maxSigns?: number;
}

/** A word of a line with its phonemes and where they come from. */
export interface SpokenWord { text: string; phonemes: string; source: SoundSource }

/** Why no English voice can say the text, or null: its letters of other scripts. */
export function findForeignLetters(text: string): string | null {
  const plain = toPlainText(text);
  return plain.kind === 'unreadable' ? plain.letters : null;
}

/**
 * Turns English text into phonemes of the model's alphabet, in pieces of at most `maxSigns` signs. Every word gets a
 * sound. Empty for text without words, and for text with letters of other scripts (`findForeignLetters`). Deterministic.
 */
export function toPhonemes(text: string, options: PhonemeOptions): PhonemePiece[] {
  const { phonemes } = speakWords(text, options);
  return phonemes === '' ? [] : piecesOf(phonemes, options.maxSigns ?? MAX_PIECE_SIGNS);
}

/** As `toPhonemes`, uncut, with the words. */
export function speakWords(text: string, options: PhonemeOptions): { phonemes: string; words: SpokenWord[] } {
  const plain = toPlainText(text);
  if (plain.kind !== 'words') return { phonemes: '', words: [] };
  const { accent } = options;
  const tokens = tokensOf(expand(plain.text, accent));
  const sounds = new WordSounds(options.lexicon, accent);
  const own = new Map((options.pronunciations ?? []).map((one) => [keyOf(one.word), one]));
  const tagOf = taggerOf(tokens);
  const words: SpokenWord[] = [];
  let said = endMark(tokens);
  // From the end, because the sound of "the" and "to" depends on what follows.
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind === 'mark') {
      said = withMark(token.text, said);
      continue;
    }
    const next = nextOf(said) ?? 'pause';
    const chosen = ownSound(own, token.text, accent);
    const sound = chosen !== null ? { phonemes: chosen, source: 'dictionary' as const }
      : sounds.sound(token.text, { next, emphasised: token.emphasised, afterArticle: /^(?:the|an?)$/i.test(tokens[index - 1]?.text ?? ''), tag: () => tagOf(index) });
    words.unshift({ text: token.text, ...sound });
    said = /^[.,!?;:—…”)]/u.test(said) || said === '' ? sound.phonemes + said : `${sound.phonemes} ${said}`;
  }
  const phonemes = forModel(said, accent);
  return { phonemes: words.length > 0 ? phonemes : '', words };
}

/** A line ends with a mark, so that its last word falls. */
function endMark(tokens: readonly Token[]): string {
  const last = tokens.findLast(({ text }) => !/^[”“()]$/u.test(text));
  return last?.kind === 'mark' ? '' : '.';
}

function withMark(mark: string, after: string): string {
  if (mark === '“' || mark === '(') return mark + after;
  if (/^[.,!?;:—…]/u.test(after) && mark !== '”' && mark !== ')') return mark + after.replace(/^[.,!?;:—…]+/u, '');
  return /^[.,!?;:—…”)]/u.test(after) || after === '' ? mark + after : `${mark} ${after}`;
}

const keyOf = (word: string): string => {
  const plain = toPlainText(word);
  return (plain.kind === 'words' ? plain.text : word).toLowerCase();
};

/** The project's pronunciation of a word, also of its possessive. */
function ownSound(own: ReadonlyMap<string, Pronunciation>, text: string, accent: Accent): string | null {
  if (own.size === 0) return null;
  const lower = text.toLowerCase();
  const stem = lower.replace(/'s?$/, '');
  const found = own.get(lower) ?? own.get(stem);
  if (!found) return null;
  const phonemes = found.ipa === null ? fromRespelling(found.respelling, accent) : fromIpa(found.ipa, accent);
  if (phonemes === '') return null;
  return own.has(lower) || !lower.endsWith("'s") ? phonemes : withS(phonemes, accent);
}

/** The model writes the American tap as T and knows no glottal stop. */
function forModel(phonemes: string, accent: Accent): string {
  return (accent === 'us' ? phonemes.replaceAll('ɾ', 'T') : phonemes).replaceAll('ʔ', 't').replace(/ {2,}/g, ' ').trim();
}
