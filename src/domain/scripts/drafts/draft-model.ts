import type { ScriptDraft } from '../../../../entities/script-draft.js';
import type { Known } from '../../../kernel/db/rows.js';
import type { WorkRow } from '../../../kernel/works/work-store.js';
import type { PlannedScene, SceneRequest } from '../../../craft/narrative/model.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import type { DraftStatus } from '../../../kernel/contract/states.js';
import type { VersionRow } from '../script-model.js';
import { sha256Of } from '../script-model.js';

/** The scenes and instructions of a request to write a draft; null where the request has none. */
export interface DraftWanted { scenes: SceneRequest[] | null; instructions: string | null }

/** Name of the kind of work that writes a draft. */
export const DRAFT = 'draft';

export type DraftRow = Known<ScriptDraft, { scenes: PlannedScene[] }>;

/** A scene plan: the scenes to write, and how many of them are in the text. */
export type DraftPlan = Pick<DraftRow, 'revision' | 'requestHash' | 'instructions' | 'scenes' | 'planned' | 'completed'>;

const hashOf = (scenes: readonly SceneRequest[] | null): string => sha256Of(canonicalJson(scenes));

const isWritten = ({ planned, scenes, completed }: DraftPlan): boolean => planned && completed >= scenes.length;

/**
 * The scene plan to write next, or null when every requested scene is in the text. The same scenes, or none, continue the current
 * plan. Other scenes make a plan of the next revision: scenes that are written stay, the rest of the old plan is dropped.
 */
export function nextPlan(current: DraftPlan | null, { scenes, instructions }: DraftWanted): DraftPlan | null {
  const requestHash = hashOf(scenes);
  if (current && (scenes === null || requestHash === current.requestHash)) {
    if (isWritten(current)) return null;
    return { ...current, instructions: instructions ?? current.instructions };
  }
  const written = current?.scenes.slice(0, current.completed) ?? [];
  return {
    revision: (current?.revision ?? 0) + 1, requestHash, instructions, planned: false, completed: written.length,
    scenes: [...written, ...(scenes ?? []).map((scene) => ({ ...scene, spans: [] }))],
  };
}

/** Key of a scene's written words: a hash of its plan and the instructions, so that a changed plan is written anew. */
export const sceneHash = (scene: PlannedScene, instructions: string | null): string =>
  sha256Of(canonicalJson([scene, instructions])).slice(0, 16);

/** Object key of a scene's words between the moment they are written and the moment they are in the text. */
export const sceneKeyOf = (versionId: string, index: number): string => `script-versions/${versionId}/scene-${index}.json`;

const POLL_MS = 2_000;

/** The progress of a draft. `work` is the latest work on the current scene plan. */
export function viewDraft(version: VersionRow & { draftStatus: DraftStatus }, draft: DraftRow | null, work: WorkRow | null) {
  const completed = draft?.completed ?? 0;
  const next = ({ open: 'pending', drafting: 'writing', failed: 'failed', finished: 'pending' } as const)[version.draftStatus];
  const failure = version.draftStatus === 'failed' ? work : null;
  return {
    scriptUploadId: version.id,
    status: version.draftStatus,
    scenes: (draft?.scenes ?? []).map(({ heading, summary, characters }, index) => ({
      index, heading, summary, characters, status: index < completed ? 'written' as const : index > completed || !draft?.planned ? 'pending' as const : next,
    })),
    completed,
    total: draft?.scenes.length ?? 0,
    nextPollAfterMs: version.draftStatus === 'drafting' ? POLL_MS : null,
    failureCode: failure?.failureCode ?? null,
    failureMessage: failure?.failureMessage ?? null,
    updatedAt: [(draft ?? version).updatedAt, ...(work ? [work.updatedAt] : [])].reduce((a, b) => (a > b ? a : b)).toISOString(),
  };
}
