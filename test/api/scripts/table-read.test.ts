import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import { grantCredits } from '../../../src/kernel/credits/ledger.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { LAMP, uploaded } from '../../support/stands/script-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ['story', 'providers', 'media'] });
  client = await stand.newAccount({ credits: 100 });
});
afterAll(() => stand.close());

const CAST = {
  narrator: { voiceId: 'stage-narrator-m' },
  characters: [{ name: 'Ada', voice: { voiceId: 'stage-woman-alto' } }, { name: 'Thomas', aliases: ['Tom'], voice: { voiceId: 'stage-scot' } }],
};
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const balanceOf = async (caller: ApiClient): Promise<number> => (await caller.get('/credits')).body.credits.balance;

/** An uploaded script in an audio-only project, cast or not. */
async function castScript(caller: ApiClient, content = LAMP, cast: object | null = CAST): Promise<any> {
  const script = await uploaded(caller, content);
  await caller.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'audio' } });
  if (cast) await caller.patch(`/story-projects/${script.projectId}/cast-canon`, cast);
  return script;
}

const prepare = (caller: ApiClient, id: string, body: object = {}, key?: string): Promise<Answer> =>
  caller.post(`/scripts/${id}/table-read/prepare`, body, key === undefined ? {} : { key });

async function untilPrepared(caller: ApiClient, id: string): Promise<any> {
  for (let tries = 0; tries < 300; tries++) {
    const { body } = await prepare(caller, id);
    if (body.status !== 'preparing') return body;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it is not prepared');
}

describe('table-read/prepare', () => {
  it('quotes, charges once, performs, and is free from then on', async () => {
    const own = await stand.newAccount({ credits: 25 });
    const script = await castScript(own);
    const quoted = await prepare(own, script.id);
    expect([quoted.status, quoted.body]).toEqual([200, {
      status: 'quoted', quotedOnly: true, credits: 10, balanceAfter: 15, sufficient: true, note: expect.any(String), jobId: null, stale: false, staleness: null,
      next: expect.objectContaining({ method: 'POST', body: expect.objectContaining({ confirmed: true }) }),
    }]);
    expect([await balanceOf(own), (await own.get('/story-jobs')).body.jobs]).toEqual([25, []]);
    const queued = await prepare(own, script.id, { confirmed: true }, 'read-it');
    expect(queued.status).toBe(202);
    expect(queued.body).toMatchObject({ status: 'queued', quotedOnly: false, credits: 10, balanceAfter: 15, sufficient: true });
    expect((await prepare(own, script.id, { confirmed: true }, 'read-it')).body).toEqual(queued.body);
    expect((await prepare(own, script.id, { confirmed: true })).body).toMatchObject({ credits: 0, jobId: queued.body.jobId });
    expect(await untilPrepared(own, script.scriptUploadId)).toMatchObject({ status: 'prepared', credits: 0, balanceAfter: 15, jobId: queued.body.jobId });
    const { job } = (await own.get(`/story-jobs/${queued.body.jobId}`)).body;
    expect(job).toMatchObject({
      status: 'READY', storyPlanId: null, scriptUploadId: script.scriptUploadId, projectId: script.projectId,
      credits: { quoted: 10, reserved: 10, settled: 10, released: 0 },
    });
    const read = (await own.get(`/scripts/${script.id}`)).body;
    expect(read.next).toMatchObject({ method: 'GET', path: `/artifacts/${job.artifacts[0].id}` });
    const [{ madeFrom }] = read.script.versions;
    expect(madeFrom).toMatchObject([{ jobId: job.id, status: 'READY', artifacts: [{ type: 'table_read', status: 'READY' }] }]);
    expect(await checkLedger(stand.api.services.db)).toEqual([]);
  });

  it('performs the screenplay itself, with the settings of its lines and the voices of the cast', async () => {
    const script = await castScript(client);
    await client.patch(`/scripts/${script.id}/lines/3`, { emotion: 'whisper', pauseAfterMs: 1_234, ttsText: 'Only the wind, my dear.' });
    const { body: { jobId } } = await prepare(client, script.id, { confirmed: true });
    await untilPrepared(client, script.id);
    const [{ id }] = (await client.get(`/story-jobs/${jobId}`)).body.job.artifacts;
    const { body } = await client.get(`/artifacts/${id}/script`);
    const line = body.script.entries.find(({ index }: { index: number }) => index === 3);
    expect(line).toMatchObject({ character: 'TOM', text: 'Only the wind.', delivery: { emotion: 'whisper', pauseAfterMs: 1_234 } });
    const cast = (await client.get(`/artifacts/${id}/cast`)).body.cast;
    expect(Object.fromEntries(cast.map((entry: any) => [entry.character, entry.voiceId])))
      .toEqual({ NARRATOR: 'stage-narrator-m', ADA: 'stage-woman-alto', TOM: 'stage-scot' });
    expect((await client.get(`/artifacts/${id}`)).body.artifact.title).toBe('The Lamp');
  });

  it('announces its headings as lines of their own, and captions, pages and scenes begin with them', async () => {
    const script = await castScript(client, LAMP.replace('LAMP ROOM', 'WHEELHOUSE'));
    const { body: { jobId } } = await prepare(client, script.id, { confirmed: true });
    await untilPrepared(client, script.id);
    const [{ id }] = (await client.get(`/story-jobs/${jobId}`)).body.job.artifacts;
    const { db } = stand.api.services;
    const lines = await db.query<any>(
      'SELECT entry_index AS "entryIndex", character, start_ms AS "startMs", end_ms AS "endMs" FROM performance_lines WHERE artifact_id = $1 ORDER BY position', [id]);
    expect(lines.map(({ entryIndex, character }) => [entryIndex, character])).toEqual([
      [0, 'NARRATOR'], [1, 'NARRATOR'], [2, 'ADA'], [3, 'TOM'], [4, 'NARRATOR'], [5, 'NARRATOR'], [6, 'ADA'], [7, 'TOM'],
    ]);
    expect(lines[1].startMs - lines[0].endMs).toBe(700);
    expect(lines[4].startMs - lines[3].endMs).toBeGreaterThanOrEqual(1_600);
    const { manifest: { theaterUrl } } = (await client.get(`/artifacts/${id}`)).body.artifact;
    const page = await (await fetch(theaterUrl)).text();
    expect(page).toMatch(/<h2 class="slug" id="scene-0"><span class="row note" data-i="0"><button class="cue" type="button" tabindex="0">INT\. WHEELHOUSE - NIGHT</);
    expect(page.match(/class="cue"/g)).toHaveLength(8);
  });

  it('announces no heading when asked not to, and then needs no narrator for a script of speeches alone', async () => {
    const content = 'INT. QUAY - NIGHT\n\nADA\nWho is there?\n\nTOM\nOnly the wind.';
    const script = await castScript(client, content, { characters: CAST.characters });
    expect((refusal(await prepare(client, script.id)) as any[])[2].missing.map(({ character }: any) => character)).toEqual(['NARRATOR']);
    expect((await prepare(client, script.id, { announceScenes: false })).body).toMatchObject({ status: 'quoted', credits: 10 });
    const { body: { jobId } } = await prepare(client, script.id, { confirmed: true, announceScenes: false });
    await untilPrepared(client, script.id);
    const [{ id }] = (await client.get(`/story-jobs/${jobId}`)).body.job.artifacts;
    expect((await client.get(`/artifacts/${id}/cast`)).body.cast.map(({ character }: any) => character)).toEqual(['ADA', 'TOM']);
  });

  it('names each character without a voice and the call that casts it, and makes nothing', async () => {
    const script = await castScript(client, LAMP, { characters: [{ name: 'Ada', voice: { voiceId: 'stage-woman-alto' } }] });
    const before = await balanceOf(client);
    for (const confirmed of [false, true]) {
      const [status, code, details] = refusal(await prepare(client, script.id, { confirmed })) as any[];
      expect([status, code, details.reason]).toEqual([409, 'cast_precondition_failed', 'script_not_cast_ready']);
      expect(details.missing.map(({ character, item }: any) => [character, item])).toEqual([['NARRATOR', 'voice'], ['TOM', 'voice']]);
      for (const { nextCall } of details.missing) expect((await client.call(nextCall.method, nextCall.path, { body: nextCall.body })).status).toBe(200);
      await client.patch(`/story-projects/${script.projectId}/cast-canon`, { narrator: null, characters: [{ name: 'TOM', voice: null }] });
    }
    expect([await balanceOf(client), (await client.get(`/scripts/${script.id}`)).body.script.versions[0].madeFrom]).toEqual([before, []]);
  });

  it('never needs pictures, and gives characters without a voice the suggested one when that is accepted', async () => {
    const own = await stand.newAccount({ credits: 25 });
    const script = await uploaded(own);
    await own.patch(`/story-projects/${script.projectId}/series-bible`, { content: { productionMedium: 'series' } });
    expect(refusal(await prepare(own, script.id)).slice(0, 2)).toEqual([409, 'cast_precondition_failed']);
    const { body: quoted } = await prepare(own, script.id, { acceptSuggestedVoices: true });
    expect(quoted).toMatchObject({ status: 'quoted', next: { body: { acceptSuggestedVoices: true, confirmed: true } } });
    const { body: { jobId } } = await own.post(quoted.next.path, quoted.next.body);
    await untilPrepared(own, script.id);
    const [{ id }] = (await own.get(`/story-jobs/${jobId}`)).body.job.artifacts;
    const { body: { cast } } = await own.get(`/artifacts/${id}/cast`);
    expect(cast.map(({ character, voiceId }: any) => [character, typeof voiceId])).toEqual([['NARRATOR', 'string'], ['ADA', 'string'], ['TOM', 'string']]);
  });

  it('respells a line in letters that no voice reads, and names it in a warning', async () => {
    const script = await castScript(client, LAMP.replace('Only the wind.', 'Только ветер.'));
    const { body: { jobId } } = await prepare(client, script.id, { confirmed: true });
    await untilPrepared(client, script.id);
    const [{ id }] = (await client.get(`/story-jobs/${jobId}`)).body.job.artifacts;
    const { artifact } = await client.poll(`/artifacts/${id}`, (body) => body.artifact.manifest.warnings.length > 0);
    expect(artifact.manifest.warnings).toEqual([{
      entryIndex: 3, character: 'TOM', remedy: 'respelled', voiceId: expect.any(String), message: expect.stringContaining('the embedded voices cannot read "Тольк'),
    }]);
  });

  /** The script `LAMP` with the given words replaced by words in another writing system. */
  const inOtherLetters = (lines: readonly [string, string][]): string => lines.reduce((text, [words, other]) => text.replace(words, other), LAMP);

  it('refuses a script in a language that no voice speaks before anything is charged', async () => {
    const own = await stand.newAccount({ credits: 25 });
    const script = await castScript(own, inOtherLetters([['Only the wind.', 'Только ветер.'], ['And the sea', 'И море'], ['The lamp', 'Лампа'], ['A boat', 'Лодка'], ['Who is', 'Кто здесь']]));
    for (const confirmed of [false, true]) {
      const [status, code, details] = refusal(await prepare(own, script.id, { confirmed })) as any[];
      expect([status, code, details]).toEqual([400, 'validation_failed', expect.objectContaining({ reason: 'language_unavailable', language: 'ru' })]);
    }
    expect([await balanceOf(own), (await own.get('/story-jobs')).body.jobs]).toEqual([25, []]);
  });

  it('refuses a read whose voices can never say more than half of the lines before anything is charged, and names them', async () => {
    const own = await stand.newAccount({ credits: 25 });
    // Cherokee letters, for which no language is detected.
    const script = await castScript(own, inOtherLetters([['Only the wind.', 'ᎤᏃᎴ ᎤᏩᏌ.'], ['And the sea', 'ᎠᎺᏉᎯ'], ['The lamp', 'ᎠᏨᏍᏙᏗ'], ['A boat', 'ᏥᏳ'], ['Who is', 'ᎦᎪ ᎠᏂ']]));
    for (const confirmed of [false, true]) {
      const [status, code, details] = refusal(await prepare(own, script.id, { confirmed })) as any[];
      expect([status, code, details?.reason]).toEqual([409, 'cast_precondition_failed', 'script_not_cast_ready']);
      const nextCall = { method: 'PATCH', path: `/story-projects/${script.projectId}/cast-canon` };
      const because = expect.stringContaining('the embedded voices cannot read "');
      expect(details.missing).toEqual([
        { character: 'NARRATOR', item: 'voice', entryIndex: 1, because, nextCall }, { character: 'ADA', item: 'voice', entryIndex: 2, because, nextCall },
        { character: 'TOM', item: 'voice', entryIndex: 3, because, nextCall },
      ]);
    }
    expect([await balanceOf(own), (await own.get('/story-jobs')).body.jobs]).toEqual([25, []]);
  });

  it('refuses a text that cannot be read, a draft that is not finished and a script in no project', async () => {
    const failed = await uploaded(client, 'x'.repeat(40_000).replaceAll(/x{2000}/g, `${'x'.repeat(1_999)}\n`), { format: 'fdx' });
    expect(refusal(await prepare(client, failed.id))).toEqual([409, 'cast_precondition_failed', {
      reason: 'script_not_finalized', missing: [{ item: 'content', nextCall: { method: 'PATCH', path: `/scripts/${failed.scriptUploadId}/content` } }],
    }]);
    const script = await castScript(client);
    // The database refuses to turn an upload into a draft, so its trigger is disabled for this row.
    const { db } = stand.api.services;
    await db.query('ALTER TABLE script_versions DISABLE TRIGGER script_versions_legal_draft');
    await db.query(`UPDATE script_versions SET draft_status = 'open' WHERE id = $1`, [script.scriptUploadId]);
    await db.query('ALTER TABLE script_versions ENABLE TRIGGER script_versions_legal_draft');
    expect(refusal(await prepare(client, script.id))).toEqual([409, 'cast_precondition_failed', {
      reason: 'script_not_finalized', missing: [{ item: 'finish', nextCall: { method: 'POST', path: `/scripts/${script.scriptUploadId}/finish` } }],
    }]);
    await client.delete(`/story-projects/${script.projectId}`);
    const [status, code, details] = refusal(await prepare(client, script.id)) as any[];
    expect([status, code, details.missingFields, details.nextCall.path])
      .toEqual([409, 'project_precondition_failed', ['project'], '/story-projects/from-script']);
  });

  it('answers 402 without enough credits, changes nothing, and the same key works after a top-up', async () => {
    const own = await stand.newAccount({ credits: 4 });
    const script = await castScript(own);
    expect((await prepare(own, script.id)).body).toMatchObject({ status: 'quoted', credits: 10, balanceAfter: -6, sufficient: false });
    const refused = await prepare(own, script.id, { confirmed: true }, 'top-up');
    expect(refusal(refused)).toEqual([402, 'insufficient_credits', expect.objectContaining({ required: 10, available: 4, next: expect.objectContaining({ path: '/credits' }) })]);
    expect((await own.get('/story-jobs')).body.jobs).toEqual([]);
    await grantCredits(stand.api.services.db, { accountId: own.accountId, credits: 10, reference: 'top-up' });
    expect((await prepare(own, script.id, { confirmed: true }, 'top-up')).body).toMatchObject({ status: 'queued', balanceAfter: 4 });
  });

  it('makes one read of a version for simultaneous requests', async () => {
    const own = await stand.newAccount({ credits: 100 });
    const script = await castScript(own);
    const answers = await Promise.all(Array.from({ length: 8 }, () => prepare(own, script.id, { confirmed: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(7).fill(200), 202]);
    expect(new Set(answers.map(({ body }) => body.jobId)).size).toBe(1);
    expect(answers.reduce((sum, { body }) => sum + body.credits, 0)).toBe(10);
    expect(await balanceOf(own)).toBe(90);
  });

  it('performs and shows people whose names are properties of every object', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const script = await uploaded(own, 'INT. ROOM - DAY\n\nCONSTRUCTOR\nGood morning.\n\nADA\nGood night.\n\n__PROTO__\nSleep well, constructor.\n');
    const { body } = await prepare(own, script.id, { confirmed: true, acceptSuggestedVoices: true });
    const { job } = await own.poll(`/story-jobs/${body.jobId}`, ({ job: { status } }) => ['READY', 'FAILED'].includes(status));
    expect(job.status).toBe('READY');
    const { id } = job.artifacts[0];
    const { artifact } = (await own.get(`/artifacts/${id}`)).body;
    for (const address of [artifact.manifest.theaterUrl, artifact.manifest.audio.liveUrl]) expect((await fetch(address)).status).toBe(200);
    for (const view of ['cast', 'location-plates', 'noun-imagery', 'script']) expect((await own.get(`/artifacts/${id}/${view}`)).status).toBe(200);
    const { cast } = (await own.get(`/artifacts/${id}/cast`)).body;
    expect((cast.members ?? cast).map(({ character }: { character: string }) => character)).toEqual(expect.arrayContaining(['CONSTRUCTOR', 'ADA']));
    const avatar = await own.post(`/artifacts/${id}/avatar`, { character: 'CONSTRUCTOR', refinement: 'red hair' });
    expect([202, 200, 201]).toContain(avatar.status);
  });

  it('hides the scripts of others', async () => {
    const other = await stand.newAccount();
    const script = await castScript(client);
    expect((await prepare(other, script.id)).body.error.code).toBe('script_not_found');
  });
});
