import { withNext } from '../../src/kernel/contract/next-step.js';
import { cutPage, PageQuery } from '../../src/kernel/contract/paging.js';
import { act } from '../../src/domain/season-runs/act.js';
import { approveMap } from '../../src/domain/season-runs/map/approve-map.js';
import { cancelRun } from '../../src/domain/season-runs/cancel-run.js';
import { reviseByInstruction } from '../../src/domain/season-runs/revise-by-instruction.js';
import { warningsOfInstructions } from '../../src/domain/scripts/drafts/draft-instructions.js';
import { reviseByFile } from '../../src/domain/season-runs/revise-by-file.js';
import { screenplayBytes } from '../../src/domain/scripts/script-file.js';
import { jsonOrForm } from '../../src/kernel/http/requests/body-kinds.js';
import { createRun } from '../../src/domain/season-runs/create-run.js';
import { editMap } from '../../src/domain/season-runs/map/edit-map.js';
import { nextOfRun } from '../../src/domain/season-runs/next-step.js';
import { releaseAgain } from '../../src/domain/season-runs/release-again.js';
import { MIN_GATE_THRESHOLD, type RunRow } from '../../src/domain/season-runs/season-run-model.js';
import { listRuns } from '../../src/domain/season-runs/season-run-store.js';
import { viewRun } from '../../src/domain/season-runs/view.js';
import type { Fed } from '../../src/domain/publishing/feed/next-step.js';
import { isFeedConnected } from '../../src/domain/publishing/series/destination-store.js';
import { findSeries } from '../../src/domain/publishing/series/series-store.js';
import { UNDERSTANDS } from '../../src/craft/narrative/instructions/understand.js';
import { newId } from '../../src/kernel/db/ids.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';
import { accepted, ok } from '../../src/kernel/http/operations/answers.js';
import type { Services } from '../../src/kernel/services.js';
import { needs } from '../needs.js';
import { defineOperation } from '../operation.js';
import {
  SeasonAdvanceRequest, SeasonCancelRequest, SeasonEpisodePatchRequest, SeasonMapApproveRequest,
  SeasonRevisionForm, SeasonRunAdvanced, SeasonRunCreated, SeasonRunCreateRequest, SeasonRunEnvelope, SeasonRunList,
} from './schemas.js';

async function runAnswer(services: Services, row: RunRow) {
  const run = await viewRun(services, row);
  const feed = run.status === 'completed' && run.seriesId !== null ? await feedOf(services, run.seriesId) : null;
  return { run, ...withNext(nextOfRun(run, feed, feed ? await releaseAgain(services, run, feed.seriesId) : [])) };
}

/** The feed of a series that may be connected; null when the series is gone. */
async function feedOf({ db }: Services, seriesId: string): Promise<Fed | null> {
  const [series, isConnected] = await Promise.all([findSeries(db, seriesId), isFeedConnected(db, seriesId)]);
  return series && { seriesId, slug: series.slug, isConnected };
}

const REVISIONS = ['instruction', 'scriptUploadId', 'fileUrl'] as const;

type Revision = Partial<Record<(typeof REVISIONS)[number], string>>;

/** `revise` takes exactly one new text or instruction, other actions none. */
function requireRevision(body: { action: string } & Revision): void {
  const given = REVISIONS.filter((way) => body[way] !== undefined);
  if (given.length === (body.action === 'revise' ? 1 : 0)) return;
  throw new ApiError('validation_failed', body.action === 'revise' ? `send exactly one of ${REVISIONS.join(', ')}` : `${body.action} takes no ${given[0]}`,
    { field: given[body.action === 'revise' ? 1 : 0] ?? 'instruction' });
}

export const seasonRunOperations = [
  defineOperation({
    id: 'listSeasonRuns', method: 'GET', path: '/story-projects/{projectId}/season-runs', area: 'season-runs', scopes: ['story:read'],
    idempotency: 'none', summary: 'List the season runs of a project, newest first',
    description: 'Whether a cast is complete for the next action is looked up by `GET /season-runs/{runId}` only.',
    request: { query: PageQuery }, response: { 200: SeasonRunList },
    async handle({ project, query }, services) {
      const { items, nextCursor } = cutPage(await listRuns(services.db, project.id, query), query);
      const runs = [];
      for (const row of items) runs.push(await viewRun(services, row, false));
      return { runs, nextCursor };
    },
  }),
  defineOperation({
    id: 'createSeasonRun', method: 'POST', path: '/story-projects/{projectId}/season-runs', area: 'season-runs', scopes: ['story:write', 'publishing:write'],
    idempotency: 'required', mints: 'seasonRun', needs: [needs.episode], summary: 'Create a season run',
    description: 'Drafts the season\'s map from the Series Bible and the outline map, then waits: nothing is written or charged before a '
      + 'person approves the map, and every later step waits for a person as long as it takes. A season has one open run. With `dryRun` '
      + 'the whole season is drafted, covered and quoted at once, without a charge.',
    effects: {
      seriesId: 'where it is published', episodeCount: 'how many episodes', brief: 'rules follow some words of it, a model all; warnings name the rest',
      gateThreshold: 'closes the gate below it', dryRun: 'nothing is performed or kept',
    },
    request: { body: SeasonRunCreateRequest }, response: { 201: SeasonRunCreated },
    errors: ['season_run_state_invalid', 'publishing_series_not_found'],
    async handle({ project, body, actor, resourceId, requestId }, services) {
      const run = await createRun(services, {
        id: resourceId, accountId: actor.accountId, projectId: project.id, projectName: project.name, createdBy: actor.keyId, requestId,
        seasonNumber: body.seasonNumber, seriesId: body.seriesId ?? null, episodeCount: body.episodeCount ?? null,
        brief: body.brief?.trim() ?? null, gateThreshold: body.gateThreshold ?? MIN_GATE_THRESHOLD, dryRun: body.dryRun ?? false,
      });
      return { ...await runAnswer(services, run), warnings: warningsOfInstructions(services.config, body.brief ?? null, 'brief') };
    },
  }),
  defineOperation({
    id: 'getSeasonRun', method: 'GET', path: '/season-runs/{runId}', area: 'season-runs', scopes: ['story:read'], idempotency: 'none',
    summary: 'Read a season run: its map, its episodes and pending decisions',
    description: 'Each episode has one `nextAction`, what it charges and why it would be refused now. Poll it while an episode is `atWork`.',
    response: { 200: SeasonRunEnvelope },
    async handle({ run }, services) {
      return runAnswer(services, run);
    },
  }),
  defineOperation({
    id: 'updateSeasonEpisode', method: 'PATCH', path: '/season-runs/{runId}/episodes/{episodeId}', area: 'season-runs', scopes: ['story:write'], idempotency: 'none',
    summary: 'Update the map of one episode',
    description: 'Makes the next version of the map, which needs an approval before another episode is written; episodes that are begun go on. An episode that is begun is refused: '
      + 'plan it again with `replan`. A stale `expectedMapVersion` is refused with `details.expected`, `details.actual` and the episode as it is; nothing is lost.',
    effects: {
      'patch.title': 'title of the episode', 'patch.logline': 'the map needs one', 'patch.targetPages': 'length of the text',
      'patch.beats': 'scenes of the text', 'patch.beats.*.id': 'names the beat', 'patch.beats.*.characters': 'find the passage of the scene',
      'patch.beats.*.estimatedPages': 'length of the scene', 'patch.beats.*.summary': 'finds the passage of the scene',
    },
    request: { body: SeasonEpisodePatchRequest }, response: { 200: SeasonRunEnvelope }, errors: ['season_run_state_invalid'],
    async handle({ run, params, body, actor, requestId }, services) {
      const { expectedMapVersion, patch } = body;
      const edited = await editMap(services, run, {
        actionId: newId('seasonAction'), episodeId: params.episodeId, expectedMapVersion, patch: patch as never, decidedBy: actor.keyId, requestId,
      });
      return runAnswer(services, edited);
    },
  }),
  defineOperation({
    id: 'approveSeasonRun', method: 'POST', path: '/season-runs/{runId}/approve', area: 'season-runs', scopes: ['story:write'], idempotency: 'required', mints: 'call',
    summary: 'Approve the complete map of a season',
    description: 'Send it only after the user reviewed this version of the map. Approving an approved version changes nothing. When no worker is running, the decision is kept and the '
      + 'answer still shows `map_ready`.',
    request: { body: SeasonMapApproveRequest }, response: { 200: SeasonRunEnvelope }, errors: ['season_run_state_invalid'],
    async handle({ run, body, actor, resourceId, requestId }, services) {
      return runAnswer(services, await approveMap(services, run, body.expectedMapVersion, { callId: resourceId, keyId: actor.keyId, requestId }));
    },
  }),
  defineOperation({
    id: 'advanceSeasonRun', method: 'POST', path: '/season-runs/{runId}/advance', area: 'season-runs', scopes: ['story:write', 'artifact:publish', 'publishing:write'],
    idempotency: 'required', mints: 'seasonAction', summary: 'Advance an episode to its next step',
    description: '`advance` writes and covers an episode of the approved map, has an episode that passed the gate performed, then has its MP3 made; `publish` releases it. At the gate: '
      + '`revise` changes the text as an instruction says, or takes another text, also as the `file` of a form. Without a writing model rules follow the '
      + `instruction, and \`understood\` says what they did: ${UNDERSTANDS}. An instruction that is not understood, or changes nothing, is refused. ` + ' `retry_coverage` judges the text as it is now, `replan` plans the episode again. '
      + 'What a step charges is in `nextActionCredits`. Of two actions at once on an episode, one counts. A step that failed can be taken again.',
    effects: {
      instruction: 'rules follow it or it is refused; a model follows all', scriptUploadId: 'becomes the text', fileUrl: 'becomes the text',
      episodeId: 'the episode that is meant',
    },
    request: { body: jsonOrForm(SeasonAdvanceRequest, SeasonRevisionForm) }, response: { 202: SeasonRunAdvanced },
    errors: [
      'season_run_state_invalid', 'script_state_invalid', 'insufficient_credits', 'cast_precondition_failed', 'voice_retired', 'script_not_found', 'source_type_unsupported',
      'source_too_large', 'source_incomplete', 'plan_limit_reached',
    ],
    check: ({ body, files: { file } }) => {
      if (!file) requireRevision(body);
    },
    async handle({ run, body, files: { file }, actor, resourceId, requestId }, services) {
      const { action, episodeId } = body;
      if (file) {
        const wanted = { actionId: resourceId, episodeId, decidedBy: actor.keyId, requestId };
        return accepted(await runAnswer(services, await reviseByFile(services, run, wanted, await screenplayBytes(file))));
      }
      const { instruction, scriptUploadId, fileUrl } = body as Revision;
      if (instruction !== undefined) {
        const wanted = { actionId: resourceId, episodeId, decidedBy: actor.keyId, requestId };
        const { run: row, understood, warnings } = await reviseByInstruction(services, run, wanted, instruction.trim());
        return accepted({ ...await runAnswer(services, row), understood, warnings });
      }
      const payload = {
        ...(scriptUploadId === undefined ? {} : { scriptUploadId }),
        ...(fileUrl === undefined ? {} : { fileUrl }),
      };
      const acted = await act(services, run, { actionId: resourceId, action, episodeId, payload, decidedBy: actor.keyId, requestId });
      return accepted(await runAnswer(services, acted));
    },
  }),
  defineOperation({
    id: 'cancelSeasonRun', method: 'POST', path: '/season-runs/{runId}/cancel', area: 'season-runs', scopes: ['story:write'], idempotency: 'required',
    summary: 'Cancel a season run; held credits are released',
    description: 'The run is over at once. Work in progress is cancelled and its credits go back; 202 while some of it still has to end. Texts, reads and published episodes stay. '
      + 'Cancelling a cancelled run changes nothing.',
    request: { body: SeasonCancelRequest }, needsSpace: false, response: { 200: SeasonRunEnvelope, 202: SeasonRunEnvelope }, errors: ['season_run_state_invalid'],
    async handle({ run }, services) {
      const cancelled = await cancelRun(services, run);
      const answer = await runAnswer(services, cancelled.run);
      return cancelled.isSettled ? ok(answer) : accepted(answer);
    },
  }),
];
