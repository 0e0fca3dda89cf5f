import { Next } from '../../src/kernel/contract/next-step.js';
import { nextOfVersion } from '../../src/domain/scripts/next-step.js';
import { nextOfPreparation } from '../../src/domain/jobs/next-step.js';
import { StaleFields, stalenessFields } from '../../src/kernel/contract/staleness.js';
import Type from 'typebox';
import { removeCharacter } from '../../src/domain/casting/remove-character.js';
import { prepareTableRead, retryTableRead } from '../../src/domain/jobs/prepared-read.js';
import { closed, Id, model, nullable, oneOf } from '../../src/kernel/contract/models.js';
import { VISIBLE } from '../../src/kernel/contract/texts/visible-text.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import { defineOperation } from '../operation.js';

const PrepareRequest = model('TableReadPrepareRequest', 'Whether to charge and begin, and with which cast.', closed({
  confirmed: Type.Optional(Type.Boolean({ default: false, description: 'False: a quote, which changes nothing. True: the charge' })),
  announceScenes: Type.Optional(Type.Boolean({
    default: true, description: 'A narrator says where and when each scene plays. Fixed with the charge',
  })),
  announceTitle: Type.Optional(Type.Boolean({
    default: true, description: 'Title and author are said before the read, and credits after it. Fixed with the charge',
  })),
  acceptSuggestedVoices: Type.Optional(Type.Boolean({ default: false, description: 'People without a voice take the suggested one. Fixed with the charge' })),
}, { examples: [{ confirmed: true }] }));

const Preparation = model('TableReadPreparation', 'What the table read of a script costs, or how far it is.', closed({
  status: oneOf(['quoted', 'queued', 'prepared', 'preparing']),
  quotedOnly: Type.Boolean(),
  credits: Type.Integer({ minimum: 0, description: 'What this answer quotes or sets aside; 0 when the version is paid, or when an earlier call set the credits aside' }),
  balanceAfter: Type.Integer({ description: 'Credits left afterwards; below zero when they do not suffice' }),
  sufficient: Type.Boolean({ description: 'False: do not confirm' }),
  note: Type.String(),
  jobId: nullable(Id),
  ...StaleFields,
  next: Next,
}));

const RetryAcknowledgement = model('TableReadRetry', 'The job that was started again.',
  closed({ status: oneOf(['queued']), scriptUploadId: Id, jobId: Id, next: Next }));

const RemoveRequest = model('CharacterRemoveRequest',
  'The character to take out of the cast.', closed({ character: Type.String({ minLength: 1, maxLength: 120, pattern: VISIBLE }) }),
  { character: 'TOM' });
const Removed = model('CharacterRemoved', 'Which character was taken out, and whether that changed anything.', closed({
  removed: Type.Literal(true), character: Type.String(), changed: Type.Boolean({ description: 'False when nobody of that name was cast' }), next: Next,
}));

const AWAIT_JOB_MS = 2_000;
const path = '/scripts/{scriptUploadId}/table-read';

export const scriptTableReadOperations = [
  defineOperation({
    id: 'prepareTableRead', method: 'POST', path: `${path}/prepare`, area: 'scripts', scopes: ['artifact:publish'],
    idempotency: 'required', mints: 'job', summary: 'Prepare the table read of a version: quote it, then make it; charged once per version',
    description: 'Without `confirmed` nothing changes. With it TABLE_READ_SHORT credits (up to 60 pages) or TABLE_READ_LONG are charged and '
      + 'the read is made and performed: poll the job, or call again, until `prepared`. The charge is final once every line is voiced; a read '
      + 'that fails before gives its credits back. A line that its voice cannot say is respelled, said by another voice or left silent, and named in '
      + 'the `warnings` of the manifest; a read with more such lines than others is refused. The cast of the project speaks; the reader of '
      + 'the action is its narrator. When the text, the cast or the pronunciations change afterwards the answer is `stale`, and a confirmation '
      + 'speaks what changed, free of charge. Scene effects and music are planned and not part of the read yet.',
    effects: {
      confirmed: 'does what was quoted', acceptSuggestedVoices: 'who lacks a voice gets one', announceScenes: 'a narrator speaks the headings',
      announceTitle: 'opening and closing credits',
    },
    request: { body: PrepareRequest }, response: { 200: Preparation, 202: Preparation },
    errors: [
      'insufficient_credits', 'cast_precondition_failed', 'project_precondition_failed', 'voice_retired', 'script_state_invalid',
      'story_job_not_found', 'story_job_state_invalid',
    ],
    async handle({ body, actor, requestId, resourceId, ...found }, services) {
      const preparation = await prepareTableRead(services, found, {
        accountId: actor.accountId, jobId: resourceId, confirmed: body.confirmed ?? false, announcesScenes: body.announceScenes,
        announcesTitle: body.announceTitle,
        acceptsSuggestions: body.acceptSuggestedVoices, httpRequestId: requestId,
      });
      const answer = { ...preparation, ...stalenessFields(preparation.staleness), next: nextOfPreparation(found.version.id, preparation, body) };
      return preparation.status === 'queued' ? accepted(answer) : ok(answer);
    },
  }),
  defineOperation({
    id: 'retryTableReadAnalysis', method: 'POST', path: `${path}/retry-analysis`, area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', mints: 'request', summary: 'Retry the failed read of a script with the current cast',
    description: 'Trying again costs nothing of its own. What the failure gave back is set aside again, and settled when the read is READY.',
    response: { 202: RetryAcknowledgement },
    errors: ['table_read_not_failed', 'insufficient_credits', 'story_job_not_found', 'story_job_state_invalid'],
    async handle({ params, actor, requestId, resourceId, ...found }, services) {
      const named = found.versions.some(({ id }) => id === params.scriptUploadId);
      const job = await retryTableRead(services, found, {
        accountId: actor.accountId, versionIds: named ? [found.version.id] : found.versions.map(({ id }) => id),
        resumeId: resourceId, httpRequestId: requestId,
      });
      const next = { method: 'GET' as const, path: `/story-jobs/${job.id}`, afterMs: AWAIT_JOB_MS, why: 'Shows how far the read is.' };
      return { status: 'queued', scriptUploadId: job.scriptUploadId ?? found.version.id, jobId: job.id, next };
    },
  }),
  defineOperation({
    id: 'removeTableReadCharacter', method: 'POST', path: `${path}/characters/remove`, area: 'scripts', scopes: ['story:write'],
    idempotency: 'none', summary: 'Remove a character from the cast: voice, portrait and finalized flag',
    description: 'The cast is the one of the script\'s project. Reads that are made keep the voices they have.',
    effects: { character: 'whose voice is taken away' },
    request: { body: RemoveRequest }, response: { 200: Removed },
    async handle({ script, version, body, actor }, { db }) {
      const character = body.character.trim();
      const next = nextOfVersion(version);
      return { removed: true, character, next, changed: await removeCharacter(db, { accountId: actor.accountId, projectId: script.projectId }, character) };
    },
  }),
];
