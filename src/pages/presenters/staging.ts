import type { Screenplay } from '../../craft/screenplay/model.js';
import { placedClips, type ShownClip } from '../../domain/artifacts/clips/chosen-clips.js';
import type { Chosen } from '../../kernel/families/settings/settings-store.js';
import type { StagingData } from '../client-data.js';

interface Staged {
  overlays: Chosen;
  screenplay: Pick<Screenplay, 'scenes'>;
  /** Where places are not drawn, no clip is seen either. */
  backgrounds: 'drawn' | 'light';
  /** The address of a clip. */
  clipUrl(clip: ShownClip): string;
}

/** What moves on the stage of a read, as its page plays it; null where nothing of it was chosen. */
export function stagingData({ overlays, screenplay, backgrounds, clipUrl }: Staged): StagingData | null {
  const staging: StagingData = {};
  const clips = backgrounds === 'drawn' ? placedClips({ overlays }, screenplay) : [];
  if (clips.length > 0) staging.clips = clips.map(({ sceneIndex, entryIndex: fromEntry, clip }) => ({ sceneIndex, fromEntry, url: clipUrl(clip) }));
  return Object.keys(staging).length > 0 ? staging : null;
}
