import { createHash } from 'node:crypto';
import Type, { type TSchema } from 'typebox';
import type { Screenplay } from '../../../craft/screenplay/model.js';
import { canonicalJson } from '../../../kernel/contract/canonical-json.js';
import { setting } from '../../../kernel/families/settings/setting.js';
import { chosenValue, type Chosen } from '../../../kernel/families/settings/settings-store.js';
import { stagedScenes } from '../overlays/theater-scene.js';
import type { PerformedLine } from '../performance/performance-store.js';
import { picturesOf } from '../pictures/chosen-pictures.js';

/** A clip of a read as an MP4. */
export interface ShownClip {
  /** The id of the request that made the clip; it names the stored object and its address. */
  clipId: string;
  sha256: string;
  byteSize: number;
  durationMs: number;
  /** The engine that made the clip; `embedded` means it was drawn here. */
  provider: string;
  /** What the clip shows, in words. */
  description: string;
  /** Identifies what a drawn clip was made from (`clip-mark.ts`); absent for clips of a service and for older ones. */
  madeFrom?: string;
}

/**
 * A portrait that speaks a line of the read. `line` is the key of the line's sound, which another edition of the line changes. `portrait` identifies the
 * portrait chosen when the clip was made.
 */
export interface PortraitClip { character: string; entryIndex: number; line: string; portrait: string; clip: ShownClip }

/**
 * A clip that replaces the picture of a scene, from one of its entries on. `backdropPrompt` holds the words by which the place was drawn when the clip was
 * made; older clips do not have it.
 */
export interface SceneClip { sceneIndex: number; entryIndex: number; prompt: string | null; backdropPrompt?: string | null; clip: ShownClip }

/** Every clip that was made for a read: by person, and by scene and entry. */
export interface ChosenClips { portraits: Readonly<Record<string, PortraitClip>>; scenes: Readonly<Record<string, SceneClip>> }

const byKey = (): TSchema => Type.Record(Type.String(), Type.Unknown(), { default: {} });

/** The clips of an artifact. They apply to all its revisions, and only the work that makes them writes them. */
export const chosenClips = setting('clips', 'the clips', { portraits: byKey(), scenes: byKey() });

/** The clips of a read, from the column of its overlays. */
export const clipsOf = ({ overlays }: { overlays: Chosen }): ChosenClips => chosenValue(overlays, chosenClips) as unknown as ChosenClips;

/** Names the portrait that is chosen for a person of a read. */
export const portraitMark = (read: { overlays: Chosen }, person: string): string =>
  createHash('sha256').update(canonicalJson(picturesOf(read).portraits[person] ?? null)).digest('hex').slice(0, 16);

/** True when a speaking portrait is out of date: another portrait is chosen for the person, or the read no longer plays the line with that sound. */
export function isOutdated(read: { overlays: Chosen }, person: string, lines: readonly Pick<PerformedLine, 'lineKey'>[]): boolean {
  const own = clipsOf(read).portraits[person];
  return own !== undefined && (own.portrait !== portraitMark(read, person) || !lines.some(({ lineKey }) => lineKey === own.line));
}

/** True for a clip that shows the place of its scene when the words for that place have changed since. */
export const isOfFormerPlace = (overlays: Chosen, { sceneIndex, prompt, backdropPrompt }: Omit<SceneClip, 'clip'>): boolean =>
  prompt === null && backdropPrompt !== undefined && backdropPrompt !== (stagedScenes(overlays).get(sceneIndex)?.backdropPrompt ?? null);

/** The key of the clip of a scene. */
export const sceneClipKey = ({ sceneIndex, entryIndex }: Pick<SceneClip, 'sceneIndex' | 'entryIndex'>): string => `${sceneIndex}:${entryIndex}`;

/** The visible scene clips, in the order of their entries. Clips of scenes set to show their picture are left out. */
export function seenClips({ overlays }: { overlays: Chosen }): SceneClip[] {
  const staged = stagedScenes(overlays);
  return Object.values(clipsOf({ overlays }).scenes).filter(({ sceneIndex }) => staged.get(sceneIndex)?.media !== 'image')
    .sort((one, next) => one.sceneIndex - next.sceneIndex || one.entryIndex - next.entryIndex);
}

/** True when a scene of the read has a clip, even a hidden one. */
export const hasClip = (overlays: Chosen, sceneIndex: number): boolean =>
  Object.values(clipsOf({ overlays }).scenes).some((clip) => clip.sceneIndex === sceneIndex);

/** True when a clip of the scene begins at or before this entry. */
export const hasClipFrom = (overlays: Chosen, sceneIndex: number, entryIndex: number): boolean =>
  Object.values(clipsOf({ overlays }).scenes).some((clip) => clip.sceneIndex === sceneIndex && clip.entryIndex <= entryIndex);

/**
 * The visible clips with the entries at which they begin. A clip of an entry that its scene no longer has begins with the scene; a clip of a removed scene is
 * left out.
 */
export function placedClips(read: { overlays: Chosen }, { scenes }: Pick<Screenplay, 'scenes'>): SceneClip[] {
  return seenClips(read).flatMap((clip): SceneClip[] => {
    const scene = scenes.find(({ index }) => index === clip.sceneIndex);
    if (!scene) return [];
    const isWithin = clip.entryIndex >= scene.firstEntry && clip.entryIndex <= scene.lastEntry;
    return [isWithin ? clip : { ...clip, entryIndex: scene.firstEntry }];
  }).sort((one, next) => one.entryIndex - next.entryIndex);
}
