import {
  NARRATOR, speakerOf, type CastMember, type NarrationPolicy, type Scene, type Screenplay, type ScreenplayEntry,
  type TableReadMode,
} from '../model.js';
import { titleOf, type Script } from '../script.js';
import { scriptLines, type ScriptLine } from './entries.js';
import { peopleOfScript, type ScriptPeople } from './people.js';
import { countWords } from './spoken.js';
import { isOmitted } from './spoken-heading.js';
import { distanceOfCue, isPictureFade, spokenLine } from './spoken-line.js';
import { statedFacts } from '../../people/facts.js';
import { fullestCue } from '../../people/same-person.js';

export interface TableReadOptions {
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  /** The title of the read if the script has none. */
  title: string;
}

/**
 * Makes the performed read of a written script: one entry for each line, with the same indexes. Every entry is printed;
 * the narration policy decides which ones are spoken. Lyrics become dialogue. Entries have no spans, because a script
 * has no sources.
 */
export function toTableRead(script: Script, options: TableReadOptions): Screenplay {
  const lines = scriptLines(script);
  const entries = lines.map(entryOf);
  const people = peopleOfScript(lines);
  return {
    title: titleOf(script) ?? options.title, mode: options.mode, narrationPolicy: options.narrationPolicy,
    scenes: scenesOf(lines), entries, cast: castOf(entries, options.narrationPolicy, people),
    ...(people.origin ? { origin: people.origin } : {}), reviewNotes: [],
  };
}

function entryOf({ index, sceneIndex, kind, speaker, text, direction, extensions, dual }: ScriptLine): ScreenplayEntry {
  const entry = { index, sceneIndex, text, origin: 'source' as const, spans: [] };
  if (kind === 'scene_heading' || kind === 'transition') return { ...entry, kind };
  const said = spokenLine(text);
  const spoken = said === text || said === '' ? {} : { ttsText: said };
  if (kind === 'action') return isPictureFade(text) || isOmitted(text) ? { ...entry, kind: 'transition' } : { ...entry, kind, ...spoken };
  const distance = distanceOfCue(extensions ?? []);
  return {
    ...entry, kind: 'dialogue', character: speaker, confidence: 'hard', ...spoken,
    ...(direction ? { parenthetical: direction } : {}), ...(distance ? { distance } : {}),
    ...(extensions ? { extensions } : {}), ...(dual ? { dual } : {}),
  };
}

function scenesOf(lines: readonly ScriptLine[]): Scene[] {
  const scenes: Scene[] = [];
  for (const { index, sceneIndex, kind, text } of lines) {
    const scene = scenes[sceneIndex];
    const heading = kind === 'scene_heading' ? text : '';
    if (!scene) scenes.push({ index: sceneIndex, heading, title: heading || 'Opening', firstEntry: index,
      lastEntry: index });
    else {
      // Lines above the first heading are part of its scene.
      if (heading !== '') Object.assign(scene, { heading, title: heading });
      scene.lastEntry = index;
    }
  }
  return scenes;
}

/** Everybody who speaks, most words first. The gender is neutral where the script does not tell it. */
function castOf(entries: readonly ScreenplayEntry[], policy: NarrationPolicy, { facts, fuller }: ScriptPeople): CastMember[] {
  const cast = new Map<string, CastMember>();
  for (const entry of entries) {
    const character = speakerOf(entry, policy);
    if (character === null) continue;
    const role = character === NARRATOR ? 'narrator' : 'character';
    const known = facts.get(character);
    const member = cast.get(character) ?? {
      character, role, gender: known?.gender ?? 'neutral', description: '', ...statedFacts(known),
      ...(fuller.has(character) ? { sameAs: fullestCue(character, fuller) } : {}), lineCount: 0, wordCount: 0,
    };
    member.lineCount += 1;
    member.wordCount += countWords(entry.text);
    cast.set(character, member);
  }
  return [...cast.values()].sort((a, b) => b.wordCount - a.wordCount || (a.character < b.character ? -1 : 1));
}
