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

/** The cast with the speaking portraits, except those that no longer match the looks or the sound of the read. */
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

/** The file of the clip with this name; null when the link must not show it. Audio links show no clips, and the link of a part only those of its page. */
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
