import type { AttributionConfidence } from '../../screenplay/model.js';
import type { Claim, Person, ReadScene } from '../model.js';
import { readText } from './analyse-text.js';

/** The analysis of a text in the shape that `proscenium inspect FILE --json` prints. `speaker` is the cue. */
export interface Inspection {
  text: string;
  quotes: { start: number; end: number; speaker: string; confidence: AttributionConfidence }[];
  cast: Person[];
  claims: Claim[];
  scenes: ReadScene[];
}

/** Analyses a text and lists who speaks where. Offsets count characters of `text`. */
export function inspectText(text: string): Inspection {
  const reading = readText(text);
  const cues = new Map(reading.cast.map((person) => [person.id, person.cue]));
  return {
    text,
    quotes: reading.quotes.map(({ start, end, speaker, confidence }) => ({ start, end, speaker: cues.get(speaker) ?? speaker, confidence })),
    cast: reading.cast,
    claims: reading.claims,
    scenes: reading.scenes,
  };
}
