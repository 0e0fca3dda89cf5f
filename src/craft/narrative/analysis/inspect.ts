import type { AttributionConfidence } from '../../screenplay/model.js';
import type { Claim, Person, TextScene } from '../model.js';
import { analyseText } from './analyse-text.js';

/** The analysis of a text in the shape that `proscenium inspect FILE --json` prints. `speaker` is the cue. */
export interface Inspection {
  text: string;
  quotes: { start: number; end: number; speaker: string; confidence: AttributionConfidence }[];
  cast: Person[];
  claims: Claim[];
  scenes: TextScene[];
}

/** Analyses a text and lists who speaks where. Offsets count characters of `text`. */
export function inspectText(text: string): Inspection {
  const analysis = analyseText(text);
  const cues = new Map(analysis.cast.map((person) => [person.id, person.cue]));
  return {
    text,
    quotes: analysis.quotes.map(({ start, end, speaker, confidence }) =>
      ({ start, end, speaker: cues.get(speaker) ?? speaker, confidence })),
    cast: analysis.cast,
    claims: analysis.claims,
    scenes: analysis.scenes,
  };
}
