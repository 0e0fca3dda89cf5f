import type { Figure, Figures } from '../names/figures.js';
import { NAME } from '../names/names.js';

const INTRODUCTION = new RegExp(`[Mm]y name(?:’s\\s|[,”’\\s]{1,3}(?:[^“]{0,30}“\\s?)?is )(?:\\p{Ll}+,\\s)?(${NAME})|^“I(?: a|’)m (?:only\\s)?(${NAME})(?=[,.;!]?”?$|[,.;!]”?\\s)`, 'u');

/** The person whose name a speech states as the speaker's own; null without one. */
export function introduction(words: string, figures: Figures): Figure | null {
  const said = INTRODUCTION.exec(words);
  return said ? figures.find(said[1] ?? said[2] ?? '') : null;
}
