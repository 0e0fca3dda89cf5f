import {
  paginate, importScript, ScriptRefused, writeFountain, type Script, type ScriptFormat,
} from '../../../screenplay/index.js';
import { sheetOf, type LineSheet } from '../lines/line-sheet.js';
import { sha256Of, type ParseFailure, type SourceFormat } from '../script-model.js';

/** What a text is once read; `model` and `lines` are the JSON that is stored. */
export interface ParseResult {
  format: ScriptFormat;
  model: string;
  lines: string;
  pageCount: number;
  entryCount: number;
  fountainSha256: string;
}
export type ParseOutcome = ({ ok: true } & ParseResult) | ({ ok: false } & ParseFailure);

/** Facts of a script as they are stored, with the lines of an older text found again. */
export function describeScript(script: Script, format: ScriptFormat, sheet: LineSheet): ParseResult {
  return {
    format, model: JSON.stringify(script), lines: JSON.stringify(sheet), pageCount: paginate(script).pages.length,
    entryCount: sheet.lines.length, fountainSha256: sha256Of(writeFountain(script)),
  };
}

/** Reads a text of a version. What cannot be read is an outcome with a sentence for the writer, not an error. */
export async function parseVersion(bytes: Uint8Array, sourceFormat: SourceFormat, base: LineSheet | null): Promise<ParseOutcome> {
  try {
    const { script, format } = await importScript(bytes, sourceFormat === 'plain' ? 'text' : sourceFormat);
    return { ok: true, ...describeScript(script, format, sheetOf(script, base)) };
  } catch (error) {
    if (!(error instanceof ScriptRefused)) throw error;
    const { code, message, line } = error;
    return { ok: false, code, message, line };
  }
}
