import type { Db } from '../../kernel/db/database.js';
import type { ObjectStore } from '../../kernel/storage/port.js';
import { withDirections, withSound, type CharacterDirection } from '../../craft/narrative/writing/direction/directed-characters.js';
import { analyseDelivery } from '../../craft/narrative/writing/direction/direction.js';
import { speakerOf, type Screenplay } from '../../craft/screenplay/model.js';
import { spokenTextOf, type DirectedRead } from '../artifacts/directed-read.js';
import type { CastCanonRow } from '../canon/cast-canon-store.js';
import { findPronunciations, pronunciationFinder } from '../canon/pronunciations.js';
import { putScreenplay } from '../scripts/screenplay-store.js';
import type { CastScreenplay } from './cast-check.js';
import { canonVoices, directionsByCue } from './updates/differences.js';

/**
 * Gives every spoken line its delivery: first the analysis, over it the directions of the character, over both the writer's settings of the line, and over
 * all what was decided about its sound.
 */
export function directScreenplay(screenplay: Screenplay, directions: readonly CharacterDirection[] = []): Screenplay {
  const directed = withDirections(analyseDelivery(screenplay), directions);
  return {
    ...directed,
    entries: directed.entries.map((entry) => (entry.delivery ? { ...entry, delivery: withSound({ ...entry.delivery, ...entry.tuned }, entry.sound) } : entry)),
  };
}

interface CastRead {
  projectId: string; title: string; directed: Screenplay; directions: readonly CharacterDirection[]; canon: CastCanonRow | null;
  cast: Omit<CastScreenplay, 'unvoiced'>;
}

/** The content of a table read's revision, with the project's pronunciations for its words. Stores the directed screenplay. */
export async function contentOfRead(
  { db, store }: { db: Db; store: ObjectStore }, { projectId, title, directed, directions, canon, cast }: CastRead,
): Promise<DirectedRead> {
  const findSpoken = pronunciationFinder(await findPronunciations(db, projectId));
  const { voiceMap, castList } = cast;
  return {
    title, mode: directed.mode, narrationPolicy: directed.narrationPolicy, scriptKey: await putScreenplay(store, directed), voiceMap, castList,
    castVoices: canonVoices(canon, Object.keys(voiceMap)), directions: directionsByCue(directions, Object.keys(voiceMap)),
    entryCount: directed.entries.length, pronunciations: findSpoken(spokenTextOf(directed)),
    spokenCount: directed.entries.filter((entry) => speakerOf(entry, directed.narrationPolicy) !== null).length,
    ...(directed.adopted ? { adopted: directed.adopted } : {}),
  };
}
