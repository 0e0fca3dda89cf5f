import { newId } from '../../src/kernel/db/ids.js';
import { putScreenplay } from '../../src/domain/scripts/screenplay-store.js';
import type { VoiceMap } from '../../src/domain/library/voice-map.js';
import type { Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';
import type { Services } from '../../src/kernel/services.js';
import { insertJobRow, insertPlan } from './work-rows.js';

const LINES: [scene: number, character: string, text: string][] = [
  [0, 'NARRATOR', 'The lamp room was cold, and the glass rang in the wind.'],
  [0, 'MARA', 'Did you wind the clockwork, Tobias?'],
  [0, 'TOBIAS', 'I wound it at four. It was running when I came down.'],
  [0, 'MARA', 'Then why is the light standing still?'],
  [1, 'NARRATOR', 'Below them a bell began to sound from the reef.'],
  [1, 'TOBIAS', 'Somebody is out there. Take the other rope!'],
  [1, 'MARA', 'Hold on. I have it.'],
];

export const TEST_VOICES: VoiceMap = {
  NARRATOR: { voiceId: 'stage-narrator-m', voiceName: 'Narrator', provider: 'embedded' },
  MARA: { voiceId: 'stage-woman-alto', voiceName: 'Mara', provider: 'embedded' },
  TOBIAS: { voiceId: 'stage-scot', voiceName: 'Tobias', provider: 'embedded' },
};

/** A screenplay of two scenes. `repeat` makes it longer. */
export function testScreenplay(repeat = 1): Screenplay {
  const entries: ScreenplayEntry[] = [];
  const scenes = [];
  for (let round = 0; round < repeat; round++) {
    for (const half of [0, 1]) {
      const sceneIndex = round * 2 + half;
      const firstEntry = entries.length;
      const heading = half === 0 ? 'INT. LAMP ROOM - NIGHT' : 'EXT. GALLERY - NIGHT';
      entries.push({ index: entries.length, sceneIndex, kind: 'scene_heading', text: heading, origin: 'stock', spans: [] });
      for (const [, character, text] of LINES.filter(([scene]) => scene === half)) {
        const spoken = round === 0 ? text : `${text} Again, for the ${round + 1}th time.`;
        entries.push({
          index: entries.length, sceneIndex, kind: 'dialogue', character, text: spoken, origin: 'source', confidence: 'hard', spans: [],
          delivery: { emotion: 'neutral', speed: 1, volume: 1, pauseAfterMs: 300 },
        });
      }
      scenes.push({ index: sceneIndex, heading, title: heading.slice(5), firstEntry, lastEntry: entries.length - 1 });
    }
  }
  const cast = Object.keys(TEST_VOICES).map((character) => ({
    character, role: character === 'NARRATOR' ? 'narrator' as const : 'character' as const, gender: 'neutral' as const, description: '',
    lineCount: entries.filter((entry) => entry.character === character).length, wordCount: 0,
  }));
  return { title: 'The Light at Corran Head', mode: 'drama', narrationPolicy: 'include', scenes, entries, cast, reviewNotes: [] };
}

/** The first scene of a screenplay, as a screenplay. */
export function firstScene(screenplay: Screenplay): Screenplay {
  const entries = screenplay.entries.filter(({ sceneIndex }) => sceneIndex === 0);
  const cast = screenplay.cast.map((one) => ({ ...one, lineCount: entries.filter(({ character }) => character === one.character).length }));
  return { ...screenplay, scenes: screenplay.scenes.slice(0, 1), entries, cast };
}

export interface ReadyRead { artifactId: string; jobId: string; projectId: string; shareToken: string }

/** Inserts a READY table read without running a job, in a project of its own or in `inProject`. */
export async function insertReadyRead(
  stand: { api: { services: Pick<Services, 'db' | 'store' | 'tokens'> } }, accountId: string, screenplay = testScreenplay(), voices = TEST_VOICES, inProject: string | null = null,
): Promise<ReadyRead> {
  const { db, store, tokens } = stand.api.services;
  const [projectId, planId, jobId, artifactId] = [inProject ?? newId('project'), newId('plan'), newId('job'), newId('artifact')];
  const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 86_400_000);
  const scriptKey = await putScreenplay(store, screenplay);
  const spoken = screenplay.entries.filter((entry) => entry.kind === 'dialogue').length;
  const quote = { currency: 'studio_credits', total: 10, lineItems: [], notes: [], computedAt: new Date().toISOString() };
  if (!inProject) await db.query('INSERT INTO projects (id, account_id, name) VALUES ($1, $2, $3)', [projectId, accountId, 'Lighthouse']);
  await insertPlan(db, { planId, accountId, projectId, quote });
  await insertJobRow(db, { jobId, accountId, projectId, planId, status: 'READY', credits: 10, quote });
  await db.query(
    `INSERT INTO artifacts (id, account_id, project_id, job_id, line, type, title, status, current_version, refine_count, share_expires_at)
     VALUES ($1, $2, $3, $4, 0, 'table_read', $5, 'READY', 1, 0, $6)`, [artifactId, accountId, projectId, jobId, screenplay.title, expiresAt]);
  await db.query(
    `INSERT INTO artifact_revisions (artifact_id, revision, version, title, cause, work_id, content) VALUES ($1, 1, 1, $2, 'initial', $3, $4)`,
    [artifactId, screenplay.title, jobId, JSON.stringify({
      mode: screenplay.mode, narrationPolicy: screenplay.narrationPolicy, scriptKey, voiceMap: voices, castList: screenplay.cast,
      entryCount: screenplay.entries.length, spokenCount: spoken,
    })]);
  return { artifactId, jobId, projectId, shareToken: tokens.sign('share', artifactId, expiresAt) };
}
