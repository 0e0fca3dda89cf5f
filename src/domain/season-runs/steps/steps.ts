import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { EngineUnavailable } from '../../../kernel/contract/runs.js';
import type { Services } from '../../../kernel/services.js';
import { inTurn } from '../../../kernel/threads/turns.js';
import type { WorkFailure } from '../../../kernel/works/model.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import { changeEpisode, endAction, findAction, findStepOf, type OpenStep } from '../action-store.js';
import { dropFile } from '../cancel-run.js';
import { coverText } from './cover-step.js';
import { makeText } from './write-step.js';
import { mapOf } from '../map/edit-map.js';
import { outlineOf } from '../map/outline.js';
import { orderOnce, StillAtWork } from './ordering.js';
import { publishRead } from './publishing.js';
import { findFinishedRead, orderMp3, orderRead, requireMp3 } from './reads.js';
import { mapOfEpisode } from '../map/season-map.js';
import { seasonRunId } from '../season-run-kind.js';
import { siblingId } from '../../../kernel/db/ids.js';
import { isOver, missingInMap, type EpisodeRow, type Part, type RunRow } from '../season-run-model.js';
import { findRun, updateRun } from '../season-run-store.js';

/** Clears the results of the former text. */
const WITHOUT_READ = { storyJobId: null, artifactId: null, releaseId: null } as const;
const WITHOUT_REPORT = { reportId: null, overallScore: null, gatePassed: null, judgedTextHash: null } as const;

type MakePart = (services: Services, step: OpenStep) => Promise<unknown>;

/**
 * Makes the parts of an episode. Each part resumes where an earlier attempt of the same action stopped, and throws `StillAtWork` while the work that it
 * ordered is open.
 */
export const PARTS: Record<Part, MakePart> = {
  /** Makes the text, unless this action has made it; the report follows. */
  async text(services, step) {
    if (step.episode.status === 'covering') return;
    const { id, pageCount } = await makeText(services, step);
    await services.faults.reach('season.written', step.action.id);
    const change = { ...WITHOUT_READ, ...WITHOUT_REPORT, scriptUploadId: id, pageCount, attempt: step.episode.attempt + 1, begun: true };
    await changeEpisode(services.db, step.action.id, { ...change, status: 'covering' });
  },

  async report(services, step) {
    const { reportId, overallScore, gatePassed, judgedTextHash, message } = await coverText(services, step);
    await endAction(services.db, step.action.id, 'done', {
      reportId, overallScore, gatePassed, judgedTextHash, coverageAttempts: step.episode.coverageAttempts + 1, status: gatePassed ? 'gate_passed' : 'gate_failed',
      failureMessage: message,
    }, { reportId, overallScore, gatePassed });
  },

  async read(services, step) {
    const jobId = await orderOnce(services, step, 'read', () => orderRead(services, step));
    if (step.episode.storyJobId !== jobId && !await changeEpisode(services.db, step.action.id, { storyJobId: jobId })) return;
    const { artifacts } = await findFinishedRead(services, step, jobId);
    const artifactId = artifacts[0]!.id;
    await endAction(services.db, step.action.id, 'done', { artifactId, status: 'performing' }, { jobId, artifactId });
  },

  async mp3(services, step) {
    await requireMp3(services, await orderOnce(services, step, 'mp3', () => orderMp3(services, step)));
    await endAction(services.db, step.action.id, 'done', { status: 'ready_to_publish' });
  },

  async release(services, step) {
    const { releaseId, seriesId } = await publishRead(services, step);
    await endAction(services.db, step.action.id, 'done', { releaseId, status: 'published' }, { releaseId },
      (tx, { run }) => updateRun(tx, run.id, { seriesId: run.seriesId ?? seriesId }));
  },

  /** Plans the episode again: from its outline, or from the Series Bible when its map already equals the outline. */
  async plan({ db }, { run, episode, action }) {
    const content = (await findSeriesBible(db, run.projectId))?.content ?? {};
    const planned = content.episodes?.find(({ id }) => id === episode.bibleEpisodeId);
    if (!planned) throw new ApiError('validation_failed', 'the Series Bible no longer has this episode', { episodeId: episode.bibleEpisodeId });
    const outlined = mapOfEpisode(planned, content, await outlineOf(db, run.projectId, planned.id));
    const map = canonicalJson(outlined) === canonicalJson(mapOf(episode)) ? mapOfEpisode(planned, content, null) : outlined;
    await endAction(db, action.id, 'done', {
      ...map, ...WITHOUT_READ, ...WITHOUT_REPORT, begun: false, status: missingInMap(map).length === 0 ? 'mapped' : 'planned',
    }, {}, async (tx, { run: { id, mapVersion } }) => {
      await updateRun(tx, id, { mapVersion: mapVersion + 1 });
    });
  },
};

/**
 * Advances a part of an open action as far as possible, and tells the season when the episode was planned again or the run has ended. Returns the id of the
 * work that the part waits for, which may not exist yet when the engine did not confirm its start; null when the part is made, and when the action has ended.
 */
export async function takePart(services: Services, actionId: string, part: Part): Promise<string | null> {
  const { db, engine } = services;
  const step = await findStepOf(db, actionId);
  try {
    // A local activity has no share of its own, so the part runs in the turn of its account.
    if (step) await inTurn({ share: step.run.accountId }, () => PARTS[part](services, step));
  } catch (error) {
    if (error instanceof StillAtWork) return error.workId;
    // A worker that is stopping does not answer what its own local activities start. This worker or the next one tries the part again.
    if (step && error instanceof EngineUnavailable) return siblingId('job', actionId);
    throw error;
  }
  const action = await findAction(db, actionId);
  const run = action && await findRun(db, action.subjectId);
  if (run && (part === 'plan' || isOver(run))) await engine.signal('seasonRunWorkflow', seasonRunId(run.id), 'moved', { episodeId: action.place });
  return null;
}

/** Ends an action as failed: the episode shows the reason, and may take the same action again. Null when the action has ended already. */
export async function failStep(services: Services, actionId: string, { code, message, details }: WorkFailure): Promise<RunRow | null> {
  const { db } = services;
  const step = await findStepOf(db, actionId);
  if (!step) return null;
  const { episode, action } = step;
  await dropFile(services, action);
  // When only the coverage fails, the new text exists already.
  const standing: EpisodeRow['status'] = episode.status === 'covering' && action.notes.step !== 'cover' ? 'gate_failed' : action.notes.before;
  return endAction(db, action.id, 'failed', {
    status: 'failed', failedFrom: standing, failureCode: code, failureMessage: message, failureDetails: details ?? null,
  }, { code, message, ...details });
}
