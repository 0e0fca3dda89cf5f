import type { Screenplay, ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import type { VoiceMap } from '../../../src/domain/library/voice-map.js';
import type { ApiClient } from '../api-client.js';
import { insertReadyRead, TEST_VOICES, type ReadyRead } from '../ready-read.js';
import { uploaded } from './script-stand.js';
import type { Stand } from './stand.js';

type Line = [kind: ScreenplayEntry['kind'], who: string | null, text: string];

/** No two scenes share their place, all their people, or their words. */
const SCENES: { heading: string; title: string; lines: Line[] }[] = [
  { heading: 'INT. GREENHOUSE - DAY', title: 'GREENHOUSE', lines: [ // 0
    ['dialogue', 'NARRATOR', 'An orchid stood in a cracked pot.'], // 1
    ['dialogue', 'MARA', 'Nobody watered the orchid since harvest.'], // 2
    ['dialogue', 'ISOLDE', 'I counted nine petals before breakfast.'], // 3
  ] },
  { heading: 'EXT. BRIDGE - NIGHT', title: 'BRIDGE', lines: [ // 4
    ['dialogue', 'NARRATOR', 'A ferry whistled under the arches.'], // 5
    ['dialogue', 'MARA', 'Throw the lantern down to the ferry!'], // 6
    ['action', null, 'The hawser burns.'], // 7
    ['dialogue', 'TOBIAS', 'My lantern has no paraffin.'], // 8
  ] },
  { heading: 'INT. CELLAR - DAWN', title: 'CELLAR', lines: [ // 9
    ['dialogue', 'GASPARD', 'Somebody drained every barrel.'], // 10
    ['dialogue', 'MARA', 'Then the vinegar is gone as well.'], // 11
    ['dialogue', 'GASPARD', 'Except the vinegar that you carry.'], // 12
  ] },
];

/** Words and names that occur in one scene only, by scene. */
export const SIGNS: readonly (readonly string[])[] = [
  ['greenhouse', 'orchid', 'harvest', 'petals', 'ISOLDE'], ['bridge', 'ferry', 'lantern', 'paraffin', 'TOBIAS', 'hawser'],
  ['cellar', 'barrel', 'vinegar', 'GASPARD'],
];

const VOICES: VoiceMap = {
  ...TEST_VOICES, ISOLDE: { ...TEST_VOICES.MARA!, voiceName: 'Vivian' }, GASPARD: { ...TEST_VOICES.TOBIAS!, voiceName: 'Callum' },
};

/** A screenplay of three scenes without narration: its action is only printed. */
export function threeScenes(): Screenplay {
  const entries: ScreenplayEntry[] = [];
  const scenes = SCENES.map(({ heading, title, lines }, sceneIndex) => {
    const firstEntry = entries.length;
    for (const [kind, who, text] of [['scene_heading', null, heading] as Line, ...lines]) {
      entries.push({
        index: entries.length, sceneIndex, kind, text, origin: 'source', spans: [], ...(who === null ? {} : {
          character: who, delivery: { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 300 },
        }),
      });
    }
    return { index: sceneIndex, heading, title, firstEntry, lastEntry: entries.length - 1 };
  });
  const cast = Object.keys(VOICES).map((character) => ({
    character, role: character === 'NARRATOR' ? 'narrator' as const : 'character' as const, gender: 'neutral' as const, description: '',
    lineCount: entries.filter((entry) => entry.character === character).length, wordCount: 0,
  }));
  return { title: 'Three Houses', mode: 'drama', narrationPolicy: 'suppress', scenes, entries, cast, reviewNotes: [] };
}

export interface SharedScript extends ReadyRead { scriptId: string; scriptUploadId: string }

/** Makes an inserted read the read of a script version. */
export async function performs(stand: Stand, read: ReadyRead, scriptUploadId: string): Promise<void> {
  await stand.api.services.db.query(
    `UPDATE jobs SET script_upload_id = $2, screenplay_key = (SELECT content->>'scriptKey' FROM artifact_revisions WHERE artifact_id = $3 AND revision = 1)
     WHERE id = $1`, [read.jobId, scriptUploadId, read.artifactId]);
}

/** Inserts a READY read of the only version of a script without running a job. */
export async function performedScript(stand: Stand, client: ApiClient, screenplay = threeScenes()): Promise<SharedScript> {
  const script = await uploaded(client);
  const read = await insertReadyRead(stand, client.accountId, screenplay, VOICES);
  await performs(stand, read, script.scriptUploadId);
  return { ...read, scriptId: script.id, scriptUploadId: script.scriptUploadId };
}
