import Type from 'typebox';
import { READ_UNDERSTANDS } from '../../src/craft/narrative/instructions/read-changes.js';
import { nextOfJob } from '../../src/domain/jobs/next-step.js';
import { viewJob } from '../../src/domain/jobs/job-view.js';
import { REFINE_SCOPES } from '../../src/domain/jobs/refinements/refinement-store.js';
import { requestRefine } from '../../src/domain/jobs/refinements/request-refine.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { Next, withNext } from '../../src/kernel/contract/next-step.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { Warnings } from '../../src/kernel/contract/warnings.js';
import { WORK_STATUSES } from '../../src/kernel/works/model.js';
import { accepted } from '../../src/kernel/http/operations/answers.js';
import { defineOperation } from '../operation.js';

const MAX_INSTRUCTION_CHARS = 2_000;

const RefineRequest = model('ArtifactRefineRequest', 'What is to be different about a read, in words.', closed({
  instruction: Type.String({ minLength: 1, maxLength: MAX_INSTRUCTION_CHARS, pattern: VISIBLE, examples: ['Slower.'],
    description: `Understood without a writing model: ${READ_UNDERSTANDS}` }),
  scope: Type.Optional(oneOf(REFINE_SCOPES, {
    default: 'auto',
    description: '`screenplay` changes the text that is there; `plan` adapts the sources again, without corrections made by hand; `auto` chooses what the instruction needs',
  })),
}), { instruction: 'A bit slower, and without the dog.', scope: 'auto' });

const Refined = model('ArtifactRefined', 'The job that makes the next revision, and what the instruction was taken for.', closed({
  storyJob: closed({ id: Id, status: oneOf(WORK_STATUSES) }),
  artifactId: Id,
  understood: Type.Array(closed({
    words: Type.String({ description: 'A part of the instruction' }),
    done: nullable(Type.String({ description: 'What it does to the text; null when the writer follows it with the sources' })),
  })),
  warnings: Warnings,
  next: Next,
}));

export const refineOperations = [
  defineOperation({
    id: 'refineArtifact', method: 'POST', path: '/artifacts/{artifactId}/refine', area: 'artifacts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'job', summary: 'Refine a table read by an instruction',
    description: 'Costs TABLE_READ_REFINE credits when the next revision is there: `currentVersion` and `refineCount` rise under the same id and links, once '
      + 'it is recorded; the read plays as it is until then. Only lines that sound different are spoken. An instruction that is not understood, or that '
      + 'changes nothing, is refused and costs nothing.',
    effects: { instruction: 'what is changed, or a refusal', scope: 'how much is made again' },
    request: { body: RefineRequest }, response: { 202: Refined },
    errors: ['artifact_not_ready', 'version_conflict', 'insufficient_credits'],
    async handle({ artifact, body: { instruction, scope = 'auto' }, actor, requestId, resourceId }, services) {
      const { job, ...answer } = await requestRefine(services, {
        accountId: actor.accountId, artifactId: artifact.id, instruction, scope, jobId: resourceId, requestId,
      });
      return accepted({ storyJob: { id: job.id, status: job.status }, artifactId: artifact.id, ...answer, ...withNext(nextOfJob(viewJob(job))) });
    },
  }),
];
