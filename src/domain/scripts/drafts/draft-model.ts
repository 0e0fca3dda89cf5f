import type { PlannedScene, SceneRequest } from '../../../narrative/model.js';
import { canonicalJson } from '../../../contract/canonical-json.js';
import type { DraftStatus, VersionRow } from '../script-model.js';
import { sha256Of } from '../script-model.js';

/** What a caller asks to have written; null: nothing was said. */
export interface DraftWish { scenes: SceneRequest[] | null; instructions: string | null }

export interface DraftFailure { code: string; message: string }

/** A row of `script_drafts`. */
export interface DraftRow {
  versionId: string; number: number; requestHash: string; instructions: string | null; scenes: PlannedScene[]; planned: boolean; completed: number;
  failure: DraftFailure | null; updatedAt: Date;
}

/** A draft as a run begins with it. */
export type DraftPlan = Pick<DraftRow, 'number' | 'requestHash' | 'instructions' | 'scenes' | 'planned' | 'completed'>;

const hashOf = (scenes: readonly SceneRequest[] | null): string => sha256Of(canonicalJson(scenes));

const isWritten = ({ planned, scenes, completed }: DraftPlan): boolean => planned && completed >= scenes.length;

/**
 * What the next run writes, or null when everything that was asked for is in the text. The same scenes, or none, resume what is
 * left; other ones take its place, behind the scenes that are written.
 */
export function nextPlan(current: DraftPlan | null, { scenes, instructions }: DraftWish): DraftPlan | null {
  const requestHash = hashOf(scenes);
  if (current && (scenes === null || requestHash === current.requestHash)) {
    if (isWritten(current)) return null;
    return { ...current, number: current.number + 1, instructions: instructions ?? current.instructions };
  }
  const written = current?.scenes.slice(0, current.completed) ?? [];
  return {
    number: (current?.number ?? 0) + 1, requestHash, instructions, planned: false, completed: written.length,
    scenes: [...written, ...(scenes ?? []).map((scene) => ({ ...scene, spans: [] }))],
  };
}

/** Names the words of one scene: another scene in its place gets other words. */
export const sceneHash = (scene: PlannedScene, instructions: string | null): string =>
  sha256Of(canonicalJson([scene, instructions])).slice(0, 16);

/** Where the words of a scene lie from the moment they are written until they are in the text. */
export const sceneKeyOf = (versionId: string, index: number): string => `script-versions/${versionId}/scene-${index}.json`;

const POLL_MS = 2_000;

/** Specification 4.5: how far a draft is. */
export function viewDraft(version: VersionRow & { draftStatus: DraftStatus }, draft: DraftRow | null) {
  const completed = draft?.completed ?? 0;
  const next = ({ open: 'pending', drafting: 'writing', failed: 'failed', finished: 'pending' } as const)[version.draftStatus];
  const failure = version.draftStatus === 'failed' ? draft?.failure : null;
  return {
    scriptUploadId: version.id,
    status: version.draftStatus,
    scenes: (draft?.scenes ?? []).map(({ heading, summary, characters }, index) => ({
      index, heading, summary, characters, status: index < completed ? 'written' as const : index > completed || !draft?.planned ? 'pending' as const : next,
    })),
    completed,
    total: draft?.scenes.length ?? 0,
    nextPollAfterMs: version.draftStatus === 'drafting' ? POLL_MS : null,
    failureCode: failure?.code ?? null,
    failureMessage: failure?.message ?? null,
    updatedAt: (draft ?? version).updatedAt.toISOString(),
  };
}
