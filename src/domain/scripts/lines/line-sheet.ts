import type { Emotion } from '../../../craft/screenplay/model.js';
import { alignLines, scriptLines, type Script, type ScriptLine, type ScriptWarning } from '../../../craft/screenplay/index.js';

/** The writer's settings for the performance of one line; the director decides about absent ones. */
export interface LineSettings { ttsText?: string; emotion?: Emotion; volume?: number; pauseAfterMs?: number }

/** A line of a parsed script with its lasting identity; `heading` is the scene heading in force, null before the first. */
export interface SheetLine extends ScriptLine { id: string; heading: string | null; settings?: LineSettings }

/**
 * All lines of one text of a version. `nextLine` is the number for the next line that is new to the script. `warnings` name what was left out or guessed when
 * the text was parsed; absent without any.
 */
export interface LineSheet { nextLine: number; lines: SheetLine[]; warnings?: ScriptWarning[] }

/** Gives each line the id and settings of the old line it comes from; lines without one get new ids. */
export function buildSheet(
  lines: readonly ScriptLine[], base: LineSheet | null, from: (index: number) => number | null, isReworded: (index: number) => boolean,
): LineSheet {
  let nextLine = base?.nextLine ?? 1;
  let heading: string | null = null;
  const known = lines.map((line): SheetLine => {
    if (line.kind === 'scene_heading') heading = line.text;
    const at = from(line.index);
    const old = at === null ? undefined : base?.lines[at];
    const id = old?.id ?? `line_${(nextLine++).toString(36)}`;
    const settings = old?.settings && (isReworded(line.index) ? withoutSpokenForm(old.settings) : old.settings);
    return { ...line, id, heading, ...(settings && Object.keys(settings).length > 0 ? { settings } : {}) };
  });
  return { nextLine, lines: known };
}

/** Settings without `ttsText`, which is only valid for the old words of a line. */
export function withoutSpokenForm({ ttsText: _, ...settings }: LineSettings): LineSettings {
  return settings;
}

/** The lines of a script; lines of the older text `base` keep their ids wherever they moved. */
export function sheetOf(script: Script, base: LineSheet | null): LineSheet {
  const lines = scriptLines(script);
  const alignment = base && alignLines(base.lines, lines);
  return buildSheet(lines, base, (index) => alignment?.from[index] ?? null, (index) => alignment?.fates[index] === 'edited');
}
