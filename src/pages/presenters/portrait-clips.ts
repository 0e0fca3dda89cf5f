import type { Screenplay } from '../../craft/screenplay/model.js';
import { clipsOf, isOutdated, type ShownClip } from '../../domain/artifacts/clips/chosen-clips.js';
import { clipFile, findClip } from '../../domain/artifacts/clips/clip-files.js';
import { listPerformedLines } from '../../domain/artifacts/performance/performance-store.js';
import { personKey } from '../../domain/artifacts/pictures/chosen-pictures.js';
import type { ReadCastMember } from '../../domain/artifacts/pictures/page-pictures.js';
import type { CurrentRead } from '../../domain/artifacts/read-store.js';
import type { SharedRead } from '../../domain/artifacts/shares/shared-read.js';
import { getScreenplay } from '../../domain/scripts/screenplay-store.js';
import type { Db } from '../../kernel/db/database.js';
import type { Services } from '../../kernel/services.js';
import type { MediaFile } from '../../kernel/storage/media-file.js';
import { isPictured } from './page-part.js';

interface Portrayed { read: Pick<CurrentRead, 'artifactId' | 'revision' | 'overlays'>; screenplay: Screenplay; clipUrl(clip: ShownClip): string }

/** The cast with the portraits that speak, as far as they look and sound as the read does now. */
export async function withPortraitClips(db: Db, cast: readonly ReadCastMember[], { read, screenplay, clipUrl }: Portrayed): Promise<readonly ReadCastMember[]> {
  const { portraits } = clipsOf(read);
  if (Object.keys(portraits).length === 0) return cast;
  const lines = await listPerformedLines(db, read.artifactId, read.revision);
  return cast.map((member, seat) => {
    const person = personKey(screenplay.cast[seat]!);
    const own = portraits[person];
    if (!own || !member.face || isOutdated(read, person, lines)) return member;
    const words = screenplay.entries[own.entryIndex]?.text ?? '';
    return { ...member, video: { url: clipUrl(own.clip), words } };
  });
}

/** The clip with this name, on links that show it: not on those that are heard alone, and of a part only what its page shows. Null for none. */
export async function findShownClip(services: Pick<Services, 'store'>, { read, part, share }: SharedRead, name: string): Promise<MediaFile | null> {
  const found = findClip(read, name);
  if (!found || share?.mode === 'audio') return null;
  if (part) {
    const screenplay = await getScreenplay(services.store, read.scriptKey);
    const seat = 'character' in found ? screenplay.cast.findIndex(({ character }) => character === found.character) : -1;
    if (!isPictured(screenplay, part, 'character' in found ? `face-${seat}.svg` : `scene-${found.sceneIndex}.svg`)) return null;
  }
  return clipFile(services, read.artifactId, found.clip);
}
