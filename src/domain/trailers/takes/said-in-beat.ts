import { mostLifted, voiceOfLine, type SaidLine } from '../../storyboards/takes/said.js';
import type { TrailerMaking } from '../film/trailer-film.js';
import { heardFrom, type BeatItem } from '../trailer-model.js';

/** The line that is spoken in a beat, as a list of one; empty for a beat without speech. */
export function saidInBeat({ board: { items, fields }, sound, performed }: TrailerMaking, at: number): SaidLine[] {
  const { line } = items[at]!;
  const source = sound.sources.get(at);
  if (!line || !source) return [];
  const isNarrated = line.speaker === null && fields.narrator !== null;
  const startMs = heardFrom(sound.beats[at]!, line);
  return [{
    ...source, of: isNarrated ? 'narration' : 0, text: line.text, voiceId: isNarrated ? fields.narrator!.voiceId : voiceOfLine(performed, line), gainDb: line.gainDb,
    startMs, endMs: startMs + source.toMs - source.fromMs,
  }];
}

/** Mends a line that is not heard: narration is spoken again, and a line of the read becomes louder. */
export function mendBeat({ line, spokenTake = 0 }: BeatItem, lines: readonly SaidLine['of'][]): Partial<BeatItem> {
  if (!line || lines.length === 0) return {};
  return lines.includes('narration') ? { spokenTake: spokenTake + 1 } : { line: mostLifted(line) };
}
