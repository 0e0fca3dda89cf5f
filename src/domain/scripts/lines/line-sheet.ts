import type { Emotion } from '../../../screenplay/model.js';
import { alignLines, scriptLines, type Script, type ScriptLine } from '../../../screenplay/index.js';

/** What a writer set for the performance of one line; absent means that the director decides. */
export interface LineSettings { ttsText?: string; emotion?: Emotion; volume?: number; pauseAfterMs?: number }

/** A line of a parsed script with its lasting identity; `heading` is the scene heading in force, null before the first. */
export interface SheetLine extends ScriptLine { id: string; heading: string | null; settings?: LineSettings }

/** All lines of one text of a version. `nextLine` numbers the next line that is new to the script. */
export interface LineSheet { nextLine: number; lines: SheetLine[] }

/** Gives lines the identity and settings of the old lines they come from, and new identities to the others. */
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

/** How a line is spoken belongs to its old words. */
export function withoutSpokenForm({ ttsText: _, ...settings }: LineSettings): LineSettings {
  return settings;
}

/** The lines of a script; those of an older text of it are found again wherever they moved. */
export function sheetOf(script: Script, base: LineSheet | null): LineSheet {
  const lines = scriptLines(script);
  const alignment = base && alignLines(base.lines, lines);
  return buildSheet(lines, base, (index) => alignment?.from[index] ?? null, (index) => alignment?.fates[index] === 'edited');
}
