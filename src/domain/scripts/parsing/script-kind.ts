import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { OpenAnswer, WorkFailure, WorkInput } from '../../../kernel/works/model.js';
import { startRow } from '../../../kernel/works/request.js';
import { parseWorkId, PARSE } from './parse-work.js';
import type { ParseFailure, VersionRow } from '../script-model.js';
import { completeParse, failOpenParse, findVersionById, type ParsedText } from '../version-store.js';

/** Input of a parse. The work's subject is the version; its revision is that of the text. */
export type ScriptInput = WorkInput;

/** A parsed text, and the keys of the objects that it replaces. */
export interface MadeParse extends ParsedText { replaced: string[] }

const OURS = 'Parsing was stopped or failed on the server; write the content again.';

/** A text that cannot be parsed fails with `source_incomplete` and `details.reason`; every other failure is the server's. */
function parseFailureOf({ code, message, details }: WorkFailure): ParseFailure {
  if (code !== 'source_incomplete') return { code: 'internal_error', message: OURS, line: null };
  return { code: String(details?.reason), message, line: typeof details?.line === 'number' ? details.line : null };
}

export const scriptKind = defineWork<ScriptInput, MadeParse>({
  kind: PARSE, workflow: 'scriptWorkflow', queue: 'scripts', runOn: '<version>:r<revision>', whenCancelled: 'FAILED', outlivesProject: true,
  unit: 'scripts',
  async admit(tx, { subjectId, revision }): Promise<OpenAnswer | null> {
    const version = await findVersionById(tx, subjectId);
    return version && !version.deletedAt && version.revision === revision ? null : { outcome: 'over' };
  },
  publish: async (tx, _key, made) => await completeParse(tx, made) !== null,
  fail: async (tx, { workId }, _line, failure) => await failOpenParse(tx, workId, parseFailureOf(failure)) !== null,
});

/** Starts the run that parses the current text, unless it is parsed. If the engine does not answer, the checker starts it later. */
export async function startParse(services: Services, { id, revision, status }: VersionRow): Promise<void> {
  if (status === 'pending' || status === 'parsing') await startRow(services, scriptKind, parseWorkId(id, revision));
}
