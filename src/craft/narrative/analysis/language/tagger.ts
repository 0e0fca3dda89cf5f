import { createRequire } from 'node:module';
import { remembered } from '../../remembered.js';
import type { ItemToken, ItsFunction, WinkMethods } from 'wink-nlp';

/** One token of a sentence as the language model sees it. `lemma` is always in lower case; for punctuation and numbers it is no word. */
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

/** Characters of text whose tagged sentences are cached: about a chapter. */
const MAX_REMEMBERED = 100_000;
/** A sentence is tagged up to this length; a longer one cannot be spoken anyway. */
const MAX_TAGGED_CHARACTERS = 2_000;

let loaded: WinkMethods | null = null;
/** The model's own words have numbers below this; other words get higher numbers when they first occur. */
let knownWords = 0;

const numberOf = (nlp: WinkMethods, word: string): number =>
  Number(nlp.readDoc(word).tokens().itemAt(0).out(nlp.its.uniqueId));

/** True for a word that the English model knows; it knows some 87,000. */
export function isKnownWord(word: string): boolean {
  const nlp = language();
  return numberOf(nlp, word) < knownWords;
}

function language(): WinkMethods {
  if (!loaded) {
    // Loaded on first use, so that a process that only imports the writer does not load four megabytes.
    const require = createRequire(import.meta.url);
    const [winkNLP, model] = [require('wink-nlp') as typeof import('wink-nlp').default,
      require('wink-eng-lite-web-model') as object];
    loaded = winkNLP(model as Parameters<typeof winkNLP>[0], ['sbd', 'pos']);
    knownWords = numberOf(loaded, 'zqxjkvbwz');
  }
  return loaded;
}

/**
 * Tags the words of one sentence with the embedded English model, which is loaded once, on first use. Only the first
 * 2,000 characters are tagged. Where the model knows no lemma, the lemma is the word itself.
 */
export const tagWords = remembered((sentence: string): readonly TaggedWord[] => {
  const nlp = language();
  const its = nlp.its;
  const words: TaggedWord[] = [];
  nlp.readDoc(plainCharacters(sentence.slice(0, MAX_TAGGED_CHARACTERS))).tokens().each((token: ItemToken) => {
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
}, MAX_REMEMBERED);

/** The model fails on lone surrogates and control characters; both become spaces of the same length. */
function plainCharacters(sentence: string): string {
  return sentence.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufffd]/g, ' ');
}
