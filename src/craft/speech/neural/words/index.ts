import type { Pronunciation } from '../../port.js';
import { expand } from '../../text/expand.js';
import { toPlainText } from '../../text/plain-text.js';
import { markIndex, pronunciationMark, replacePronounced } from '../../text/pronounced.js';
import { withS, type Accent } from './endings.js';
import { nextOf } from './function-words.js';
import { findHomograph } from './homographs.js';
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
  /** The project's own pronunciations, which override all rules. */
  pronunciations?: readonly Pronunciation[];
  maxSigns?: number;
}

/** A word of a line with its phonemes and where they come from. */
export interface SpokenWord {
  text: string;
  phonemes: string;
  source: SoundSource;
  /** Number of signs of the line before the word, without spaces. */
  signsBefore: number;
}

/** The letters of other scripts, because of which no English voice can say the text; null without any. */
export function findForeignLetters(text: string): string | null {
  const plain = toPlainText(text);
  return plain.kind === 'unreadable' ? plain.letters : null;
}

/**
 * Turns English text into phonemes of the model's alphabet, in pieces of at most `maxSigns` signs. Every word gets a
 * sound. Empty for text without words, and for text with letters of other scripts (`findForeignLetters`). Deterministic.
 */
export function toPhonemes(text: string, options: PhonemeOptions): PhonemePiece[] {
  return toPieces(text, options).pieces;
}

/** Like `toPhonemes`, but also returns the words. The pieces together have all signs of the line except spaces. */
export function toPieces(text: string, options: PhonemeOptions): { pieces: PhonemePiece[]; words: SpokenWord[] } {
  const { phonemes, words } = speakWords(text, options);
  return { pieces: phonemes === '' ? [] : piecesOf(phonemes, options.maxSigns ?? MAX_PIECE_SIGNS), words };
}

/** The signs of phonemes, without spaces. */
export const signsOf = (phonemes: string): string[] => [...phonemes.replaceAll(' ', '')];

/** Like `toPieces`, but without dividing the phonemes into pieces. */
export function speakWords(text: string, options: PhonemeOptions): { phonemes: string; words: SpokenWord[] } {
  const plain = toPlainText(text);
  if (plain.kind !== 'words') return { phonemes: '', words: [] };
  const { accent } = options;
  const own = options.pronunciations ?? [];
  const tokens = tokensOf(expand(replacePronounced(plain.text, own, (_, index) => pronunciationMark(index)), accent));
  const sounds = new WordSounds(options.lexicon, accent);
  const tagOf = taggerOf(tokens);
  const words: SpokenWord[] = [];
  let said = endMark(tokens);
  // Backwards, because the sound of "the" and "to" depends on the next word.
  for (let index = tokens.length - 1; index >= 0; index--) {
    const token = tokens[index]!;
    if (token.kind === 'mark') {
      said = withMark(token.text, said);
      continue;
    }
    const next = nextOf(said) ?? 'pause';
    const rare = findHomograph(tokens, index);
    const chosen = rare === null ? ownSound(own, token.text, accent) : fromRespelling(rare, accent);
    const sound = chosen ? { phonemes: chosen, source: rare === null ? 'dictionary' as const : 'lexicon' as const }
      : sounds.sound(writtenWord(token.text, own), { next, emphasised: token.emphasised, afterArticle: /^(?:the|an?)$/i.test(tokens[index - 1]?.text ?? ''), tag: () => tagOf(index) });
    // Counted from the end, since the line is not complete.
    words.unshift({ text: writtenWord(token.text, own), ...sound, signsBefore: -(signsOf(said).length + signsOf(sound.phonemes).length) });
    said = /^[.,!?;:—…”)]/u.test(said) || said === '' ? sound.phonemes + said : `${sound.phonemes} ${said}`;
  }
  const phonemes = forModel(said, accent);
  const signs = signsOf(phonemes).length;
  return { phonemes: words.length > 0 ? phonemes : '', words: words.map((word) => ({ ...word, signsBefore: signs + word.signsBefore })) };
}

/** The mark to add to a line without one, so that the pitch of its last word falls. */
function endMark(tokens: readonly Token[]): string {
  const last = tokens.findLast(({ text }) => !/^[”“()]$/u.test(text));
  return last?.kind === 'mark' ? '' : '.';
}

function withMark(mark: string, after: string): string {
  if (mark === '“' || mark === '(') return mark + after;
  if (/^[.,!?;:—…]/u.test(after) && mark !== '”' && mark !== ')') return mark + after.replace(/^[.,!?;:—…]+/u, '');
  return /^[.,!?;:—…”)]/u.test(after) || after === '' ? mark + after : `${mark} ${after}`;
}

const writtenWord = (text: string, own: readonly Pronunciation[]): string => (
  text.replace(/^[\ue000-\uefff]/, (mark) => own[markIndex(mark)]!.word));

/**
 * The project's pronunciation of a marked word or of its possessive; null for other words. Empty when the pronunciation has no sounds, so that the word is
 * read as written.
 */
function ownSound(own: readonly Pronunciation[], text: string, accent: Accent): string | null {
  const one = /^[\ue000-\uefff]/.test(text) ? own[markIndex(text)] : undefined;
  if (!one) return null;
  const phonemes = (one.ipa === null ? '' : fromIpa(one.ipa, accent)) || fromRespelling(one.respelling, accent);
  return text.length > 1 && phonemes !== '' ? withS(phonemes, accent) : phonemes;
}

/** The model writes the American tap as T and knows no glottal stop. */
function forModel(phonemes: string, accent: Accent): string {
  return (accent === 'us' ? phonemes.replaceAll('ɾ', 'T') : phonemes).replaceAll('ʔ', 't').replace(/ {2,}/g, ' ').trim();
}
