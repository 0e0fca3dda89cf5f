import type { NextStep } from '../../../kernel/contract/next-step.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { revised, type Done } from '../../../craft/narrative/instructions/revise.js';
import { asksAnew, NEEDS_MODEL, understand, UNDERSTANDS } from '../../../craft/narrative/instructions/understand.js';
import { writeFountain, type Script } from '../../../craft/screenplay/index.js';
import type { Services } from '../../../kernel/services.js';
import { getParsedScript } from '../../scripts/script-objects.js';

/** A text after an instruction: what each part of the instruction did, and the parts that no rule understands. */
export interface RevisedText { bytes: Buffer; understood: Done[]; ignored: string[] }

/** The answer to an instruction that asks for a new text from the sources. */
export const ANEW = 'A revision changes the text that is there; `replan` plans the episode again, and its next text is written from the sources';

/**
 * Finds the rules for an instruction. Raises `validation_failed` when no rule understands any part of it. If it asks for a new text from the sources, the
 * error has the call for that, made by `replan`.
 */
export function readInstruction(instruction: string, replan?: (why: string) => NextStep): ReturnType<typeof understand> {
  const read = understand(instruction);
  if (read.understood.length > 0) return read;
  if (replan && read.ignored.some(asksAnew)) {
    throw new ApiError('validation_failed', ANEW, {
      field: 'instruction', reason: 'needs_replan', ignored: read.ignored, help: NEEDS_MODEL, next: replan('Plans the episode again from the sources, free of charge.'),
    });
  }
  throw new ApiError('validation_failed', `the embedded writer does not understand this instruction; it understands: ${UNDERSTANDS}`,
    { field: 'instruction', reason: 'not_understood', ignored: read.ignored, help: NEEDS_MODEL });
}

/**
 * The text of a version after an instruction; nothing is stored. The same text and instruction give the same answer. Raises `validation_failed` for an
 * instruction that is not understood, and `season_run_state_invalid` for one that changes nothing.
 */
export async function reviseText({ db, store }: Services, versionId: string, instruction: string): Promise<RevisedText> {
  const { understood, ignored } = readInstruction(instruction);
  const { objects: model } = await getParsedScript(db, store, versionId, ({ modelKey }) => store.get(modelKey));
  const { script, parts } = revised(JSON.parse(model.toString('utf8')) as Script, understood);
  if (parts.some(({ changed }) => changed)) return { bytes: Buffer.from(writeFountain(script)), understood: parts, ignored };
  throw new ApiError('season_run_state_invalid', `the instruction changes nothing: ${parts.map(({ done }) => done).join('; ')}`,
    { reason: 'changes_nothing', understood: parts, ignored });
}
