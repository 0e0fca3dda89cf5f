import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../src/kernel/db/ids.js';
import { castingKind, requestCasting, type CastingInput } from '../../../src/domain/casting/casting-kind.js';
import { findCasting } from '../../../src/domain/casting/casting-store.js';
import { getScreenplay } from '../../../src/domain/scripts/screenplay-store.js';
import { workIdOf } from '../../../src/kernel/works/ids.js';
import type { WorkKind } from '../../../src/kernel/works/kind.js';
import { QUEUED } from '../../../src/kernel/works/model.js';
import { failWork, openWork } from '../../../src/kernel/works/moves.js';
import { findWork, startWork } from '../../../src/kernel/works/work-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { confirmed } from '../../support/canon/priced.js';
import { STAGED_VISUALS, stagedProject } from '../../support/canon/staged-project.js';
import { parsed, uploaded } from '../../support/stands/script-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES, env: { VOICES: 'stage' } });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const AUDIO = { productionMedium: 'audio' };
const project = (content: object = AUDIO): Promise<string> => stagedProject(stand.api.services, client, content);
const pathOf = (projectId: string): string => `/story-projects/${projectId}/cast`;
const castOf = async (projectId: string, query = ''): Promise<any> => (await client.get(`${pathOf(projectId)}${query}`)).body.cast;
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
const balance = async (): Promise<number> => (await client.get('/credits')).body.credits.balance;

/** Confirms an order and waits until it has ended; returns its price. */
async function cast(projectId: string, body: object = {}): Promise<number> {
  const { answer, credits } = await confirmed(client, pathOf(projectId), body);
  expect([answer.status, answer.body.error]).toEqual([202, undefined]);
  await client.poll(pathOf(projectId), (found) => found.cast.casting === null);
  return credits;
}

const SCRIPT = (line: string) => `INT. LAMP ROOM - NIGHT\n\nAda counts the cans.\n\nADA\n${line}\n\nTOM\nYou drank it.\n\nMRS. PELL\nShame on you both.\n\nADA\nNot me.\n`;

/** Makes and performs the read of a script; returns the artifact and its screenplay. */
async function readOf(scriptUploadId: string) {
  const prepared = await client.post(`/scripts/${scriptUploadId}/table-read/prepare`, { confirmed: true });
  expect([prepared.status, prepared.body.error]).toEqual([202, undefined]);
  const { job } = await client.poll(`/story-jobs/${prepared.body.jobId}`, (found) => ['READY', 'FAILED'].includes(found.job.status));
  expect(job.status).toBe('READY');
  const artifactId = job.artifacts[0].id as string;
  const { db, store } = stand.api.services;
  const [row] = await db.query<{ content: any }>('SELECT content FROM artifact_revisions WHERE artifact_id = $1 ORDER BY revision DESC LIMIT 1', [artifactId]);
  return { artifactId, voiceMap: row!.content.voiceMap, castList: row!.content.castList, screenplay: await getScreenplay(store, row!.content.scriptKey) };
}

/** Keys of the spoken lines with this text: equal keys are equal bytes. */
async function keysOf(artifactId: string, text: string, screenplay: { entries: { index: number; text: string }[] }): Promise<string[]> {
  const { db } = stand.api.services;
  await client.poll(`/artifacts/${artifactId}`, (found) => found.artifact.manifest.audio.recording.status === 'complete');
  const entry = screenplay.entries.find((each) => each.text === text)!;
  const rows = await db.query<{ key: string }>(
    'SELECT line_key AS key FROM performance_lines WHERE artifact_id = $1 AND entry_index = $2 ORDER BY revision', [artifactId, entry.index]);
  return rows.map(({ key }) => key);
}

describe('the progress of a cast', () => {
  it('names everybody of canon, Bible and script, what they lack, and the call that supplies it', async () => {
    const projectId = await project(STAGED_VISUALS);
    await client.patch(`/story-projects/${projectId}/cast-voice`, { character: 'Ada', voiceId: 'stage-woman-alto' });
    const { scriptUploadId } = await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId });
    const found = await castOf(projectId, `?scriptUploadId=${scriptUploadId}`);
    const byName = Object.fromEntries(found.characters.map((member: any) => [member.name, member]));
    expect(Object.keys(byName)).toEqual(['Ada', 'Tom', 'MRS. PELL']);
    expect(byName.Ada).toMatchObject({ from: ['canon', 'bible', 'script'], voice: { voiceId: 'stage-woman-alto' }, images: { face: { url: null, avatarStatus: 'none' } } });
    expect(byName.Ada.missing.map(({ item }: any) => item)).toEqual(['headshotUrl', 'bodyShotUrl', 'characterSheetUrl']);
    expect(byName['MRS. PELL']).toMatchObject({ from: ['script'], gender: 'female' });
    expect(found).toMatchObject({ audioOnly: false, totals: { completed: 1, total: 4 }, complete: false, narrator: { voice: null } });
    const prices = [];
    for (const { item, optional, nextCall } of byName.Tom.missing) {
      prices.push([item, optional, (await client.post(nextCall.path, nextCall.body)).body.quote.credits]);
    }
    expect(prices).toEqual([['voice', false, 0], ['headshotUrl', true, 1], ['bodyShotUrl', true, 1], ['characterSheetUrl', true, 1]]);
    expect((await castOf(projectId)).characters.map(({ name }: any) => name)).toEqual(['Ada', 'Tom']);
    expect(refusal(await (await stand.newAccount()).get(pathOf(projectId)))).toEqual([404, 'project_not_found']);
  });

  it('asks for no pictures in an audio-only project', async () => {
    const found = await castOf(await project());
    expect(found.audioOnly).toBe(true);
    expect(new Set(found.characters.flatMap(({ missing }: any) => missing.map(({ item }: any) => item)))).toEqual(new Set(['voice']));
  });
});

describe('an order of casting', () => {
  it('gives voices to those who have none, free of charge, and leaves the others as they are', async () => {
    const projectId = await project();
    const { scriptUploadId } = await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId });
    await client.patch(`/story-projects/${projectId}/cast-voice`, { character: 'Ada', voiceId: 'stage-girl' });
    const before = await balance();
    expect((await client.post(pathOf(projectId), { scriptUploadId })).body.quote.credits).toBe(0);
    expect((await castOf(projectId)).narrator.voice).toBeNull();
    expect(await cast(projectId, { scriptUploadId })).toBe(0);
    const found = await castOf(projectId, `?scriptUploadId=${scriptUploadId}`);
    expect(found.totals).toEqual({ completed: 4, total: 4 });
    const voices = [...found.characters.map(({ voice }: any) => voice.voiceId), found.narrator.voice.voiceId];
    expect([voices[0], new Set(voices).size, await balance()]).toEqual(['stage-girl', 4, before]);
    const { voiceMap } = await readOf(scriptUploadId);
    expect(voiceMap).toMatchObject({ ADA: { voiceId: 'stage-girl' }, 'MRS. PELL': { voiceId: voices[2] }, NARRATOR: { voiceId: voices[3] } });
  });

  it('makes the pictures that are missing, a credit each, which then show the character', async () => {
    const projectId = await project(STAGED_VISUALS);
    const before = await balance();
    expect(await cast(projectId, { character: 'ada', imageKind: 'face' })).toBe(1);
    const [ada, tom] = (await castOf(projectId)).characters;
    expect(ada.images).toMatchObject({ face: { avatarStatus: 'ready', url: expect.stringMatching(/^http/) }, body: { avatarStatus: 'none' } });
    expect([ada.voice === null, tom.voice, tom.images.face.avatarStatus]).toEqual([false, null, 'none']);
    expect((await fetch(ada.images.face.url)).headers.get('content-type')).toMatch(/^image\//);
    expect((await client.get(`/story-projects/${projectId}/cast-canon`)).body.castCanon.characters[0].headshotUrl).toBe(ada.images.face.url);
    expect((await client.post(pathOf(projectId), { character: 'Ada', imageKind: 'face' })).body.quote.credits).toBe(0);
    expect((await client.post(pathOf(projectId), { character: 'Ada', imageKind: 'face', force: true })).body.quote.credits).toBe(1);
    expect(await cast(projectId, { character: 'Ada' })).toBe(2);
    expect((await castOf(projectId)).characters[0].missing).toEqual([]);
    expect(before - await balance()).toBe(3);
  });

  it('is refused the same way each time until the Bible says how pictures look, and for an unknown character', async () => {
    const projectId = await project({});
    const wish = { imageKind: 'face' };
    const [first, second] = [await client.post(pathOf(projectId), wish), await client.post(pathOf(projectId), wish)];
    expect(refusal(first)).toEqual([409, 'project_precondition_failed']);
    expect(first.body.error.details).toEqual(second.body.error.details);
    expect(first.body.error.details).toMatchObject({ missingFields: expect.arrayContaining(['visualStyle']), nextCall: { method: 'PATCH' } });
    expect(refusal(await client.post(pathOf(projectId), { character: 'Nobody' }))).toEqual([400, 'validation_failed']);
    const bare = (await client.post('/story-projects', { name: 'Bare' })).body.project.id;
    expect(refusal(await client.post(pathOf(bare), {}))).toEqual([409, 'project_precondition_failed']);
  });

  it('casts voices while pictures wait for the words of the Bible, and is refused once only pictures are left', async () => {
    const projectId = await project({});
    const path = pathOf(projectId);
    const { quote } = (await client.post(path, {})).body;
    expect(quote.credits).toBe(0);
    expect(refusal(await client.post(path, { force: true }))).toEqual([409, 'project_precondition_failed']);
    const waits = { missingFields: expect.arrayContaining(['visualStyle']), nextCall: { method: 'PATCH', path: `/story-projects/${projectId}/series-bible` } };
    const begun = await client.post(path, { confirm: true, quoteId: quote.quoteId });
    expect([begun.status, begun.body.casting.total]).toEqual([202, 0]);
    expect(begun.body.picturesWait).toMatchObject(waits);
    const { cast: found, next } = await client.poll(path, (each) => each.cast.casting === null);
    expect(found).toMatchObject({ picturesWait: waits, complete: true });
    // No read waits for a picture, so `next` leads on without the missing ones.
    expect(next.path).toBe(`/story-projects/${projectId}/season-runs`);
    expect([...found.characters, found.narrator].every(({ voice }: any) => voice !== null)).toBe(true);
    expect(refusal(await client.post(path, {}))).toEqual([409, 'project_precondition_failed']);
  });

  it('is charged once when it is confirmed twice, and refused for pictures that are being made', async () => {
    const projectId = await project(STAGED_VISUALS);
    const before = await balance();
    const wish = { character: 'Tom', imageKind: 'face' };
    const quotes = [(await client.post(pathOf(projectId), wish)).body.quote, (await client.post(pathOf(projectId), wish)).body.quote];
    const confirm = (at: number, key: string) => client.post(pathOf(projectId), { ...wish, confirm: true, quoteId: quotes[at].quoteId }, { key });
    const answers = await Promise.all([confirm(0, 'tom-0'), confirm(0, 'tom-0'), confirm(1, 'tom-1')]);
    const done = answers.filter(({ status }) => status === 202);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of answers) expect([202, 409]).toContain(answer.status);
    await client.poll(pathOf(projectId), (found) => found.cast.casting === null);
    expect(before - await balance()).toBe(1);
  });
});

describe('an order that is opened', () => {
  const open = async (projectId: string, character: string, credits = 1) => {
    const { db } = stand.api.services;
    const subjectId = newId('casting');
    const input: CastingInput = {
      workId: workIdOf('casting', subjectId), kind: 'casting', accountId: client.accountId, projectId, subjectId, revision: 0, epoch: 1, label: 'Casting',
      requestId: 'req_test_0002', lines: [{ line: 0, credits }],
    };
    const answer = await openWork(db, castingKind as WorkKind, input, 30, { scriptVersionId: null, character, pictures: [{ character, kind: 'face' }] });
    return { answer, input, row: await findCasting(db, subjectId), work: await findWork(db, input.workId) };
  };

  it('while another order makes the same picture is refused, leaves nothing and costs nothing', async () => {
    const projectId = await project(STAGED_VISUALS);
    const first = await open(projectId, 'ADA');
    expect([first.answer.outcome, first.row?.pictures, first.work?.status]).toEqual(['open', [{ character: 'ADA', kind: 'face', status: 'queued' }], 'RESERVED']);
    await startWork(stand.api.services.db, first.input, QUEUED);
    expect((await castOf(projectId)).characters[0].images.face.avatarStatus).toBe('rendering');
    const before = await balance();
    const second = await open(projectId, 'Ada');
    expect(second).toMatchObject({
      answer: { outcome: 'refused', failure: { code: 'artifact_not_ready', details: { character: 'Ada', kind: 'face' } } }, row: null, work: null,
    });
    expect(await balance()).toBe(before);
  });

  it('is not opened anew by a repeat, even when it has failed', async () => {
    const projectId = await project(STAGED_VISUALS);
    const { input: { subjectId, workId } } = await open(projectId, 'Tom');
    await failWork(stand.api.services.db, castingKind as WorkKind, { workId, epoch: 1 }, { code: 'artifact_generation_failed', message: 'no' });
    const again = await requestCasting(stand.api.services, {
      accountId: client.accountId, projectId, castingId: subjectId, version: null, wish: {}, requestId: 'req_test_0003', credits: 1,
    });
    expect([again.id, again.workStatus, again.pictures]).toEqual([subjectId, 'FAILED', [{ character: 'Tom', kind: 'face', status: 'failed' }]]);
    expect((await findWork(stand.api.services.db, workId))!.epoch).toBe(1);
  });

  it('after the credits were spent is refused and leaves nothing', async () => {
    expect(await open(await project(STAGED_VISUALS), 'Tom', 100_000)).toMatchObject({ answer: { outcome: 'insufficient' }, row: null, work: null });
  });
});

describe('a script that cannot be read', () => {
  it('answers 409 when asked for its speakers', async () => {
    const projectId = await project();
    const { body } = await client.post('/scripts', { title: 'Odd', content: '<FinalDraft><Content><Paragraph>', format: 'fdx', projectId });
    await parsed(client, body.script.id);
    const answer = await client.get(`${pathOf(projectId)}?scriptUploadId=${body.script.id}`);
    expect(refusal(answer)).toEqual([409, 'cast_precondition_failed']);
    expect(refusal(await client.get(`${pathOf(projectId)}?scriptUploadId=scr_none`))).toEqual([404, 'script_not_found']);
    const elsewhere = await uploaded(client);
    expect(refusal(await client.get(`${pathOf(projectId)}?scriptUploadId=${elsewhere.scriptUploadId}`))).toEqual([404, 'script_not_found']);
  });
});

describe('a direction', () => {
  it('shapes the lines of its character in the next read of that script, and of no other script', async () => {
    const projectId = await project();
    const [one, two] = [
      await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId, title: 'The Lamp' }),
      await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId, title: 'The Quay' }),
    ];
    await cast(projectId, { scriptUploadId: one.scriptUploadId });
    const sent = { scriptUploadId: one.scriptUploadId, character: 'Ada', direction: 'Weary and slow, never loud', expectedVersion: 0 };
    const saved = await client.patch(pathOf(projectId), sent);
    expect(saved.body.warnings).toEqual([]);
    expect(saved.body.castDirection).toMatchObject({ version: 1, delivery: { emotion: 'sad', speed: 0.88, volume: 1 } });
    expect(refusal(await client.patch(pathOf(projectId), { ...sent, direction: 'Angry' }))).toEqual([409, 'version_conflict']);
    expect((await castOf(projectId, `?scriptUploadId=${one.scriptUploadId}`)).characters[0].direction).toBe('Weary and slow, never loud');
    const [directed, plain] = [await readOf(one.scriptUploadId), await readOf(two.scriptUploadId)];
    const lineOf = (read: typeof directed) => read.screenplay.entries.find(({ text }) => text === 'Forty pounds of oil.')!.delivery!;
    expect([lineOf(directed).emotion, lineOf(plain).emotion]).toEqual(['sad', 'neutral']);
    expect(lineOf(directed).speed).toBeLessThan(lineOf(plain).speed);
    const toms = (read: typeof directed) => read.screenplay.entries.filter(({ character }) => character === 'TOM').map(({ delivery }) => delivery);
    expect(toms(directed)).toEqual(toms(plain));
  });

  it('of a planned episode holds for the script of that title; null removes it', async () => {
    const projectId = await project();
    await client.patch(pathOf(projectId), { episodeId: 'ep_2', character: 'Tom', direction: 'whispers' });
    expect((await castOf(projectId, '?episodeId=ep_2')).characters[1].direction).toBe('whispers');
    const { scriptUploadId } = await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId, title: 'The Quay' });
    await cast(projectId, { scriptUploadId });
    const tom = async () => (await readOf(scriptUploadId)).screenplay.entries.find(({ character }) => character === 'TOM')!.delivery!.emotion;
    expect(await tom()).toBe('whisper');
    const idle = await client.patch(pathOf(projectId), { episodeId: 'ep_2', character: 'Tom', direction: 'as his father would' });
    expect(idle.body.warnings).toEqual([{ field: 'direction', message: expect.stringContaining('No word of it') }]);
    const removed = await client.patch(pathOf(projectId), { episodeId: 'ep_2', character: 'TOM', direction: null });
    expect(removed.body.castDirection).toMatchObject({ version: 3, characters: [] });
    for (const body of [{ character: 'Tom', direction: 'slow' }, { episodeId: 'ep_9', character: 'Tom', direction: 'slow' }]) {
      expect(refusal(await client.patch(pathOf(projectId), body))).toEqual([400, 'validation_failed']);
    }
  });
});

describe('a designed voice', () => {
  it('whose engine this server lacks stops no read for good: the refusal gives the call that casts another one', async () => {
    const projectId = await project();
    const { scriptUploadId } = await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId });
    await cast(projectId, { scriptUploadId });
    const { db } = stand.api.services;
    const elsewhere = JSON.stringify({ voiceId: 'designed-neural-gb-fa-bfisabella75-afalloy25-p95-t92-r89-m103-s-g250', voiceName: 'Ada 1', provider: 'neural' });
    await db.query(`UPDATE cast_canons SET characters = jsonb_set(characters, '{0,voice}', $2) WHERE project_id = $1`, [projectId, elsewhere]);
    const prepare = () => client.post(`/scripts/${scriptUploadId}/table-read/prepare`, { confirmed: true });
    const refused = await prepare();
    expect(refusal(refused)).toEqual([409, 'cast_precondition_failed']);
    const { missing, next } = refused.body.error.details;
    expect(missing.map(({ character }: any) => character)).toEqual(['Ada']);
    expect((await client.patch(next.path, next.body)).status).toBe(200);
    expect((await prepare()).status).toBe(202);
  });

  it('speaks in two episodes and after a revision: the same id, and the same bytes for the same line', async () => {
    const projectId = await project();
    const [one, two] = [
      await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId, title: 'The Lamp' }),
      await uploaded(client, SCRIPT('Forty pounds of oil.'), { projectId, title: 'The Quay' }),
    ];
    const base = `/story-projects/${projectId}/cast-voice`;
    await confirmed(client, `${base}/design`, { character: 'Ada', gender: 'female', count: 3 });
    const { designs: [{ id: designId, variants: [, { voiceId }] }] } = await client.poll(`${base}/designs`, ({ designs }) => designs[0].status === 'ready');
    await client.post(`${base}/choose`, { designId, voiceId });
    await cast(projectId, { scriptUploadId: one.scriptUploadId });
    const [first, second] = [await readOf(one.scriptUploadId), await readOf(two.scriptUploadId)];
    expect([first.voiceMap.ADA.voiceId, second.voiceMap.ADA.voiceId]).toEqual([voiceId, voiceId]);
    const keys = [...await keysOf(first.artifactId, 'Forty pounds of oil.', first.screenplay), ...await keysOf(second.artifactId, 'Forty pounds of oil.', second.screenplay)];
    await client.patch(`/story-projects/${projectId}/cast-voice`, { character: 'Tom', voiceId: 'stage-robot' });
    const updated = await client.post(`/artifacts/${first.artifactId}/update-recording`, {});
    expect(updated.status).toBeLessThan(300);
    await client.poll(`/artifacts/${first.artifactId}`, ({ artifact }) => artifact.edition === 1);
    const revised = await keysOf(first.artifactId, 'Forty pounds of oil.', first.screenplay);
    expect(keys).toHaveLength(2);
    expect(revised).toHaveLength(2);
    expect(new Set([...keys, ...revised]).size).toBe(1);
  });
});
