import { judge } from '../../../kernel/families/coverage/rubric.js';
import { toTableRead, type Script } from '../../../craft/screenplay/index.js';
import type { Services } from '../../../kernel/services.js';
import { episodeBriefOf } from '../../scripts/drafts/draft-brief.js';
import { runScriptTask } from '../../scripts/parsing/script-thread.js';
import { passesGate } from '../../scripts/coverage/script-coverage.js';
import { documentOf } from '../../scripts/coverage/script-document.js';
import { SCRIPT_RUBRIC } from '../../scripts/coverage/rubric.js';
import { isOver, type EpisodeRow, type RunRow } from '../season-run-model.js';
import { findRun, getEpisode, finishRun, lockRun, updateEpisode } from '../season-run-store.js';

/** Drafts the text of an episode in memory. */
async function trialText(services: Services, run: RunRow, episode: EpisodeRow, signal: AbortSignal): Promise<Buffer> {
  const writer = await services.writer();
  const { title, logline, beats } = episode;
  const wanted = { projectId: run.projectId, title, instructions: run.brief, outline: { logline, beats } };
  const brief = await episodeBriefOf(services.db, services.store, writer, wanted);
  const scenes = await writer.planScenes(brief, null, signal);
  let text = '';
  for (let index = 0; index < scenes.length; index += 1) {
    const scene = await writer.writeScene({ ...brief, scenes, index, soFar: text }, signal);
    const appended = await runScriptTask('append', { bytes: Buffer.from(text), format: 'fountain', title, scene });
    if (!appended.ok) throw new Error(appended.message);
    text = appended.content;
  }
  return Buffer.from(text);
}

/**
 * Drafts and covers an episode as a rehearsal: only the result is stored, in the run's own rows, and nothing is charged. A repeat of a finished rehearsal
 * changes nothing.
 */
export async function rehearseEpisode(services: Services, runId: string, episodeId: string, signal: AbortSignal): Promise<void> {
  const { db } = services;
  const [run, episode] = [await findRun(db, runId), await getEpisode(db, runId, episodeId)];
  if (!run || isOver(run) || episode.attempt > 0) return;
  const parsed = await runScriptTask('parse', { bytes: await trialText(services, run, episode, signal), format: 'fountain', base: null });
  if (!parsed.ok) {
    await updateEpisode(db, episodeId, { attempt: 1, status: 'gate_failed', overallScore: 0, gatePassed: false, coverageAttempts: 1, failureMessage: parsed.message });
    return;
  }
  const read = toTableRead(JSON.parse(parsed.model) as Script, { mode: 'drama', narrationPolicy: 'include', title: episode.title });
  const { targetPages, beats, title } = episode;
  const doc = await documentOf(services, read, { title, projectId: run.projectId, targetPages, beats, pageCount: parsed.pageCount });
  const judgement = judge(SCRIPT_RUBRIC, doc, null);
  const gatePassed = passesGate(judgement, run.gateThreshold);
  await updateEpisode(db, episodeId, {
    attempt: 1, begun: true, pageCount: parsed.pageCount, overallScore: judgement.overallScore, gatePassed, coverageAttempts: 1,
    status: gatePassed ? 'gate_passed' : 'gate_failed',
  });
}

/** Ends a rehearsal with the status `completed`. */
export async function endRehearsal({ db }: Services, runId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRun(tx, runId);
    await finishRun(tx, runId, 'completed');
  });
}

/** Records that the rehearsal of an episode failed, so that it continues with the others. */
export async function failRehearsal({ db }: Services, episodeId: string, { code, message }: { code: string; message: string }): Promise<void> {
  await updateEpisode(db, episodeId, { attempt: 1, status: 'failed', failedFrom: 'mapped', failureCode: code, failureMessage: message });
}
