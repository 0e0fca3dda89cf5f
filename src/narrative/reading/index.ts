export { readText } from './read-text.js';
export { inspectText } from './inspect.js';
export type { Inspection } from './inspect.js';
export { standsAlone, nounsOf } from './standalone.js';
export type { StandaloneContext, StandaloneVerdict } from './standalone.js';
export { splitSentences, countWords } from './sentences.js';
export type { Span } from './sentences.js';
export { cosine, mergeVectors, rankSentences, termVectors } from './ranking.js';
export type { RankedSentence, TermVector } from './ranking.js';
