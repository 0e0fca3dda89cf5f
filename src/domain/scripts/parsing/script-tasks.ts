import { exportScript, type ExportedScript, type ExportFormat, type PdfOptions, type Script } from '../../../craft/screenplay/index.js';
import type { WrittenScene } from '../../../craft/narrative/model.js';
import { appendScene, type AppendOutcome } from '../drafts/draft-text.js';
import { editLine, type EditOutcome, type LineChange } from '../lines/line-edit.js';
import type { LineSheet } from '../lines/line-sheet.js';
import { parseVersion, type ParseOutcome } from './parse-version.js';
import type { SourceFormat } from '../script-model.js';

/** Work on whole scripts. `model` and `lines` are the JSON of stored objects. */
export interface ScriptTasks {
  parse: { input: { bytes: Uint8Array; format: SourceFormat; base: Uint8Array | null }; output: ParseOutcome };
  edit: { input: { model: Uint8Array; lines: Uint8Array; index: number; change: LineChange }; output: EditOutcome };
  append: { input: { bytes: Uint8Array; format: SourceFormat; title: string; scene: WrittenScene }; output: AppendOutcome };
  export: { input: { model: Uint8Array; format: ExportFormat; options: PdfOptions }; output: ExportedScript };
}
export type TaskName = keyof ScriptTasks;

const fromJson = <T>(bytes: Uint8Array): T => JSON.parse(Buffer.from(bytes).toString('utf8')) as T;

export const SCRIPT_TASKS: { [N in TaskName]: (input: ScriptTasks[N]['input']) => Promise<ScriptTasks[N]['output']> } = {
  parse: ({ bytes, format, base }) => parseVersion(bytes, format, base && fromJson<LineSheet>(base)),
  edit: async ({ model, lines, index, change }) => editLine(fromJson<Script>(model), fromJson<LineSheet>(lines), index, change),
  append: ({ bytes, format, title, scene }) => appendScene(bytes, format, title, scene),
  export: async ({ model, format, options }) => exportScript(fromJson<Script>(model), format, options),
};
