import winkNLP, { type ItemToken, type ItsFunction, type WinkMethods } from 'wink-nlp';
import model from 'wink-eng-lite-web-model';

/** One token of a sentence as the language model sees it. `lemma` is always a lower-case word. */
export interface TaggedWord {
  text: string;
  lower: string;
  lemma: string;
  /** Universal part of speech: NOUN, PROPN, VERB, AUX, ADJ, ADV, PRON, DET, ADP, PUNCT, … */
  pos: string;
  /** False for punctuation, symbols and numbers. */
  isWord: boolean;
  isStopWord: boolean;
}

/** Longest piece that is tagged; beyond it no sentence can be spoken anyway. */
const TAGGED_CHARACTERS = 2_000;

let loaded: WinkMethods | null = null;

function language(): WinkMethods {
  loaded ??= winkNLP(model, ['sbd', 'pos']);
  return loaded;
}

/**
 * Tags the words of one sentence with the embedded English model, which is loaded once, on first use.
 * Only the first 2,000 characters are tagged. The model knows no lemma for some words; the word itself stands in.
 */
export function tagWords(sentence: string): TaggedWord[] {
  const nlp = language();
  const its = nlp.its;
  const words: TaggedWord[] = [];
  nlp.readDoc(plainCharacters(sentence.slice(0, TAGGED_CHARACTERS))).tokens().each((token: ItemToken) => {
    const text: string = token.out();
    const lemma: string | undefined = token.out(its.lemma as ItsFunction<string>);
    const normal: string | undefined = token.out(its.normal);
    words.push({
      text,
      lower: text.toLowerCase(),
      lemma: (lemma ?? normal ?? text).toLowerCase(),
      pos: token.out(its.pos),
      isWord: token.out(its.type) === 'word',
      isStopWord: token.out(its.stopWordFlag) === true,
    });
  });
  return words;
}

/** The model trips over lone surrogates and control characters; both become spaces, lengths stay. */
function plainCharacters(sentence: string): string {
  return sentence.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/g, ' ');
}

const ENGLISH_WORDS = new Set((
  'the of and to a in is was it that he she his her i you for with as had have not be on at by this but they from ' +
  'we are were ' +
  'or an which there all my me what their if would when so no one been who will could them him out up into do your'
).split(' '));

/** Says whether a text is English, by the share of English function words among its first 3,000 words. */
export function detectLanguage(text: string): 'en' | 'other' {
  const words = text.slice(0, 40_000).match(/\p{L}+/gu)?.slice(0, 3_000) ?? [];
  if (words.length === 0) return 'en';
  const english = words.filter((word) => ENGLISH_WORDS.has(word.toLowerCase())).length;
  if (words.length < 12) return /^[\x00-\u024f\u2000-\u206f]*$/.test(words.join(' ')) && english > 0 ? 'en' : shortGuess(words);
  return english / words.length > 0.16 ? 'en' : 'other';
}

function shortGuess(words: readonly string[]): 'en' | 'other' {
  return words.every((word) => /^[A-Za-z]+$/.test(word)) ? 'en' : 'other';
}
