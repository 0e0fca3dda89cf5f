import type { RequestRow } from '../../../kernel/families/candidates/candidate-store.js';
import { sceneClipKey, type ChosenClips, type PortraitClip, type SceneClip } from './chosen-clips.js';

/** What is requested. `key` identifies what the clip shows; only one clip per key is made at a time. */
export type ClipBrief = { key: string } & (
  | { purpose: 'portrait'; person: string; character: string; entryIndex: number; description: string | null }
  | { purpose: 'scene'; sceneIndex: number; entryIndex: number; prompt: string | null; durationMs: number });

/** The finished clip. It is shown as soon as it is published. */
export type ClipFacts = ({ purpose: 'portrait'; person: string } & PortraitClip) | ({ purpose: 'scene' } & SceneClip);

export type ClipRequest = RequestRow<ClipBrief, ClipFacts>;

/** The chosen clips after these clips were added. */
export function withClips(chosen: ChosenClips, made: readonly ClipFacts[]): ChosenClips {
  return made.reduce((now, facts): ChosenClips => {
    if (facts.purpose === 'portrait') {
      const { purpose: _, person, ...clip } = facts;
      return { ...now, portraits: { ...now.portraits, [person]: clip } };
    }
    const { purpose: _, ...clip } = facts;
    return { ...now, scenes: { ...now.scenes, [sceneClipKey(clip)]: clip } };
  }, chosen);
}
