import { createHash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import type { PerformedLine } from '../performance/performance-store.js';
import { picturesOf } from '../pictures/chosen-pictures.js';

/** A clip as it is shown: an MP4 of the read. */
export interface ShownClip {
  /** The id of the request that made it, which names its object and its address. */
  clipId: string;
  sha256: string;
  byteSize: number;
  durationMs: number;
  /** Who made it; `embedded` is drawn. */
  provider: string;
  /** What it shows, in words. */
  description: string;
}

/**
 * A portrait that speaks a line of the read. `line` is the key of its sound: another edition of the line has another one. `portrait` names
 * the portrait that was chosen then.
 */
export interface PortraitClip { character: string; entryIndex: number; line: string; portrait: string; clip: ShownClip }

/**
 * What is seen in the place of the picture of a scene, from an entry of it on. `backdropPrompt`: the words that the place was drawn by then; absent of
 * clips from before they were kept.
 */
export interface SceneClip { sceneIndex: number; entryIndex: number; prompt: string | null; backdropPrompt?: string | null; clip: ShownClip }

/** Every clip that was made for a read: by person, and by scene and entry. */
export interface ChosenClips { portraits: Readonly<Record<string, PortraitClip>>; scenes: Readonly<Record<string, SceneClip>> }

const byKey = (): TSchema => Type.Record(Type.String(), Type.Unknown(), { default: {} });

/** The clips of an artifact. They hold for all its revisions, and are written by the work that makes them. */
export const chosenClips = setting('clips', 'the clips', { portraits: byKey(), scenes: byKey() });

/** The clips of a read, from the column of its overlays. */
export const clipsOf = ({ overlays }: { overlays: Chosen }): ChosenClips => chosenValue(overlays, chosenClips) as unknown as ChosenClips;

/** Names the portrait that is chosen for a person of a read. */
export const portraitMark = (read: { overlays: Chosen }, person: string): string =>
  createHash('sha256').update(canonicalJson(picturesOf(read).portraits[person] ?? null)).digest('hex').slice(0, 16);

/** True when the person of a speaking portrait looks otherwise by now, or no line that the read plays sounds as the one that is spoken. */
export function isOutdated(read: { overlays: Chosen }, person: string, lines: readonly Pick<PerformedLine, 'lineKey'>[]): boolean {
  const own = clipsOf(read).portraits[person];
  return own !== undefined && (own.portrait !== portraitMark(read, person) || !lines.some(({ lineKey }) => lineKey === own.line));
}

/** True for a clip that shows the place of its scene, which is drawn by other words by now. */
export const isOfFormerPlace = (overlays: Chosen, { sceneIndex, prompt, backdropPrompt }: Omit<SceneClip, 'clip'>): boolean =>
  prompt === null && backdropPrompt !== undefined && backdropPrompt !== (stagedScenes(overlays).get(sceneIndex)?.backdropPrompt ?? null);

/** The key of the clip of a scene. */
export const sceneClipKey = ({ sceneIndex, entryIndex }: Pick<SceneClip, 'sceneIndex' | 'entryIndex'>): string => `${sceneIndex}:${entryIndex}`;

/** Clips that are seen in their scenes, in the order of their entries: where a scene is to show its picture, they are left out. */
export function seenClips({ overlays }: { overlays: Chosen }): SceneClip[] {
  const staged = stagedScenes(overlays);
  return Object.values(clipsOf({ overlays }).scenes).filter(({ sceneIndex }) => staged.get(sceneIndex)?.media !== 'image')
    .sort((one, next) => one.sceneIndex - next.sceneIndex || one.entryIndex - next.entryIndex);
}

/** True for a read whose scene has a clip, whether it is seen or not. */
export const hasClip = (overlays: Chosen, sceneIndex: number): boolean =>
  Object.values(clipsOf({ overlays }).scenes).some((clip) => clip.sceneIndex === sceneIndex);

/** True where a clip of the scene has begun before an entry of it, or begins with it. */
export const hasClipFrom = (overlays: Chosen, sceneIndex: number, entryIndex: number): boolean =>
  Object.values(clipsOf({ overlays }).scenes).some((clip) => clip.sceneIndex === sceneIndex && clip.entryIndex <= entryIndex);

/**
 * From which entry on each seen clip is seen. A clip of an entry that its scene does not have any more begins with the scene; one of a scene that is gone
 * is left out.
 */
export function placedClips(read: { overlays: Chosen }, { scenes }: Pick<Screenplay, 'scenes'>): SceneClip[] {
  return seenClips(read).flatMap((clip): SceneClip[] => {
    const scene = scenes.find(({ index }) => index === clip.sceneIndex);
    if (!scene) return [];
    const isWithin = clip.entryIndex >= scene.firstEntry && clip.entryIndex <= scene.lastEntry;
    return [isWithin ? clip : { ...clip, entryIndex: scene.firstEntry }];
  }).sort((one, next) => one.entryIndex - next.entryIndex);
}
