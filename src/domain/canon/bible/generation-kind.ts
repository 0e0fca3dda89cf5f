import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { attachMaterial } from '../../../kernel/contract/next-step.js';
import type { BibleDraft } from '../../../craft/narrative/model.js';
import type { Services } from '../../../kernel/services.js';
import { defineWork } from '../../../kernel/works/kind.js';
import { ENDED, type WorkInput } from '../../../kernel/works/model.js';
import { requestFreeWork, waitUntil } from '../../../kernel/works/request.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { lockProjectOf } from '../../projects/project-store.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { loadWriterSources } from '../../sources/writer-sources.js';
import { proposeFacts } from '../continuity/propose.js';
import { generateSeriesBible } from '../series-bible-store.js';
import { BIBLE, findGeneration, findLatestGeneration, openGeneration } from './generation-store.js';
import { refuseWithout } from '../project-stage.js';
import { hasMaterial } from './material.js';
import { listProjectScripts } from './scripts-store.js';

/** Makes the Series Bible of a project. The subject is the request. */
export type BibleInput = WorkInput;

/** A made Bible, as a key in the media store: workflow histories must not contain its text. */
export interface MadeBible { generationId: string; draftKey: string }

interface LoadedBible extends MadeBible { draft: BibleDraft }

/** Key of the made content until the Bible has taken it over. */
export const draftKeyOf = (generationId: string): string => `series-bibles/${generationId}.json`;

/** Makes and stores the Bible; the same sources give the same one. Null when the request was deleted with its project. */
async function makeBible({ db, store, writer }: Services, { subjectId: generationId }: BibleInput, { signal }: Making): Promise<MadeBible | null> {
  const request = await findGeneration(db, generationId);
  if (!request) return null;
  const { projectId } = request;
  const { sources } = await loadWriterSources(db, store, await listReadySourceIds(db, projectId));
  const scripts = (await listProjectScripts(db, store, projectId)).map(({ title, lines }) => ({ title, lines }));
  const draft = await (await writer()).bible({ title: projectId, sources, scripts }, signal);
  if (!draft) throw new MakingFailed('The sources and scripts say nothing that a Series Bible can be made of; attach a source with a text.');
  await store.put(draftKeyOf(generationId), canonicalJson(draft));
  return { generationId, draftKey: draftKeyOf(generationId) };
}

export const bibleKind = defineWork<BibleInput, MadeBible, LoadedBible>({
  kind: BIBLE, workflow: 'bibleWorkflow', queue: 'series-bibles', runOn: '<generation>', formerly: 'series_bible', whenCancelled: 'FAILED', unit: 'series-bibles', provider: 'llm',
  stopped: 'Making the Series Bible was stopped; ask for it again.',
  lock: lockProjectOf,
  load: async ({ store }, made) => ({ ...made, draft: JSON.parse((await store.get(made.draftKey)).toString('utf8')) as BibleDraft }),
  async publish(tx, _key, { generationId, draft }) {
    const request = await findGeneration(tx, generationId);
    if (!request) return false;
    if (!await generateSeriesBible(tx, request.projectId, draft, request.replace)) return false;
    await proposeFacts(tx, request.projectId, draft.facts ?? []);
    return true;
  },
  clearAway: ({ store }, generationId) => store.delete(draftKeyOf(generationId)),
  step: {
    activity: 'makeBible', group: 'modelCall', stage: 'writing', words: 'Reading the sources for the Series Bible.', progress: 'writing', clearsAway: true,
    make: makeBible,
  },
});

export interface GenerationRequest {
  accountId: string;
  project: { id: string; name: string };
  generationId: string;
  instructions: string | null;
  /** Keys that the caller wrote and that the generation may overwrite. */
  replace: string[] | 'all';
  requestId: string;
}

const WAIT_MS = 5_000;

/** Raises `project_precondition_failed` for a project without material for a Bible. */
async function requireMaterial({ db }: Services, projectId: string): Promise<void> {
  if (await hasMaterial(db, projectId)) return;
  const next = attachMaterial(projectId, 'Attaches the story as a source, or upload a screenplay of this project; a fetched source is used once it is READY.');
  await refuseWithout(db, projectId, 'a Series Bible is made from sources and scripts, and the project has no READY source and no parsed script', ['sources'], next);
}

/**
 * Has the Series Bible made or refreshed and waits briefly. Returns whether it is done. Raises `project_precondition_failed` for a project with neither a
 * READY source nor a parsed script.
 */
export async function requestBible(
  services: Services, { accountId, project, generationId, instructions, replace, requestId }: GenerationRequest,
): Promise<boolean> {
  await requireMaterial(services, project.id);
  await openGeneration(services.db, { id: generationId, projectId: project.id, instructions, replace });
  const { started } = await requestFreeWork(services, bibleKind, {
    accountId, projectId: project.id, subjectId: generationId, label: `Making the Series Bible: ${project.name}`, requestId,
  });
  if (!started) return false;
  const state = await waitUntil(() => findLatestGeneration(services.db, project.id), (now) => now !== null && ENDED.includes(now.status), WAIT_MS);
  return state?.status === 'READY';
}
