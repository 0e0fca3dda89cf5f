import type { NamedSpeaker, WriterSource } from '../../narrative/model.js';
import type { Screenplay, ScreenplayEntry } from '../../screenplay/model.js';
import type { ReadStory } from './read-story.js';

/** A note for people when the model's reading of a source is not used: rules found the speakers, and why. */
export const heardNote = (model: string, read: ReadStory | null): string[] =>
  (read && 'reason' in read ? [`Who speaks is found by rules, not by ${model}: ${read.reason}.`] : []);

/** The turn that contains a line; undefined when the reading has none. */
function turnOf({ spans: [span], kind }: ScreenplayEntry, turns: ReadonlyMap<string, readonly NamedSpeaker[]>): NamedSpeaker | undefined {
  if (!span || kind !== 'dialogue') return undefined;
  return turns.get(span.sourceId)?.find(({ start, end }) => start <= span.start && span.start < end);
}

/** The script with the reading's directions for how its lines are said, and a note that tells who found the speakers. */
export function heardIn(script: Screenplay, sources: readonly WriterSource[], model: string): Screenplay {
  const turns = new Map(sources.flatMap(({ sourceId, reading }) => (reading ? [[sourceId, reading.speakers] as const] : [])));
  if (turns.size === 0) return script;
  let named = 0;
  const entries = script.entries.map((entry): ScreenplayEntry => {
    const turn = turnOf(entry, turns);
    if (!turn || entry.parenthetical === 'narrating') return entry;
    named++;
    return { ...entry, feeling: turn.feeling };
  });
  const note = { entryIndex: null, rule: 'speakers', message: `${model} read who speaks ${named} of the lines, and how, and where scenes begin; where the text names the speaker, the text counts.` };
  return { ...script, entries, reviewNotes: [...script.reviewNotes, note] };
}
