import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { checkLedger } from '../../src/kernel/credits/check.js';
import type { ApiClient } from '../support/api-client.js';
import { COMPLETE_CAST, insertPlanRow, jobAt, openJobStand, smallScreenplay, tableRead, voice, VOICES, type JobStand } from '../support/stands/job-stand.js';

let stand: JobStand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openJobStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const jobsOf = async (caller: ApiClient): Promise<unknown[]> => (await caller.get('/story-jobs')).body.jobs;
const balanceOf = async (caller: ApiClient): Promise<number> => (await caller.get('/credits')).body.credits.balance;

describe('POST /story-jobs', () => {
  it('reserves the quote, makes the table read and settles it', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const { planId, projectId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const { status, body } = await own.post('/story-jobs', { storyPlanId: planId });
    expect(status).toBe(201);
    expect(body.job).toMatchObject({
      projectId, storyPlanId: planId, credits: { quoted: 10, reserved: 10, settled: expect.any(Number), released: 0 },
      artifacts: [{ type: 'table_read' }], failureCode: null, failureMessage: null,
    });
    const job = await jobAt(own, body.job.id);
    expect(job).toMatchObject({
      status: 'READY', credits: { quoted: 10, reserved: 10, settled: 10, released: 0 }, artifacts: [{ status: 'READY' }],
      progress: { stage: 'finishing', completed: 2, total: 2, unit: 'scenes', nextAttemptAt: null, nextPollAfterMs: null, lastError: null },
    });
    expect(await balanceOf(own)).toBe(30);
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it.each([
    ['epub', { author: ' Ines  Vale ' }, 'by Ines Vale'], ['url', { byline: 'By Ines Vale' }, 'by Ines Vale'], ['docx', { author: 'Office User' }, null],
    ['url', { byline: 'https://example.org/ines' }, null], ['text', { author: 7 }, null],
  ])('a read names the author that its source of type %s gives: %j', async (type, metadata, byline) => {
    const own = await stand.newAccount();
    const { planId, projectId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    await stand.services.db.query('UPDATE sources SET type = $2, metadata = $3 WHERE project_id = $1', [projectId, type, metadata]);
    const { job } = (await own.post('/story-jobs', { storyPlanId: planId })).body;
    const [made] = (await jobAt(own, job.id)).artifacts;
    const { artifact } = (await own.get(`/artifacts/${made.id}`)).body;
    const page = await (await fetch(artifact.manifest.audio.liveUrl)).text();
    expect(/<p class="by">([^<]*)</.exec(page)?.[1] ?? null).toBe(byline);
  });

  it('of a pitch deck is no next step before its project has a read: the plan leads to that first', async () => {
    const deck = { canon: COMPLETE_CAST, artifactRequests: [{ type: 'pitch_deck' as const, includePdf: false }] };
    const { planId, projectId } = await insertPlanRow(stand, client, deck);
    const read = { method: 'POST', path: `/story-projects/${projectId}/story-plans`, body: { artifactRequests: [{ type: 'table_read', mode: 'drama' }] } };
    expect((await client.get(`/story-plans/${planId}`)).body.next).toMatchObject(read);
    expect((await client.patch(`/story-plans/${planId}`, { title: 'The Deck' })).body.next).toMatchObject(read);
  });

  it('refuses what is missing or foreign as not found', async () => {
    const other = await stand.newAccount();
    const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    const cases: [ApiClient, object, string][] = [
      [client, { storyPlanId: 'pln_00000000000000000000000000' }, 'story_plan_not_found'],
      [other, { storyPlanId: planId }, 'story_plan_not_found'],
      [client, { storyPlanId: planId, scriptUploadId: 'scr_1' }, 'script_not_found'],
    ];
    for (const [caller, body, code] of cases) {
      const answer = await caller.post('/story-jobs', body);
      expect([answer.status, answer.body.error.code]).toEqual([404, code]);
    }
  });

  it.each(['PENDING', 'RUNNING', 'REQUIRES_APPROVAL', 'FAILED', 'SUPERSEDED', 'REJECTED'])('refuses a plan that is %s', async (status) => {
    const { planId } = await insertPlanRow(stand, client, { status, canon: COMPLETE_CAST });
    const { status: http, body } = await client.post('/story-jobs', { storyPlanId: planId });
    expect(http).toBe(409);
    expect(body.error).toMatchObject({ code: 'story_plan_state_invalid', details: { status, allowed: ['APPROVED'] } });
  });

  it.each([
    [{}, 'storyPlanId'], [{ storyPlanId: 'pln_1', extra: 1 }, 'extra'], [{ storyPlanId: 7 }, 'storyPlanId'],
    [{ storyPlanId: 'pln_1', voiceMap: { ADA: {} } }, 'voiceMap.ADA.voiceId'],
    [{ storyPlanId: 'pln_1', voiceMap: { ADA: { voiceId: 'ada', pitch: 2 } } }, 'voiceMap.ADA.pitch'],
  ])('refuses a bad body, case %#', async (body, field) => {
    const answer = await client.post('/story-jobs', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({ code: 'validation_failed', details: { field } });
  });

  it('needs an idempotency key', async () => {
    const { status, body } = await client.post('/story-jobs', { storyPlanId: 'pln_1' }, { key: null });
    expect([status, body.error.code]).toEqual([400, 'idempotency_key_required']);
  });

  it('answers 402 with what is required and available, and creates nothing; the same key works after a top-up', async () => {
    const own = await stand.newAccount({ credits: 4 });
    const { planId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const refused = await own.post('/story-jobs', { storyPlanId: planId }, { key: 'top-up' });
    expect(refused.status).toBe(402);
    expect(refused.body.error).toMatchObject({ code: 'insufficient_credits', details: { required: 10, available: 4 } });
    expect(await jobsOf(own)).toEqual([]);
    expect(await stand.services.db.query('SELECT 1 FROM credit_holds WHERE account_id = $1', [own.accountId])).toEqual([]);
    const { grantCredits } = await import('../../src/kernel/credits/ledger.js');
    await grantCredits(stand.services.db, { accountId: own.accountId, credits: 10, reference: 'order' });
    const made = await own.post('/story-jobs', { storyPlanId: planId }, { key: 'top-up' });
    expect(made.status).toBe(201);
    await jobAt(own, made.body.job.id);
    expect(await balanceOf(own)).toBe(4);
  });

  it('turns fifty equal requests into one job with one hold', async () => {
    const own = await stand.newAccount({ credits: 100 });
    const { planId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const answers = await Promise.all(Array.from({ length: 50 }, () => own.post('/story-jobs', { storyPlanId: planId }, { key: 'storm' })));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ body }) => body.job.id)).size).toBe(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, body.error.code, body.error.details.reason]).toEqual([409, 'idempotency_conflict', 'in_flight']);
    }
    await jobAt(own, made[0]!.body.job.id);
    expect(await jobsOf(own)).toHaveLength(1);
    expect(await stand.services.db.query('SELECT 1 FROM credit_holds WHERE account_id = $1', [own.accountId])).toHaveLength(1);
    expect(await balanceOf(own)).toBe(90);
  });

  it('accepts exactly three of eight requests when the balance covers three', async () => {
    const own = await stand.newAccount({ credits: 30 });
    const { planId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const answers = await Promise.all(Array.from({ length: 8 }, () => own.post('/story-jobs', { storyPlanId: planId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402, 402, 402, 402]);
    for (const { status, body } of answers) if (status === 201) await jobAt(own, body.job.id);
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('reaches the same job when the process that claimed the key died', async () => {
    const { planId } = await insertPlanRow(stand, client, { canon: COMPLETE_CAST });
    const first = await client.post('/story-jobs', { storyPlanId: planId }, { key: 'lost-answer' });
    await stand.services.db.query(
      `UPDATE idempotency_keys SET state = 'busy', lease_until = now() - interval '1 second', body = NULL
       WHERE account_id = $1 AND key = 'lost-answer'`, [client.accountId]);
    const again = await client.post('/story-jobs', { storyPlanId: planId }, { key: 'lost-answer' });
    expect([again.status, again.body.job.id]).toEqual([201, first.body.job.id]);
    await jobAt(client, first.body.job.id);
  });
});

describe('the cast check before a job starts', () => {
  const tries = async (options: Parameters<typeof insertPlanRow>[2], voiceMap?: object) => {
    const { planId, projectId } = await insertPlanRow(stand, client, options);
    const answer = await client.post('/story-jobs', { storyPlanId: planId, ...(voiceMap ? { voiceMap } : {}) });
    if (answer.status === 201) await jobAt(client, answer.body.job.id);
    return { ...answer, projectId };
  };

  it('names every missing voice with the call that supplies it, and creates nothing', async () => {
    const before = (await jobsOf(client)).length;
    const { status, body, projectId } = await tries({ canon: { narrator: null, characters: { Ada: 'ada', Ben: null } } });
    const path = `/story-projects/${projectId}/cast-canon`;
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'cast_precondition_failed',
      details: {
        reason: 'cast_incomplete',
        missing: [
          { character: 'NARRATOR', item: 'voice', nextCall: { method: 'PATCH', path, body: { narrator: { voiceId: 'nell' } } } },
          { character: 'Ben', item: 'voice', nextCall: { method: 'PATCH', path, body: { characters: [{ name: 'Ben', voice: { voiceId: 'ben' } }] } } },
        ],
      },
    });
    expect(await jobsOf(client)).toHaveLength(before);
    for (const { nextCall } of body.error.details.missing) expect((await client.patch(nextCall.path, nextCall.body)).status).toBe(200);
  });

  it('takes voices from the request, by name or alias, whatever the case', async () => {
    const canon = { narrator: null, characters: { 'Ada Lovelace': null, Ben: null }, aliases: { 'Ada Lovelace': ['Ada'] } };
    const { status, body } = await tries({ canon }, { ada: { voiceId: 'ada' }, Ben: { voiceId: 'ben', voiceName: 'x' }, NARRATOR: { voiceId: 'nell' } });
    expect(status).toBe(201);
    expect(await jobAt(client, body.job.id)).toMatchObject({ status: 'READY' });
  });

  it('never wants pictures: the server draws everyone without one', async () => {
    expect((await tries({ canon: COMPLETE_CAST, audioOnly: false })).status).toBe(201);
  });

  it('is satisfied by the one call that the refusal names, or by accepting the suggestions with the request', async () => {
    const canon = { narrator: null, characters: { Ada: 'ada', Ben: null } };
    const { body, projectId } = await tries({ canon });
    const { next } = body.error.details;
    expect(next).toMatchObject({
      method: 'PATCH', path: `/story-projects/${projectId}/cast-canon`,
      body: { narrator: { voiceId: 'nell' }, characters: [{ name: 'Ben', voice: { voiceId: 'ben' } }] }, why: expect.stringContaining('acceptSuggestedVoices'),
    });
    expect((await client.patch(next.path, next.body)).status).toBe(200);
    const { planId } = await insertPlanRow(stand, client, { canon });
    const accepted = await client.post('/story-jobs', { storyPlanId: planId, acceptSuggestedVoices: true });
    expect(accepted.status).toBe(201);
    const { artifacts: [{ id }] } = await jobAt(client, accepted.body.job.id);
    expect((await client.get(`/artifacts/${id}/cast`)).body.cast.map(({ character, voiceId }: any) => [character, voiceId]))
      .toEqual(expect.arrayContaining([['ADA', 'ada'], ['BEN', 'ben']]));
  });

  it('needs no narrator for a narrator-free read', async () => {
    const { status, body } = await tries({ canon: { characters: { Ada: 'ada', Ben: 'ben' } }, narrationPolicy: 'suppress' });
    expect(status).toBe(201);
    expect(await jobAt(client, body.job.id)).toMatchObject({ status: 'READY' });
  });

  it('refuses unknown and retired voices, of the request and of the canon', async () => {
    const unknown = await tries({ canon: COMPLETE_CAST }, { ADA: { voiceId: 'nobody' } });
    expect(unknown.status).toBe(400);
    expect(unknown.body.error).toMatchObject({ code: 'validation_failed', details: { field: 'voiceMap.ADA.voiceId' } });
    for (const retired of [
      await tries({ canon: COMPLETE_CAST }, { ADA: { voiceId: 'old' } }),
      await tries({ canon: { narrator: 'nell', characters: { Ada: 'old', Ben: 'ben' } } }),
    ]) {
      expect(retired.status).toBe(409);
      expect(retired.body.error).toMatchObject({ code: 'voice_retired', details: { voiceId: 'old', replacementVoiceId: 'ada' } });
    }
  });

  it('refuses voices for a name that nobody has, and for a name that appears twice', async () => {
    const before = (await jobsOf(client)).length;
    const canon = { narrator: 'nell', characters: { Ada: 'ada', Ben: 'ben', Clara: 'ada' }, aliases: { Ada: ['Countess'] } };
    for (const [field, voiceMap] of [
      ['voiceMap.Ghost', { ada: voice('ada'), Ghost: voice('ben') }], ['voiceMap.ADA', { ada: voice('ada'), ADA: voice('ben') }],
    ] as const) {
      const { status, body } = await tries({ canon }, voiceMap);
      expect([status, body.error?.code, body.error?.details]).toEqual([400, 'validation_failed', { field }]);
    }
    expect(await jobsOf(client)).toHaveLength(before);
    const somebody = { BEN: voice('ben'), countess: voice('ada'), clara: voice('ada'), Narrator: voice('nell') };
    expect((await tries({ canon }, somebody)).status).toBe(201);
  });

  it('fails a job when its voices can never say more than half of the written lines, and gives its credits back', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const { planId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const obstacle = jest.spyOn(VOICES, 'findObstacle').mockImplementation(({ text }) => (text.startsWith('Line') ? 'it has no such letters' : null));
    try {
      const { body } = await own.post('/story-jobs', { storyPlanId: planId });
      expect(await jobAt(own, body.job.id)).toMatchObject({
        status: 'FAILED', failureCode: 'artifact_generation_failed', credits: { released: 10, settled: 0 },
        failureMessage: 'the voice of ADA cannot say line 2: it has no such letters',
      });
      expect(await balanceOf(own)).toBe(40);
    } finally {
      obstacle.mockRestore();
    }
  });

  it('ignores a retired voice that the read does not use', async () => {
    const overridden = await tries({ canon: { narrator: 'old', characters: { Ada: 'old', Ben: 'ben' } } }, { ADA: voice('ada'), NARRATOR: voice('nell') });
    expect(overridden.status).toBe(201);
    expect(await jobAt(client, overridden.body.job.id)).toMatchObject({ status: 'READY' });
    const free = await tries({ canon: { narrator: 'old', characters: { Ada: 'ada', Ben: 'ben' } }, narrationPolicy: 'suppress' });
    expect(free.status).toBe(201);
    expect(await jobAt(client, free.body.job.id)).toMatchObject({ status: 'READY' });
  });

  it('fails the job when a voice is retired after it started', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const usual = stand.writer.write;
    const { planId, projectId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    stand.writer.write = async (...call) => {
      await stand.services.db.query(
        `UPDATE cast_canons SET narrator = jsonb_set(narrator, '{voiceId}', '"old"') WHERE project_id = $1`, [projectId]);
      return usual(...call);
    };
    const { body } = await own.post('/story-jobs', { storyPlanId: planId });
    expect(await jobAt(own, body.job.id)).toMatchObject({
      status: 'FAILED', failureCode: 'voice_retired', failureDetails: { voiceId: 'old', replacementVoiceId: 'ada' }, credits: { released: 10 },
    });
    stand.writer.write = usual;
  });

  it('fails the job, and releases its credits, when the written screenplay has a speaker without a voice', async () => {
    const own = await stand.newAccount({ credits: 40 });
    const usual = stand.writer.write;
    stand.writer.write = async () => smallScreenplay(['ADA', 'STRANGER']);
    const { planId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const { body } = await own.post('/story-jobs', { storyPlanId: planId });
    const job = await jobAt(own, body.job.id);
    stand.writer.write = usual;
    expect(job).toMatchObject({
      status: 'FAILED', failureCode: 'cast_precondition_failed', credits: { reserved: 10, settled: 0, released: 10 },
      failureDetails: { reason: 'speaker_not_cast', missing: [{ character: 'STRANGER', item: 'voice', nextCall: { method: 'PATCH' } }] },
      artifacts: [{ status: 'FAILED', failureCode: 'cast_precondition_failed' }],
    });
    expect(await balanceOf(own)).toBe(40);
  });
});

describe('planned artifact types', () => {
  it('end FAILED with a code, and a table read beside them still becomes READY', async () => {
    const alone = await insertPlanRow(stand, client, { artifactRequests: [{ type: 'trailer' }] });
    const failed = await client.post('/story-jobs', { storyPlanId: alone.planId });
    expect(await jobAt(client, failed.body.job.id)).toMatchObject({
      status: 'FAILED', failureCode: 'artifact_generation_failed', failureMessage: expect.stringContaining('planned'),
    });
    const beside = await insertPlanRow(stand, client, { artifactRequests: [{ type: 'storyboard' }, tableRead()], canon: COMPLETE_CAST });
    const mixed = await client.post('/story-jobs', { storyPlanId: beside.planId });
    expect(await jobAt(client, mixed.body.job.id)).toMatchObject({
      status: 'READY', failureCode: null, artifacts: [{ type: 'storyboard', status: 'FAILED' }, { type: 'table_read', status: 'READY' }],
    });
  });
});

describe('reading jobs', () => {
  it('pages, filters and hides from other accounts', async () => {
    const [own, other] = [await stand.newAccount(), await stand.newAccount()];
    const { planId, projectId } = await insertPlanRow(stand, own, { canon: COMPLETE_CAST });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await own.post('/story-jobs', { storyPlanId: planId })).body.job.id);
    const first = await own.get('/story-jobs?limit=2');
    const second = await own.get(`/story-jobs?limit=2&cursor=${first.body.nextCursor}`);
    expect([...first.body.jobs, ...second.body.jobs].map((job: { id: string }) => job.id)).toEqual(ids);
    expect(second.body.nextCursor).toBeNull();
    for (const id of ids) await jobAt(own, id);
    expect((await own.get(`/story-jobs?projectId=${projectId}&status=READY`)).body.jobs).toHaveLength(3);
    expect((await own.get('/story-jobs?status=FAILED')).body.jobs).toEqual([]);
    expect((await own.get('/story-jobs?status=DONE')).status).toBe(400);
    for (const answer of [
      await other.get(`/story-jobs/${ids[0]}`), await other.post(`/story-jobs/${ids[0]}/cancel`), await other.post(`/story-jobs/${ids[0]}/resume`),
      await own.get('/story-jobs/job_00000000000000000000000000'),
    ]) expect([answer.status, answer.body.error.code]).toEqual([404, 'story_job_not_found']);
    expect((await other.get('/story-jobs')).body.jobs).toEqual([]);
  });

  it('accepts the voice map of a blueprint as it is', async () => {
    const { planId } = await insertPlanRow(stand, client, { canon: { narrator: null, characters: {} } });
    const voiceMap = { ADA: voice('ada'), BEN: voice('ben'), NARRATOR: voice('nell') };
    const { status, body } = await client.post('/story-jobs', { storyPlanId: planId, voiceMap });
    expect(status).toBe(201);
    expect(await jobAt(client, body.job.id)).toMatchObject({ status: 'READY' });
  });
});
