import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lineKey } from '../../src/craft/speech/line-cache.js';
import type { Pronunciation, SpeechRequest } from '../../src/craft/speech/port.js';
import { pronunciationFinder } from '../../src/domain/canon/pronunciations.js';
import type { Answer, ApiClient } from '../support/api-client.js';
import { beep } from '../support/scripted-speech.js';
import { COMPLETE_CAST, insertPlanRow, jobAt, openJobStand, VOICES, type JobStand } from '../support/stands/job-stand.js';

let stand: JobStand;
let client: ApiClient;
let projectId: string;

beforeAll(async () => {
  stand = await openJobStand();
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());
beforeEach(async () => { projectId = (await client.post('/story-projects', { name: 'Words' })).body.project.id; });

const path = (id = projectId): string => `/story-projects/${id}/pronunciations`;
const change = (entries: object[], more: object = {}, id = projectId): Promise<Answer> => client.patch(path(id), { entries, ...more });
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];

describe('the pronunciation dictionary', () => {
  it('is empty at version 0, merges entries by word and removes one with null', async () => {
    const empty = { entries: [], version: 0, updatedAt: null, updatedBy: null };
    expect((await client.get(path())).body).toEqual({ pronunciations: empty });
    await change([{ word: 'Siobhan', respelling: 'shi-VAWN' }, { word: 'Ada', respelling: 'AY-da', ipa: 'ˈeɪdə' }]);
    const second = await change([{ word: 'SIOBHAN', respelling: 'shuh-VAWN' }, { word: 'Corran Head', respelling: 'KOR-an hed' }]);
    const entries = [
      { word: 'Ada', respelling: 'AY-da', ipa: 'ˈeɪdə' }, { word: 'Corran Head', respelling: 'KOR-an hed', ipa: null },
      { word: 'SIOBHAN', respelling: 'shuh-VAWN', ipa: null },
    ];
    expect([second.status, second.body.pronunciations]).toEqual([200, expect.objectContaining({ entries, version: 2 })]);
    expect((await client.get(path())).body).toEqual(second.body);
    const third = await change([{ word: 'siobhan', respelling: null }, { word: 'nobody', respelling: null }]);
    expect(third.body.pronunciations).toMatchObject({ entries: entries.slice(0, 2), version: 3 });
    expect((await change([{ word: 'nobody', respelling: null }])).body).toEqual(third.body);
  });

  it('changes only from the version that its writer saw', async () => {
    await change([{ word: 'Ada', respelling: 'AY-da' }], { expectedVersion: 0 });
    expect(refusal(await change([{ word: 'Ada', respelling: 'AH-da' }], { expectedVersion: 0 })))
      .toEqual([409, 'version_conflict', { expected: 0, actual: 1 }]);
    expect((await change([{ word: 'Ada', respelling: 'AY-da' }], { expectedVersion: 0 })).body.pronunciations.version).toBe(1);
  });

  const bad: [string, object, string][] = [
    ['digits', { word: 'R2', respelling: 'AR-too' }, 'entries.0.word'], ['markup', { word: 'Ada', respelling: '<b>AY</b>' }, 'entries.0.respelling'],
    ['a long word', { word: 'a'.repeat(61), respelling: 'a' }, 'entries.0.word'], ['a long respelling', { word: 'a', respelling: 'a'.repeat(81) }, 'entries.0.respelling'],
    ['spaces alone', { word: ' ', respelling: 'a' }, 'entries.0.word'], ['no respelling', { word: 'a' }, 'entries.0.respelling'],
    ['letters in place of phonemes', { word: 'Ada', respelling: 'AY-da', ipa: 'EYD9' }, 'entries.0.ipa'],
  ];
  it.each(bad)('refuses %s', async (_what, entry, field) => {
    const answer = await change([entry]);
    expect(refusal(answer)).toEqual([400, 'validation_failed', expect.objectContaining({ field })]);
    expect((await client.get(path())).body.pronunciations.version).toBe(0);
  });

  it('refuses a word twice, and more than 500 in all', async () => {
    const twice = [{ word: "O'Neill", respelling: 'oh-NEEL' }, { word: 'o’neill', respelling: 'oh-NILE' }];
    expect(refusal(await change(twice))).toEqual([400, 'validation_failed', { field: 'entries.1.word' }]);
    const letters = (at: number): string => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
    const many = Array.from({ length: 500 }, (_, at) => ({ word: `w${letters(at)}`, respelling: 'w' }));
    expect((await change(many)).body.pronunciations.entries).toHaveLength(500);
    expect(refusal(await change([{ word: 'more', respelling: 'mor' }]))).toEqual([400, 'validation_failed', { field: 'entries' }]);
    expect((await change([{ word: 'waaa', respelling: null }, { word: 'wa', respelling: 'v' }])).status).toBe(200);
  });

  it('is hidden from others', async () => {
    const other = await stand.newAccount();
    for (const answer of [await other.get(path()), await other.patch(path(), { entries: [] })]) {
      expect([answer.status, answer.body.error.code]).toEqual([404, 'project_not_found']);
    }
  });
});

describe('a read', () => {
  const spoken: SpeechRequest[] = [];
  beforeEach(() => {
    spoken.length = 0;
    jest.spyOn(VOICES, 'speak').mockImplementation(async (request) => {
      spoken.push(request);
      return beep(request);
    });
  });
  afterAll(() => { jest.restoreAllMocks(); });

  const saidOf = (word: string): string[] => [...new Set(spoken.flatMap(({ pronunciations = [] }) => pronunciations)
    .filter((entry) => entry.word === word).map(({ respelling }) => respelling))];

  async function readOf(planId: string): Promise<{ token: string; id: string }> {
    const { body } = await client.post('/story-jobs', { storyPlanId: planId });
    const { status, artifacts: [{ id }] } = await jobAt(client, body.job.id);
    expect(status).toBe('READY');
    return { id, token: (await client.get(`/artifacts/${id}`)).body.artifact.manifest.shareToken };
  }

  /** Performs the read to its end and returns the keys of its lines. */
  async function perform({ token, id }: { token: string; id: string }): Promise<string[]> {
    const { status } = await fetch(`${stand.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
    });
    expect(status).toBe(200);
    const { db } = stand.services;
    for (let tries = 0; tries < 300; tries++) {
      const [row] = await db.query('SELECT 1 FROM performances WHERE artifact_id = $1 AND completed_at IS NOT NULL', [id]);
      if (row) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const lines = await db.query<{ key: string }>('SELECT line_key AS key FROM performance_lines WHERE artifact_id = $1 ORDER BY position', [id]);
    return lines.map(({ key }) => key);
  }

  it('is spoken with the pronunciations that its project had when it was directed', async () => {
    const { planId, projectId: project } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    await change([{ word: 'ada', respelling: 'AY-da' }, { word: 'lamp', respelling: 'LOMP', ipa: 'lɒmp' }, { word: 'absent', respelling: 'ab' }], {}, project);
    const read = await readOf(planId);
    await change([{ word: 'Ada', respelling: 'AH-da' }], {}, project);
    const keys = await perform(read);
    expect(keys).toHaveLength(6);
    expect(saidOf('ada')).toEqual(['AY-da']);
    expect([saidOf('Ada'), saidOf('absent')]).toEqual([[], []]);
    expect(spoken.find(({ text }) => text.startsWith('A lamp'))?.pronunciations).toEqual([{ word: 'lamp', respelling: 'LOMP', ipa: 'lɒmp' }]);
    expect(spoken.filter(({ text }) => text.endsWith('BEN.')).every(({ pronunciations }) => pronunciations === undefined)).toBe(true);
    spoken.length = 0;
    const later = await perform(await readOf(planId));
    expect([saidOf('ada'), saidOf('Ada')]).toEqual([[], ['AH-da']]);
    expect(later.filter((key) => keys.includes(key))).toHaveLength(4);
  });
});

describe('words in a line', () => {
  const entry = (word: string): Pronunciation => ({ word, respelling: word, ipa: null });
  const find = pronunciationFinder(['Ada', 'Roy', 'Siobhan Roy', "O'Neill", 'lamp-room'].map(entry));
  it.each([
    ['ROY met Ada.', ['Roy', 'Ada']], ["Ada's lamp, and Ada’s boat.", ['Ada']], ['Siobhan  Roy', ['Siobhan Roy', 'Roy']],
    ['Adams and Royal adaptations', []], ['O’Neill in the Lamp‑Room', ["O'Neill", 'lamp-room']], ['Àda, Ada2', []],
  ])('%s', (text, words) => { expect(find(text).map(({ word }) => word)).toEqual(words); });

  it('with a pronunciation change the key of the line', () => {
    const line = { text: 'Ada', voiceId: 'v', emotion: 'calm' as const, speed: 1, volume: 1, engineVersion: '1' };
    expect(lineKey({ ...line, pronunciations: [entry('Ada')] })).not.toBe(lineKey(line));
    expect(lineKey({ ...line, pronunciations: [] })).toBe(lineKey(line));
  });
});
