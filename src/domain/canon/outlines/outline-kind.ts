import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Services } from '../../../kernel/services.js';
import { workIdOf } from '../../../kernel/works/ids.js';
import { defineWork } from '../../../kernel/works/kind.js';
import type { WorkInput } from '../../../kernel/works/model.js';
import { requestFreeWork } from '../../../kernel/works/request.js';
import { MakingFailed, type Making } from '../../../kernel/works/step.js';
import { lockProjectOf } from '../../projects/project-store.js';
import { listReadySourceIds } from '../../sources/source-store.js';
import { statusOf, withBeatIds, type Outline } from './outline.js';
import { episodeIdOf, findOutline, OUTLINE, outlineSubjectId, putDraftedOutline, requireOutlinedEpisode, requireVersion } from './outline-store.js';
import { refuseWithout } from '../project-stage.js';

/** Drafts the outline of one episode. The revision of the work is the version of the outline before the draft. */
export type OutlineInput = WorkInput;

/** A drafted outline, as a key in the media store: workflow histories must not contain its text. */
export interface DraftedOutline { projectId: string; episodeId: string; basedOn: number; outlineKey: string }

interface LoadedOutline extends DraftedOutline { outline: Outline }

/** Key of a drafted outline until its row has the content. */
export const outlineKeyOf = (subjectId: string): string => `outlines/${workIdOf(OUTLINE, subjectId)}.json`;

/** The failure of a draft whose outline got a new version meanwhile. */
const CHANGED = 'The outline was changed while it was being drafted; nothing was overwritten.';

/** Drafts and stores the outline. The same sources and Bible give the same one. */
async function draftOutline({ db, store, writer }: Services, { projectId, subjectId, revision }: OutlineInput, { signal }: Making): Promise<DraftedOutline> {
  const { findOutlineBrief } = await import('./outline-brief.js');
  const episodeId = episodeIdOf(subjectId);
  const brief = await findOutlineBrief(db, store, projectId!, episodeId);
  if (!brief) throw new MakingFailed(`The Series Bible no longer has the episode ${episodeId}.`);
  const { logline, beats } = await (await writer()).outline(brief, signal);
  if (beats.length === 0) throw new MakingFailed('The sources say nothing that an outline can be made of; attach one with a text.');
  if (((await findOutline(db, projectId!, episodeId))?.version ?? 0) !== revision) throw new MakingFailed(CHANGED);
  const outlineKey = outlineKeyOf(subjectId);
  await store.put(outlineKey, canonicalJson({ logline, beats: withBeatIds(beats) } satisfies Outline));
  return { projectId: projectId!, episodeId, basedOn: revision, outlineKey };
}

export const outlineKind = defineWork<OutlineInput, DraftedOutline, LoadedOutline>({
  kind: OUTLINE, workflow: 'outlineWorkflow', queue: 'outlines', runOn: '<project>.<episode>:r<version>', whenCancelled: 'FAILED', unit: 'outlines',
  stopped: 'Drafting this outline was stopped; ask for it again.',
  lock: lockProjectOf,
  load: async ({ store }, made) => ({ ...made, outline: JSON.parse((await store.get(made.outlineKey)).toString('utf8')) as Outline }),
  publish: (tx, _key, { basedOn, ...drafted }) => putDraftedOutline(tx, drafted, basedOn),
  clearAway: ({ store }, subjectId) => store.delete(outlineKeyOf(subjectId)),
  step: {
    activity: 'draftOutline', group: 'modelCall', stage: 'planning', words: 'Drafting the outline.', progress: 'planning', clearsAway: true,
    overtaken: { code: 'artifact_generation_failed', message: CHANGED },
    make: draftOutline,
  },
});

export interface OutlineRequest { accountId: string; projectId: string; episodeId: string; expectedVersion: number | undefined; requestId: string }

async function requireSources({ db }: Services, projectId: string): Promise<void> {
  if ((await listReadySourceIds(db, projectId)).length > 0) return;
  await refuseWithout(db, projectId, 'an outline is drafted from sources, and the project has none that is READY', ['sources'], {
    method: 'POST', path: `/story-projects/${projectId}/sources`, body: { type: 'text', content: '' }, why: 'Attach the story as a source; it is used once it is READY.',
  });
}

/**
 * Has the outline of an episode drafted. An outline that a caller wrote is replaced only when `expectedVersion` is its current version. Raises
 * `validation_failed` for an unknown episode, `version_conflict`, and `project_precondition_failed` without a READY source.
 */
export async function requestOutline(services: Services, { accountId, projectId, episodeId, expectedVersion, requestId }: OutlineRequest): Promise<void> {
  const { db } = services;
  const planned = await requireOutlinedEpisode(db, projectId, episodeId);
  const current = await findOutline(db, projectId, episodeId);
  requireVersion(current, episodeId, expectedVersion);
  if (current?.origin === 'caller' && statusOf(current.outline) !== 'empty' && expectedVersion === undefined) {
    throw new ApiError('version_conflict', `${episodeId} has an outline of yours; send its version as expectedVersion to have it replaced`,
      { expected: 0, actual: current.version, episodeId, outline: current.outline });
  }
  await requireSources(services, projectId);
  const subjectId = outlineSubjectId(projectId, episodeId);
  const revision = current?.version ?? 0;
  await requestFreeWork(services, outlineKind, {
    accountId, projectId, subjectId, revision, label: `Drafting an outline: ${planned?.title ?? episodeId}`, requestId,
  });
}
