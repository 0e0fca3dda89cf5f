import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LINE_SAMPLE_RATE } from '../../../src/craft/speech/port.js';
import type { Screenplay } from '../../../src/craft/screenplay/model.js';
import { ARTIFACT_SUBJECT } from '../../../src/domain/artifacts/overlays/overlay.js';
import { findCurrentRead } from '../../../src/domain/artifacts/read-store.js';
import { getScreenplay } from '../../../src/domain/scripts/screenplay-store.js';
import { chosenPictures } from '../../../src/domain/artifacts/pictures/chosen-pictures.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { newId } from '../../../src/kernel/db/ids.js';
import { changeSetting } from '../../../src/kernel/families/settings/settings-store.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { cuesIn, faithful, openChatServer, sentencesIn, type Asked, type ChatServer } from '../../support/chat-server.js';
import { approvedPlan, finishedJob, startJob } from '../../support/main-job.js';
import { insertReadyRead, type ReadyRead } from '../../support/ready-read.js';
import { openJobStand, smallScreenplay, VOICES, voice, type JobStand } from '../../support/stands/job-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

const CREDITS = 8;
const balanceOf = async (client: ApiClient): Promise<number> => (await client.get('/credits')).body.credits.balance;
const refusal = ({ status, body: { error } }: Answer) => [status, error.code, error.details?.field, error.details?.reason];
const artifactOf = async (client: ApiClient, artifactId: string) => (await client.get(`/artifacts/${artifactId}`)).body.artifact;
const scriptOf = async (client: ApiClient, artifactId: string) => (await client.get(`/artifacts/${artifactId}/script`)).body.script;
const recorded = (client: ApiClient, artifactId: string, revision: number) =>
  client.poll(`/artifacts/${artifactId}`, ({ artifact }) => artifact.currentVersion === revision && !artifact.stale);

describe('a read is refined by rules', () => {
  let stand: JobStand;
  let client: ApiClient;
  /** What voices were asked to say, and how fast. */
  let spoken: { text: string; speed: number }[] = [];

  beforeAll(async () => {
    stand = await openJobStand();
    stand.services.speech = async () => ({
      ...VOICES,
      async speak({ text, speed }) {
        spoken.push({ text, speed });
        const samples = Int16Array.from({ length: text.length * LINE_SAMPLE_RATE / 20 }, (_, at) => Math.round(2_000 * Math.sin(at / 10)));
        return { samples, durationMs: text.length * 50 };
      },
    });
    client = await stand.newAccount({ credits: 400 });
  });
  afterAll(() => stand.close());

  function twoPeople(tag: string): Screenplay {
    const made = smallScreenplay(['ADA', 'BEN'], 'include', 8);
    const delivery = { emotion: 'neutral' as const, speed: 1, volume: 1, pauseAfterMs: 300 };
    const entries = made.entries.map((entry) => (entry.kind === 'scene_heading' ? entry : { ...entry, text: `${tag}: ${entry.text}`, delivery }));
    return { ...made, entries };
  }

  const insertRead = (ada = 'ada'): Promise<ReadyRead> => insertReadyRead(
    { api: stand.api }, client.accountId, twoPeople(randomUUID().slice(0, 8)), { ADA: voice(ada), BEN: voice('ben'), NARRATOR: voice('nell') });

  /** A read that is performed and has an MP3; `spoken` is empty. */
  async function performedRead(): Promise<ReadyRead> {
    const read = await insertRead();
    await client.post(`/artifacts/${read.artifactId}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.recordingUrl !== null);
    spoken = [];
    return read;
  }

  const refine = ({ artifactId }: ReadyRead, body: object, options = {}): Promise<Answer> => client.post(`/artifacts/${artifactId}/refine`, body, options);

  it('makes the next revision under the same id and links for 8 credits, speaks what changed, and plays the old one until then', async () => {
    const read = await performedRead();
    const [before, old, balance] = [await artifactOf(client, read.artifactId), await scriptOf(client, read.artifactId), await balanceOf(client)];
    const answer = await refine(read, { instruction: 'Drop scene 2, and Ada a bit faster.' });
    expect([answer.status, answer.body]).toMatchObject([202, {
      artifactId: read.artifactId, storyJob: { id: expect.stringMatching(/^job_/u) }, warnings: [],
      understood: [{ words: 'Drop scene 2', done: 'left out scene 2 of 2' }, { words: 'Ada a bit faster', done: 'ADA speaks 5% faster' }],
      next: { method: 'GET', path: `/story-jobs/${answer.body.storyJob.id}` },
    }]);
    const job = await finishedJob(client, answer.body.storyJob.id);
    expect(job).toMatchObject({ status: 'READY', credits: { quoted: CREDITS, settled: CREDITS, released: 0 }, artifacts: [{ id: read.artifactId, status: 'READY' }] });
    expect(job.refines).toEqual({ artifactId: read.artifactId, revision: 1, scope: 'auto', instruction: 'Drop scene 2, and Ada a bit faster.' });
    const meanwhile = await artifactOf(client, read.artifactId);
    expect(meanwhile.manifest.audio.recordingUrl).not.toBeNull();
    // The job may be READY before its revision is recorded; then both count.
    expect(meanwhile.refineCount).toBe(meanwhile.currentVersion - 1);
    await recorded(client, read.artifactId, 2);
    const after = await artifactOf(client, read.artifactId);
    const { shareToken, theaterUrl } = before.manifest;
    expect(after).toMatchObject({ refineCount: 1, currentVersion: 2, manifest: { shareToken, theaterUrl } });
    const kept = old.entries.filter(({ sceneIndex }: any) => sceneIndex === 0);
    expect((await scriptOf(client, read.artifactId)).entries.map(({ text }: any) => text)).toEqual(kept.map(({ text }: any) => text));
    const faster = kept.filter(({ character }: any) => character === 'ADA').map(({ text }: any) => ({ text, speed: 1.05 }));
    expect([...spoken].sort((a, b) => (a.text < b.text ? -1 : 1))).toEqual(faster.sort((a: any, b: any) => (a.text < b.text ? -1 : 1)));
    expect((await client.get(`/artifacts/${read.artifactId}?revision=1`)).body.artifact.manifest.audio.recordingUrl).not.toBeNull();
    expect(await balanceOf(client)).toBe(balance - CREDITS);
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('is charged once for a call that is repeated, and answers it as the first time', async () => {
    // A voice that nobody would suggest, because the narrator has it.
    const read = await insertRead('nell');
    const balance = await balanceOf(client);
    const key = randomUUID();
    const figure = { image: { imageId: newId('image'), mime: 'image/png', description: 'A figure', provider: 'embedded' }, look: {} };
    const subject = { type: ARTIFACT_SUBJECT, id: read.artifactId, projectId: read.projectId };
    await changeSetting(stand.api.services.db, subject, chosenPictures, { fields: { figures: { ada: figure } }, by: 'test' });
    const first = await refine(read, { instruction: 'Call Ada Maria.' }, { key });
    expect(first.body.warnings).toEqual([]);
    await finishedJob(client, first.body.storyJob.id);
    expect((await refine(read, { instruction: 'Call Ada Maria.' }, { key })).body).toEqual(first.body);
    await recorded(client, read.artifactId, 2);
    const { entries, cast } = { ...await scriptOf(client, read.artifactId), ...(await client.get(`/artifacts/${read.artifactId}/cast`)).body };
    expect([entries.some(({ character }: any) => character === 'ADA'), cast.find(({ character }: any) => character === 'MARIA')]).toMatchObject([false, { voiceId: 'nell' }]);
    // What was made for a person stays with the person.
    const now = await findCurrentRead(stand.api.services.db, read.artifactId);
    const { cast: members } = await getScreenplay(stand.api.services.store, now!.scriptKey);
    expect(members.find(({ character }) => character === 'MARIA')).toMatchObject({ shownAs: 'ADA' });
    expect(await balanceOf(client)).toBe(balance - CREDITS);
  });

  it.each([
    ['Add a unicorn.', {}, ['instruction', 'not_understood']],
    ['Drop scene 9.', {}, ['instruction', 'changes_nothing']],
    ['Without line, without the lamp, no narration', {}, ['instruction', 'nobody_speaks']],
    ['As a podcast.', { scope: 'screenplay' }, ['scope', 'needs_sources']],
    ['   ', {}, ['instruction', undefined]],
    ['Slower.', { scope: 'film' }, ['scope', undefined]],
  ])('%s %j is refused by name, and nothing is held', async (instruction, more, where) => {
    const read = await insertRead();
    const balance = await balanceOf(client);
    expect(refusal(await refine(read, { instruction, ...more }))).toEqual([400, 'validation_failed', ...where]);
    expect([await balanceOf(client), (await artifactOf(client, read.artifactId)).currentVersion]).toEqual([balance, 1]);
  });

  it('follows what it understands, and names what it does not', async () => {
    const { body } = await refine(await insertRead(), { instruction: 'Sadder, and add a unicorn' });
    expect([body.understood, body.warnings]).toEqual([
      [{ words: 'Sadder', done: '4 speeches are said sadly' }], [{ field: 'instruction', message: expect.stringContaining('add a unicorn') }]]);
  });

  it('is refused while another one runs, and is not charged when an edit of the script overtakes it', async () => {
    const read = await insertRead();
    const balance = await balanceOf(client);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    const { reach } = stand.faults;
    stand.faults.reach = async (point, call) => {
      if (point === 'step.made') await held;
      return reach.call(stand.faults, point, call);
    };
    const first = await refine(read, { instruction: 'Slower.' });
    const second = await refine(read, { instruction: 'Faster.' });
    const { error } = second.body;
    expect([second.status, error.code, error.details]).toMatchObject([409, 'artifact_not_ready', { status: 'being_revised', storyJobId: first.body.storyJob.id }]);
    const corrected = await client.post(`/artifacts/${read.artifactId}/script/edits`, { expectedRevision: 1, edits: [{ op: 'rename', character: 'Ben', name: 'Bob' }] });
    expect(corrected.status).toBe(202);
    release();
    stand.faults.reach = reach;
    expect(await finishedJob(client, first.body.storyJob.id)).toMatchObject({ status: 'FAILED', failureCode: 'version_conflict', credits: { settled: 0, released: CREDITS } });
    expect(await balanceOf(client)).toBe(balance);
    const resumed = await client.post(`/story-jobs/${first.body.storyJob.id}/resume`, {});
    expect([resumed.status, resumed.body.error.code, resumed.body.error.details.reason]).toEqual([409, 'story_job_state_invalid', 'overtaken']);
    await recorded(client, read.artifactId, 2);
    expect((await artifactOf(client, read.artifactId)).refineCount).toBe(0);
  });

  it('is refused without the credits, and for a read of another account', async () => {
    const read = await insertRead();
    const poor = await stand.newAccount({ credits: CREDITS - 1 });
    const own = await insertReadyRead({ api: stand.api }, poor.accountId, twoPeople('poor'), { ADA: voice('ada'), BEN: voice('ben'), NARRATOR: voice('nell') });
    const answer = await poor.post(`/artifacts/${own.artifactId}/refine`, { instruction: 'Slower.' });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'insufficient_credits']);
    expect((await poor.get('/story-jobs')).body.jobs.filter(({ artifacts }: any) => artifacts[0]?.id === own.artifactId)).toHaveLength(1);
    expect((await poor.post(`/artifacts/${read.artifactId}/refine`, { instruction: 'Slower.' })).status).toBe(404);
  });
});

describe('a read is refined from its sources', () => {
  let stand: Stand;
  let client: ApiClient;
  let artifactId: string;

  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount({ credits: 100 });
    const { body } = await startJob(client, await approvedPlan(client, 40));
    artifactId = (await finishedJob(client, body.job.id)).artifacts[0].id;
  });
  afterAll(() => stand.close());

  it('becomes longer, or takes another form, in the words of its sources', async () => {
    const before = await scriptOf(client, artifactId);
    const longer = (await client.post(`/artifacts/${artifactId}/refine`, { instruction: 'Longer by 60%, and slower.' })).body;
    expect(longer.understood).toEqual([{ words: 'Longer by 60%', done: null }, { words: 'slower', done: null }]);
    expect(await finishedJob(client, longer.storyJob.id)).toMatchObject({ status: 'READY' });
    await recorded(client, artifactId, 2);
    const after = await scriptOf(client, artifactId);
    const words = ({ entries }: any): number => entries.reduce((sum: number, { text }: any) => sum + text.split(/\s+/u).length, 0);
    expect(words(after)).toBeGreaterThan(words(before) * 1.2);

    const podcast = (await client.post(`/artifacts/${artifactId}/refine`, { instruction: 'Make it a podcast.' })).body;
    expect(await finishedJob(client, podcast.storyJob.id)).toMatchObject({ status: 'READY' });
    await recorded(client, artifactId, 3);
    expect(await artifactOf(client, artifactId)).toMatchObject({ refineCount: 2 });
    expect((await scriptOf(client, artifactId)).mode).toBe('podcast');
  });

  it('is not charged for when the sources give the same read again', async () => {
    const { body } = await startJob(client, await approvedPlan(client, 40));
    const same = (await finishedJob(client, body.job.id)).artifacts[0].id;
    const { storyJob } = (await client.post(`/artifacts/${same}/refine`, { instruction: 'Without the unicorn.', scope: 'plan' })).body;
    expect(await finishedJob(client, storyJob.id)).toMatchObject({ status: 'FAILED', credits: { settled: 0, released: CREDITS }, failureMessage: expect.stringContaining('as it is') });
    expect(await artifactOf(client, same)).toMatchObject({ currentVersion: 1, refineCount: 0 });
  });
});

describe('a read is refined by a writing model', () => {
  let server: ChatServer;
  let stand: Stand;
  let client: ApiClient;

  beforeAll(async () => {
    server = await openChatServer();
    server.reply = (asked) => ({ content: faithful(asked) });
    stand = await openStand({ queues: ALL_QUEUES, env: { TEXT_BASE_URL: server.baseUrl, TEXT_MODEL: 'loopback-model' } });
    client = await stand.newAccount({ credits: 100 });
  });
  afterAll(async () => {
    await stand.close();
    await server.close();
  });

  it('that gets the words no rule understands, invents nothing beyond the sources, and is not asked where rules suffice', async () => {
    const { body } = await startJob(client, await approvedPlan(client, 120, readFileSync('test/fixtures/prose/how-a-bell-is-tuned.txt', 'utf8'), 'podcast'));
    const made = await finishedJob(client, body.job.id);
    expect([made.status, made.failureMessage]).toEqual(['READY', null]);
    const artifactId = made.artifacts[0].id as string;
    const text = async (): Promise<string> => JSON.stringify((await scriptOf(client, artifactId)).entries);
    const told = (): string[] => server.asked.filter(({ name }) => name === 'beat').map(({ user }) => user);
    const before = await text();
    server.asked = [];
    // The model gives the sentences to other people, and makes up the first one of each answer.
    const retold = (asked: Asked): object => ({ lines: sentencesIn(asked).map(({ number, text: words }, at) => (
      { from: [number], who: cuesIn(asked).at(-1 - (at % cuesIn(asked).length)), says: at === 0 ? 'A unicorn walks in and Napoleon laughs.' : words })) });
    server.reply = (asked) => ({ content: asked.name === 'beat' ? retold(asked) : faithful(asked) });
    const answer = (await client.post(`/artifacts/${artifactId}/refine`, { instruction: 'Tell it as if it were a warning.' })).body;
    expect([answer.understood, answer.warnings]).toEqual([[], []]);
    expect(await finishedJob(client, answer.storyJob.id)).toMatchObject({ status: 'READY', failureMessage: null, credits: { settled: CREDITS } });
    await recorded(client, artifactId, 2);
    expect(told().length).toBeGreaterThan(0);
    for (const question of told()) expect(question).toContain('Tell it as if it were a warning.');
    expect(await text()).not.toMatch(/Napoleon|unicorn/u);

    server.asked = [];
    const slower = (await client.post(`/artifacts/${artifactId}/refine`, { instruction: 'Slower.' })).body;
    expect(slower.understood).toEqual([{ words: 'Slower', done: 'everybody speaks 10% slower' }]);
    await finishedJob(client, slower.storyJob.id);
    expect(told()).toEqual([]);
    expect(await text()).not.toBe(before);
  });
});
