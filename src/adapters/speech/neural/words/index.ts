export { buildLexicon, openLexicon, type Lexicon } from './lexicon.js';
