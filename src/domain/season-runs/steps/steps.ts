import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import type { WorkFailure } from '../../../kernel/works/model.js';
import { findSeriesBible } from '../../canon/series-bible-store.js';
import { changeEpisode, endAction, findStepOf, type OpenStep } from '../action-store.js';
import { dropFile } from '../cancel-run.js';
import { coverText } from './cover-step.js';
import { makeText } from './write-step.js';
import { mapOf } from '../map/edit-map.js';
import { outlineOf } from '../map/outline.js';
import { orderOnce, requireEnded } from './ordering.js';
import { publishRead } from './publishing.js';
import { findFinishedRead, findMp3, orderMp3, orderRead } from './reads.js';
import { mapOfEpisode } from '../map/season-map.js';
import { missingInMap, type EpisodeRow, type RunRow } from '../season-run-model.js';
import { updateRun } from '../season-run-store.js';

/** What a text made before a change of it has left behind. */
const WITHOUT_READ = { storyJobId: null, artifactId: null, releaseId: null } as const;
const WITHOUT_REPORT = { reportId: null, overallScore: null, gatePassed: null, judgedTextHash: null } as const;

/**
 * Steps of an episode by name. Each resumes where an earlier attempt of the same action stopped, throws `StillAtWork` while the work
 * that it ordered is open, and returns null when the action has ended.
 */
export const STEPS = {
  /** Makes the text; the report follows. */
  async write(services: Services, step: OpenStep): Promise<RunRow | null> {
    if (step.episode.status !== 'covering') {
      const { id, pageCount } = await makeText(services, step);
      await services.faults.reach('season.written', step.action.id);
      const change = { ...WITHOUT_READ, ...WITHOUT_REPORT, scriptUploadId: id, pageCount, attempt: step.episode.attempt + 1, begun: true };
      if (!await changeEpisode(services.db, step.action.id, { ...change, status: 'covering' })) return null;
    }
    const written = await findStepOf(services.db, step.action.id);
    return written && STEPS.cover(services, written);
  },

  async cover(services: Services, step: OpenStep): Promise<RunRow | null> {
    const { reportId, overallScore, gatePassed, judgedTextHash, message } = await coverText(services, step);
    return endAction(services.db, step.action.id, 'done', {
      reportId, overallScore, gatePassed, judgedTextHash, coverageAttempts: step.episode.coverageAttempts + 1, status: gatePassed ? 'gate_passed' : 'gate_failed',
      failureMessage: message,
    }, { reportId, overallScore, gatePassed });
  },

  async perform(services: Services, step: OpenStep): Promise<RunRow | null> {
    const jobId = await orderOnce(services, step, 'read', () => orderRead(services, step));
    if (step.episode.storyJobId !== jobId && !await changeEpisode(services.db, step.action.id, { storyJobId: jobId })) return null;
    const job = requireEnded(await findFinishedRead(services, step, jobId), `the read ${jobId}`);
    const artifactId = job.artifacts[0]!.id;
    return endAction(services.db, step.action.id, 'done', { artifactId, status: 'performing' }, { jobId, artifactId });
  },

  async finalize(services: Services, step: OpenStep): Promise<RunRow | null> {
    const workId = await orderOnce(services, step, 'mp3', () => orderMp3(services, step));
    requireEnded(await findMp3(services, workId), 'the MP3');
    return endAction(services.db, step.action.id, 'done', { status: 'ready_to_publish' });
  },

  async publish(services: Services, step: OpenStep): Promise<RunRow | null> {
    const { releaseId, seriesId } = await publishRead(services, step);
    return endAction(services.db, step.action.id, 'done', { releaseId, status: 'published' }, { releaseId },
      (tx, { run }) => updateRun(tx, run.id, { seriesId: run.seriesId ?? seriesId }));
  },

  /** Plans the episode again: after the outline map, or after the Series Bible when the outline is the map that it has. */
  async replan(services: Services, { run, episode, action }: OpenStep): Promise<RunRow | null> {
    const { db } = services;
    const content = (await findSeriesBible(db, run.projectId))?.content ?? {};
    const planned = content.episodes?.find(({ id }) => id === episode.bibleEpisodeId);
    if (!planned) throw new ApiError('validation_failed', 'the Series Bible no longer has this episode', { episodeId: episode.bibleEpisodeId });
    const outlined = mapOfEpisode(planned, content, await outlineOf(db, run.projectId, planned.id));
    const map = canonicalJson(outlined) === canonicalJson(mapOf(episode)) ? mapOfEpisode(planned, content, null) : outlined;
    return endAction(db, action.id, 'done', {
      ...map, ...WITHOUT_READ, ...WITHOUT_REPORT, begun: false, status: missingInMap(map).length === 0 ? 'mapped' : 'planned',
    }, {}, async (tx, { run: { id, mapVersion } }) => {
      await updateRun(tx, id, { mapVersion: mapVersion + 1 });
    });
  },
};

/** Ends an action that failed: the episode shows why, and takes the same action again. Null when the action has ended. */
export async function failStep(services: Services, actionId: string, { code, message, details }: WorkFailure): Promise<RunRow | null> {
  const { db } = services;
  const step = await findStepOf(db, actionId);
  if (!step) return null;
  const { episode, action } = step;
  await dropFile(services, action);
  // The text is there already when its coverage fails.
  const standing: EpisodeRow['status'] = episode.status === 'covering' && action.notes.step !== 'cover' ? 'gate_failed' : action.notes.before;
  return endAction(db, action.id, 'failed', {
    status: 'failed', failedFrom: standing, failureCode: code, failureMessage: message, failureDetails: details ?? null,
  }, { code, message, ...details });
}
