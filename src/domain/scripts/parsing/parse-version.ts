import {
  paginate, importScript, ScriptRefused, writeFountain, type Script, type ScriptFormat,
} from '../../../craft/screenplay/index.js';
import { sheetOf, type LineSheet } from '../lines/line-sheet.js';
import { sha256Of, type ParseFailure, type SourceFormat } from '../script-model.js';

/** A parsed text; `model` and `lines` are the JSON that is stored. */
export interface ParseResult {
  format: ScriptFormat;
  model: string;
  lines: string;
  pageCount: number;
  entryCount: number;
  fountainSha256: string;
}
export type ParseOutcome = ({ ok: true } & ParseResult) | ({ ok: false } & ParseFailure);

/** A parsed script in the form that is stored. */
export function describeScript(script: Script, format: ScriptFormat, sheet: LineSheet): ParseResult {
  return {
    format, model: JSON.stringify(script), lines: JSON.stringify(sheet), pageCount: paginate(script).pages.length,
    entryCount: sheet.lines.length, fountainSha256: sha256Of(writeFountain(script)),
  };
}

/** Parses a text of a version. A text that cannot be parsed is an outcome with a message for the writer, not an error. */
export async function parseVersion(bytes: Uint8Array, sourceFormat: SourceFormat, base: LineSheet | null): Promise<ParseOutcome> {
  try {
    const { script, format, warnings } = await importScript(bytes, sourceFormat === 'plain' ? 'text' : sourceFormat);
    return { ok: true, ...describeScript(script, format, { ...sheetOf(script, base), ...(warnings.length > 0 ? { warnings } : {}) }) };
  } catch (error) {
    if (!(error instanceof ScriptRefused)) throw error;
    const { code, message, line } = error;
    return { ok: false, code, message, line };
  }
}
