export { FLAWS, factIn, findUnsupported, groundingContext, type Flaw, type FlawKind, type GroundingContext } from './grounding.js';
export { deniesBefore } from './polarity.js';
