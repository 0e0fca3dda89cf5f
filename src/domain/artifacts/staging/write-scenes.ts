import type { Services } from '../../../kernel/services.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { changeSetting } from '../../../kernel/families/settings/settings-store.js';
import { textsOf } from '../../canon/looks/source-text.js';
import { requireLockedArtifact, touchArtifact, type ArtifactRow } from '../artifact-store.js';
import { ARTIFACT_SUBJECT } from '../overlays/overlay.js';
import type { FxCue } from '../overlays/fx-cues.js';
import { mergedScenes, theaterScene, type SceneChange, type StagedScene } from '../overlays/theater-scene.js';
import { requireDrawing } from '../pictures/picture-orders.js';
import { cuesOf, writtenOver } from './write-cues.js';
import { promptsOf, type WrittenPrompt } from './write-prompts.js';

export const MODES = ['merge', 'replace'] as const;
/** `merge` keeps what people set by hand, `replace` does not. */
export type Mode = (typeof MODES)[number];

/** A call of the writer; `scenes` null means all scenes. */
export interface WritingCall { scenes: readonly number[] | null; mode: Mode; by: string }

function requireScenes(asked: readonly number[] | null, sceneCount: number): number[] {
  for (const [at, index] of (asked ?? []).entries()) {
    if (index >= sceneCount) throw new ApiError('validation_failed', `there is no scene ${index}; scenes are 0 to ${sceneCount - 1}`, { field: `scenes.${at}` });
  }
  return [...new Set(asked ?? Array.from({ length: sceneCount }, (_, index) => index))].sort((one, other) => one - other);
}

/** Changes scenes in one step. What is kept depends on what is stored, so it is decided under the lock; a repeat of the call changes nothing. */
async function changeScenes(services: Services, row: ArtifactRow, by: string, changes: (current: readonly StagedScene[]) => SceneChange[]) {
  const state = await changeSetting(services.db, { type: ARTIFACT_SUBJECT, id: row.id, projectId: row.projectId }, theaterScene, {
    by, fields: ({ scenes }) => ({ changes: changes(mergedScenes(scenes as StagedScene[], [])) }),
  }, {
    lock: (tx) => requireLockedArtifact(tx, row.id), onChange: (tx) => touchArtifact(tx, row.id),
    check: (value) => theaterScene.check?.(value as never, services),
  });
  return { version: state.version, scenes: state.value['scenes'] as StagedScene[] };
}

/** The cues of one scene after the call: `written` counts those that follow the script, `kept` those that people set. */
export interface SceneWithCues { sceneIndex: number; fxCues: FxCue[]; written: number; kept: number }

/** Writes the cues that the words of scenes call for. Raises `validation_failed` for a scene that does not exist. */
export async function writeCues(services: Services, row: ArtifactRow, { scenes: asked, mode, by }: WritingCall) {
  const { screenplay, art } = await requireDrawing(services, row);
  const wanted = requireScenes(asked, screenplay.scenes.length);
  const found = cuesOf(screenplay, art.places);
  const { version, scenes } = await changeScenes(services, row, by, (current) => wanted.map((sceneIndex) =>
    ({ sceneIndex, fxCues: writtenOver(current.find((scene) => scene.sceneIndex === sceneIndex)?.fxCues ?? null, found[sceneIndex]!, mode) })));
  return {
    version,
    scenes: wanted.map((sceneIndex): SceneWithCues => {
      const fxCues = scenes.find((scene) => scene.sceneIndex === sceneIndex)?.fxCues ?? [];
      const kept = fxCues.filter(({ because }) => because === null).length;
      return { sceneIndex, fxCues, written: fxCues.length - kept, kept };
    }),
  };
}

/** The prompt of one scene after the call, and what it was made from; the counts are null when the writer did not write it. */
export interface SceneWithPrompt {
  sceneIndex: number;
  backdropPrompt: string | null;
  status: 'written' | 'kept' | 'left';
  drawnBefore: number | null;
  drawnAfter: number | null;
  because: WrittenPrompt['because'];
}

/** Writes the words by which the places of scenes are drawn. Raises `validation_failed` for a scene that there is not. */
export async function writePrompts(services: Services, row: ArtifactRow, { scenes: asked, mode, by }: WritingCall) {
  const { screenplay, decided } = await requireDrawing(services, row);
  const wanted = requireScenes(asked, screenplay.scenes.length);
  const texts = await textsOf(services, [...new Set(screenplay.entries.flatMap(({ spans }) => spans.map(({ sourceId }) => sourceId)))]);
  const found = promptsOf(screenplay, decided, texts, wanted);
  const isKept = (scene: StagedScene | undefined): boolean => mode === 'merge' && scene?.promptBy === 'hand';
  let kept = new Set<number>();
  const { version, scenes } = await changeScenes(services, row, by, (current) => {
    kept = new Set(current.filter(isKept).map(({ sceneIndex }) => sceneIndex));
    return wanted.filter((index) => !kept.has(index)).map((sceneIndex) => {
      const backdropPrompt = found.get(sceneIndex)?.backdropPrompt ?? null;
      return { sceneIndex, backdropPrompt, promptBy: backdropPrompt === null ? null : 'writer' as const };
    });
  });
  return {
    version,
    scenes: wanted.map((sceneIndex): SceneWithPrompt => {
      const backdropPrompt = scenes.find((scene) => scene.sceneIndex === sceneIndex)?.backdropPrompt ?? null;
      const written = kept.has(sceneIndex) ? null : found.get(sceneIndex) ?? null;
      const status = kept.has(sceneIndex) ? 'kept' : written ? 'written' : 'left';
      const { drawnBefore = null, drawnAfter = null, because = [] } = written ?? {};
      return { sceneIndex, backdropPrompt, status, drawnBefore, drawnAfter, because };
    }),
  };
}
