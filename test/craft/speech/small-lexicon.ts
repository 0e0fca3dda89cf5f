import { buildLexicon, openLexicon, type Lexicon } from '../../../src/craft/speech/neural/words/index.js';

const SIMPLE = {
  and: 'ænd', at: 'æt', Baker: 'bˈAkəɹ', be: { DEFAULT: 'bi', None: 'bˈi' }, big: 'bˈɪɡ', black: 'blˈæk', bow: { DEFAULT: 'bˈO', VERB: 'bˈW' }, book: 'bˈʊk', bread: 'bɹˈɛd', but: 'bˌʌt',
  came: 'kˈAm', cat: 'kˈæt', church: 'ʧˈɜɹʧ', city: 'sˈɪɾi', dollars: 'dˈɑləɹz', door: 'dˈɔɹ', eight: 'ˈAt', 'eighteen': 'ˌAtˈin', five: 'fˈIv', for: 'fɔɹ',
  four: 'fˈɔɹ', give: 'ɡˈɪv', go: 'ɡˌO', happy: 'hˈæpi', have: { DEFAULT: 'hæv', None: 'hˈæv' }, he: 'hi', house: { DEFAULT: 'hˈWs', VERB: 'hˈWz' }, hundred: 'hˈʌndɹəd',
  it: 'ɪt', light: 'lˈIt', live: { DEFAULT: 'lˈIv', VERB: 'lˈɪv' }, met: 'mˈɛt', mister: 'mˈɪstəɹ', never: 'nˈɛvəɹ', night: 'nˈIt', nine: 'nˈIn', 'ninety-five': 'nˌIntifˈIv',
  of: 'ʌv', old: 'ˈOld', one: 'wˈʌn', open: 'ˈOpən', read: { ADJ: 'ɹˈɛd', DEFAULT: 'ɹˈid', VBD: 'ɹˈɛd', VBN: 'ɹˈɛd' }, record: { DEFAULT: 'ɹəkˈɔɹd', NOUN: 'ɹˈɛkəɹd' },
  saw: 'sˈɔ', see: 'sˈi', seven: 'sˈɛvən', she: 'ʃi', six: 'sˈɪks', stop: 'stˈɑp', street: 'stɹˈit', that: { DEFAULT: 'ðæt', DT: 'ðˈæt' }, the: 'ði', they: 'ðA',
  three: 'θɹˈi', to: 'tu', two: 'tˈu', use: { DEFAULT: 'jˈuz', NOUN: 'jˈus' }, walk: 'wˈɔk', water: 'wˈɔɾəɹ', will: 'wˈɪl', wind: { DEFAULT: 'wˈɪnd', VERB: 'wˈInd' },
  with: 'wɪð', wheel: 'wˈil', you: 'ju', your: 'jʊɹ', NASA: 'nˈæsə', B: 'bˈi', C: 'sˈi', F: 'ˈɛf', I: 'ˈI', U: 'jˈu', S: 'ˈɛs',
};
const RARE = { zebra: 'zˈibɹə', jug: 'ʤˈʌɡ', vex: 'vˈɛks', queen: 'kwˈin', polish: 'pˈɑlɪʃ', Polish: 'pˈOlɪʃ', the: 'wrong' };

/** Bytes of a dictionary of a few words, for tests that do without the dictionary of the voices. */
export const smallLexiconBytes = (): Uint8Array => buildLexicon(SIMPLE, RARE);
export const smallLexicon = (): Lexicon => openLexicon(smallLexiconBytes());

/** The phoneme symbols that the model knows. */
export const MODEL_SIGNS = ';:,.!?—…"()“” ̃ʣʥʦʨᵝꭧAIOQSTWYᵊabcdefhijklmnopqrstuvwxyzɑɐɒæβɔɕçɖðʤəɚɛɜɟɡɥɨɪʝɯɰŋɳɲɴøɸθœɹɾɻʁɽʂʃʈʧʊʋʌɣɤχʎʒʔˈˌːʰʲ↓→↗↘ᵻ';
