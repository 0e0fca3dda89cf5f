import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProviderFailure } from '../../src/craft/failures.js';
import { EngineUnavailable } from '../../src/kernel/contract/runs.js';
import type { ApiClient } from '../support/api-client.js';
import { LIGHTHOUSE, openPlanStand, tableReadRequest, TARGET, type PlanStand } from '../support/stands/plan-stand.js';
import { draftFor } from '../support/scripted-writer.js';

let stand: PlanStand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openPlanStand();
  client = await stand.newAccount();
});
beforeEach(() => {
  stand.writer.answer = draftFor;
  stand.writer.briefs.length = 0;
});
afterAll(() => stand.close());

const settled = (body: any): boolean => !['PENDING', 'RUNNING'].includes(body.plan.status);

async function createPlan(projectId: string, body: object): Promise<string> {
  const answer = await client.post(`/story-projects/${projectId}/story-plans`, body);
  expect([answer.status, answer.body.plan?.status]).toEqual([201, 'PENDING']);
  return answer.body.plan.id as string;
}

async function draftedPlan(extra: object = {}): Promise<{ projectId: string; sourceId: string; planId: string; plan: any }> {
  const ids = await stand.newProject(client);
  const planId = await createPlan(ids.projectId, tableReadRequest(ids.sourceId, extra));
  const { plan } = await client.poll(`/story-plans/${planId}`, settled);
  return { ...ids, planId, plan };
}

/** Leaves the key of a call as if the process had died after the call was done and before its answer was kept. */
const loseAnswer = (key: string): Promise<unknown> => stand.api.services.db.query(
  `UPDATE idempotency_keys SET state = 'busy', lease_until = now() - interval '1 second', body = NULL
   WHERE account_id = $1 AND key = $2`, [client.accountId, key]);

const approve = (planId: string, key?: string) =>
  client.post(`/story-plans/${planId}/approve`, { userConfirmed: true }, key ? { key } : {});

describe('POST /story-projects/{projectId}/story-plans', () => {
  it('answers PENDING with a quote, then shows the whole envelope and waits', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const created = await client.post(`/story-projects/${projectId}/story-plans`, { ...tableReadRequest(sourceId), creativeBrief: 'Slow.' });
    expect(created.body.plan).toMatchObject({
      projectId, status: 'PENDING', plan: null, creativeBrief: 'Slow.', autoApprove: false, target: TARGET, nextPollAfterMs: 3000,
      quote: {
        currency: 'studio_credits', total: 10,
        lineItems: [
          { kind: 'planning', credits: 0 }, { kind: 'source_digest', credits: 0 },
          { kind: 'artifact', label: 'Table read, drama, about 2 pages', credits: 10, priceKey: 'TABLE_READ_SHORT', artifactIndex: 0 },
        ],
      },
    });
    const { plan } = await client.poll(`/story-plans/${created.body.plan.id}`, settled);
    expect(plan).toMatchObject({ status: 'REQUIRES_APPROVAL', title: 'Draft of to move', version: 1, quote: created.body.plan.quote });
    expect(Object.keys(plan.plan).sort()).toEqual([
      'artifacts', 'audioSystem', 'journey', 'projectId', 'scriptBlueprint', 'sourceDigest', 'target', 'thesis', 'title', 'version', 'visualSystem',
    ]);
    expect(plan.plan).toMatchObject({
      version: 1, projectId, target: TARGET,
      artifacts: [{ type: 'table_read', mode: 'drama', renderPlan: { narrationPolicy: 'include', durationSeconds: 120, pageTarget: 2 } }],
      journey: { beats: [{ id: 'b1', role: 'hook', spans: [{ sourceId, start: 0, end: 60 }] }] },
    });
    expect(stand.writer.briefs[0]).toMatchObject({
      creativeBrief: 'Slow.', canon: null, tableRead: { mode: 'drama', narrationPolicy: 'include', durationSeconds: 120 },
      sources: [{ sourceId, label: 'Story', text: LIGHTHOUSE }],
    });
  });

  it('suggests a distinct voice per role, and a narrator for a narrated read', async () => {
    const { plan } = await draftedPlan();
    const { cast, voiceMap } = plan.plan.scriptBlueprint;
    expect(cast.map((role: any) => [role.character, role.suggestedVoice.voiceId])).toEqual([['ADA', 'woman'], ['OLD TOM', 'old-man'], ['NARRATOR', 'narrator']]);
    expect(voiceMap['OLD TOM']).toEqual({ voiceId: 'old-man', voiceName: 'Otto', provider: 'scripted' });
  });

  it('keeps the voices that the caller chose, then those of the cast canon', async () => {
    const ids = await stand.newProject(client);
    await client.patch(`/story-projects/${ids.projectId}/cast-canon`, {
      narrator: { voiceId: 'man' }, characters: [{ name: 'Thomas', aliases: ['Old Tom'], voice: { voiceId: 'narrator' } }],
    });
    const planId = await createPlan(ids.projectId, tableReadRequest(ids.sourceId, { voiceMap: { ada: { voiceId: 'old-man' } } }));
    const { plan } = await client.poll(`/story-plans/${planId}`, settled);
    const voices = Object.entries(plan.plan.scriptBlueprint.voiceMap).map(([character, voice]: any) => [character, voice.voiceId]);
    expect(voices).toEqual([['ADA', 'old-man'], ['OLD TOM', 'narrator'], ['NARRATOR', 'man']]);
  });

  it('keeps the voice that a character had in an earlier plan of the project', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const first = await createPlan(projectId, tableReadRequest(sourceId, { voiceMap: { 'OLD TOM': { voiceId: 'man' } } }));
    await client.poll(`/story-plans/${first}`, settled);
    const second = await createPlan(projectId, tableReadRequest(sourceId));
    const { plan } = await client.poll(`/story-plans/${second}`, settled);
    expect(plan.plan.scriptBlueprint.voiceMap['OLD TOM'].voiceId).toBe('man');
  });

  it('gives the writer the saved Series Bible as canon', async () => {
    const ids = await stand.newProject(client);
    await client.patch(`/story-projects/${ids.projectId}/series-bible`, { content: { worldRules: 'The lamp never lies.' } });
    const planId = await createPlan(ids.projectId, tableReadRequest(ids.sourceId));
    await client.poll(`/story-plans/${planId}`, settled);
    expect(stand.writer.briefs[0]!.canon).toEqual({ title: 'Lighthouse', content: { worldRules: 'The lamp never lies.' } });
  });

  it('asks the writer once for equal inputs', async () => {
    const ids = await stand.newProject(client);
    const answers: any[] = [];
    for (let round = 0; round < 2; round++) {
      answers.push((await client.poll(`/story-plans/${await createPlan(ids.projectId, tableReadRequest(ids.sourceId))}`, settled)).plan.plan);
    }
    expect(stand.writer.briefs).toHaveLength(1);
    expect(answers[1]).toEqual(answers[0]);
  });

  const refusals: [string, (sourceId: string) => object, string][] = [
    ['no target', (sourceId) => ({ ...tableReadRequest(sourceId), target: undefined }), 'target'],
    ['an incomplete target', (sourceId) => ({ ...tableReadRequest(sourceId), target: { audience: 'a', objective: 'b' } }), 'target.outcome'],
    ['no sources', (sourceId) => ({ ...tableReadRequest(sourceId), sourceIds: [] }), 'sourceIds'],
    ['a source twice', (sourceId) => ({ ...tableReadRequest(sourceId), sourceIds: [sourceId, sourceId] }), 'sourceIds'],
    ['no artifacts', (sourceId) => ({ ...tableReadRequest(sourceId), artifactRequests: [] }), 'artifactRequests'],
    ['an unknown type', (sourceId) => ({ ...tableReadRequest(sourceId), artifactRequests: [{ type: 'opera' }] }), 'artifactRequests.0.type'],
    ['an unknown mode', (sourceId) => tableReadRequest(sourceId, { mode: 'opera' }), 'artifactRequests.0.mode'],
    ['too short a read', (sourceId) => tableReadRequest(sourceId, { durationSeconds: 29 }), 'artifactRequests.0.durationSeconds'],
    ['too long a read', (sourceId) => tableReadRequest(sourceId, { durationSeconds: 3601 }), 'artifactRequests.0.durationSeconds'],
    ['a field of another type', (sourceId) => tableReadRequest(sourceId, { includePdf: true }), 'artifactRequests.0.includePdf'],
    ['an unknown voice', (sourceId) => tableReadRequest(sourceId, { voiceMap: { ADA: { voiceId: 'x' } } }), 'artifactRequests.0.voiceMap.ADA.voiceId'],
    ['two voices for one role', (sourceId) => tableReadRequest(sourceId, { voiceMap: { ada: { voiceId: 'man' }, ADA: { voiceId: 'woman' } } }),
      'artifactRequests.0.voiceMap.ADA'],
    ['autoApprove of a table read', (sourceId) => ({ ...tableReadRequest(sourceId), autoApprove: true }), 'autoApprove'],
    ['two table reads', (sourceId) => ({ ...tableReadRequest(sourceId), artifactRequests: [{ type: 'table_read' }, { type: 'table_read' }] }), 'artifactRequests'],
    ['an unknown field', (sourceId) => ({ ...tableReadRequest(sourceId), title: 'mine' }), 'title'],
  ];
  it.each(refusals)('refuses %s and names the field', async (_name, body, field) => {
    const { projectId, sourceId } = await stand.newProject(client);
    const answer = await client.post(`/story-projects/${projectId}/story-plans`, body(sourceId));
    expect([answer.status, answer.body.error.code, answer.body.error.details.field]).toEqual([400, 'validation_failed', field]);
    expect((await client.get(`/story-projects/${projectId}/story-plans`)).body.plans).toEqual([]);
  });

  it('refuses a retired voice', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const answer = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId, { voiceMap: { ADA: { voiceId: 'gone' } } }));
    expect([answer.status, answer.body.error.code]).toEqual([409, 'voice_retired']);
  });

  it('refuses sources of other projects and those that are not READY', async () => {
    const [mine, other] = [await stand.newProject(client), await stand.newProject(client)];
    const foreign = await client.post(`/story-projects/${mine.projectId}/story-plans`, tableReadRequest(other.sourceId));
    expect([foreign.status, foreign.body.error.code, foreign.body.error.details.sourceIds]).toEqual([404, 'source_not_found', [other.sourceId]]);
    await stand.api.services.db.query(
      `INSERT INTO sources (id, account_id, project_id, type, status, retention_policy, metadata, digest_status)
       VALUES ('src_waiting', $1, $2, 'URL', 'PENDING', 'EXTRACTED_ONLY', '{}', 'NOT_STARTED')`, [client.accountId, mine.projectId]);
    const waiting = await client.post(`/story-projects/${mine.projectId}/story-plans`, { ...tableReadRequest(mine.sourceId), sourceIds: [mine.sourceId, 'src_waiting'] });
    expect([waiting.status, waiting.body.error.code]).toEqual([400, 'validation_failed']);
    expect(waiting.body.error.details).toMatchObject({
      field: 'sourceIds', notReady: [{ sourceId: 'src_waiting', status: 'PENDING' }],
      next: { method: 'GET', path: `/story-projects/${mine.projectId}/sources/src_waiting` },
    });
  });

  it.each(['storyboard', 'trailer', 'production_video'])('refuses %s, which is planned, before anything is made', async (type) => {
    const { projectId, sourceId } = await stand.newProject(client);
    const { status, body } = await client.post(`/story-projects/${projectId}/story-plans`, {
      ...tableReadRequest(sourceId), artifactRequests: [{ type: 'table_read' }, { type }],
    });
    expect([status, body.error.code, body.error.details]).toEqual([400, 'validation_failed', { field: 'artifactRequests.1.type', reason: 'planned' }]);
    expect(body.error.message).toContain(`${type} is planned`);
    expect((await client.get(`/story-projects/${projectId}/story-plans`)).body.plans).toEqual([]);
  });

  it('is drafted with a warning when nothing is kept of one source, and refused when nothing is kept of any', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const path = `/story-projects/${projectId}/sources`;
    const { source } = (await client.post(path, { type: 'text', content: 'A short note.', retentionPolicy: 'METADATA_ONLY' })).body;
    await client.poll(`${path}/${source.id}`, ({ source: now }) => now.digestStatus === 'SKIPPED');
    const alone = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(source.id));
    expect([alone.status, alone.body.error.code, alone.body.error.details]).toEqual(
      [400, 'validation_failed', { field: 'sourceIds', reason: 'nothing_kept', sourceIds: [source.id] }]);
    const planId = await createPlan(projectId, { ...tableReadRequest(sourceId), sourceIds: [sourceId, source.id] });
    const { plan } = await client.poll(`/story-plans/${planId}`, settled);
    expect(plan).toMatchObject({ status: 'REQUIRES_APPROVAL', failureCode: null });
    expect(plan.warnings).toContainEqual({ field: 'sourceIds.1', message: expect.stringContaining('neither text nor digest') });
  });

  it('fails with source_incomplete when the stored text of a complete source was changed', async () => {
    const { projectId } = await stand.newProject(client);
    const { body } = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', content: LIGHTHOUSE + projectId, metadata: { sourceContextMode: 'full' } });
    const { db, store } = stand.api.services;
    const [{ text_key: key, content_hash: hash }] = await db.query('SELECT text_key, content_hash FROM sources WHERE id = $1', [body.source.id]) as [any];
    expect(hash).toBe(createHash('sha256').update(LIGHTHOUSE + projectId).digest('hex'));
    await store.put(key, 'somebody changed this');
    const { plan } = await client.poll(`/story-plans/${await createPlan(projectId, tableReadRequest(body.source.id))}`, settled);
    expect(plan).toMatchObject({ status: 'FAILED', failureCode: 'source_incomplete' });
  });

  it('is stored while the engine does not answer, and drafted when the call is repeated or the checker runs', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const { engine } = stand.api.services;
    const start = engine.start.bind(engine);
    const attempted: string[] = [];
    engine.start = async ({ workflowId }) => {
      attempted.push(workflowId);
      throw new EngineUnavailable('away');
    };
    const call = () => client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId), { key: `away-${projectId}` });
    try {
      const made = await call();
      expect([made.status, made.body.plan.status]).toEqual([201, 'PENDING']);
      expect(attempted).toEqual([`plan:${made.body.plan.id}`]);
      expect((await call()).body).toEqual(made.body);
    } finally {
      engine.start = start;
    }
    const planId = attempted[0]!.replace('plan:', '');
    expect((await client.post(`/story-plans/${planId}/resume`)).status).toBe(202);
    expect((await client.poll(`/story-plans/${planId}`, settled)).plan.status).toBe('REQUIRES_APPROVAL');
  });

  it('lists the plans that it superseded, also when the call is repeated', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const path = `/story-projects/${projectId}/story-plans`;
    const first = (await client.post(path, tableReadRequest(sourceId))).body;
    expect(first.supersedes).toEqual([]);
    const second = (await client.post(path, tableReadRequest(sourceId, { mode: 'podcast' }), { key: `second-${projectId}` })).body;
    expect(second.supersedes).toEqual([first.plan.id]);
    const third = (await client.post(path, tableReadRequest(sourceId, { mode: 'documentary' }))).body;
    expect(third.supersedes).toEqual([second.plan.id]);
    const older = (await client.get(`/story-plans/${first.plan.id}`)).body.plan;
    expect([older.status, older.supersededBy]).toEqual(['SUPERSEDED', second.plan.id]);
    const newer = { supersededBy: third.plan.id, next: { method: 'GET', path: `/story-plans/${third.plan.id}` } };
    for (const refused of [
      await client.post(`/story-plans/${second.plan.id}/approve`, { userConfirmed: true }), await client.post(`/story-plans/${second.plan.id}/resume`),
      await client.post('/story-jobs', { storyPlanId: second.plan.id, acceptSuggestedVoices: true }),
    ]) expect([refused.status, refused.body.error.details]).toEqual([409, expect.objectContaining({ status: 'SUPERSEDED', ...newer, next: expect.objectContaining(newer.next) })]);
    expect((await client.post(path, tableReadRequest(sourceId, { mode: 'podcast' }), { key: `second-${projectId}` })).body).toEqual(second);
  });

  it('warns about voices chosen for names that the drafted cast does not have', async () => {
    const { plan } = await draftedPlan({ voiceMap: { ada: { voiceId: 'woman' }, 'CAPTAIN AHAB': { voiceId: 'man' } }, durationSeconds: 64 });
    expect(plan.warnings).toContainEqual({
      field: 'artifactRequests.0.voiceMap.CAPTAIN AHAB', message: expect.stringContaining('No role of the drafted cast is called CAPTAIN AHAB: ADA'),
    });
  });

  it('turns many concurrent equal requests into one plan with one run', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const answers = await Promise.all(Array.from({ length: 12 }, () =>
      client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId), { key: `storm-${projectId}` })));
    const made = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.plan.id));
    expect(made.size).toBe(1);
    expect((await client.get(`/story-projects/${projectId}/story-plans`)).body.plans).toHaveLength(1);
  });
});

describe('reading and renaming', () => {
  it('lists plans without their envelopes and supersedes the older one', async () => {
    const { projectId, sourceId, planId } = await draftedPlan();
    const newer = await createPlan(projectId, tableReadRequest(sourceId, { mode: 'podcast' }));
    const { body } = await client.get(`/story-projects/${projectId}/story-plans`);
    expect(body.plans.map((plan: any) => plan.id)).toEqual([newer, planId]);
    expect(body.plans[0]).not.toHaveProperty('plan');
    const older = (await client.get(`/story-plans/${planId}`)).body.plan;
    expect([older.status, older.plan]).toEqual(['SUPERSEDED', null]);
    const late = await approve(planId);
    expect(late.status).toBe(409);
    expect(late.body.error).toMatchObject({
      code: 'story_plan_state_invalid', details: { status: 'SUPERSEDED', allowed: ['REQUIRES_APPROVAL', 'APPROVED'] },
    });
  });

  it('renames, also before the draft is there', async () => {
    const { projectId, sourceId, planId } = await draftedPlan();
    const renamed = (await client.patch(`/story-plans/${planId}`, { title: ' The Lamp ' })).body.plan;
    expect([renamed.title, renamed.plan.title]).toEqual(['The Lamp', 'The Lamp']);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    stand.writer.answer = async (brief) => { await held; return draftFor(brief); };
    const early = await createPlan(projectId, tableReadRequest(sourceId, { mode: 'podcast' }));
    await client.patch(`/story-plans/${early}`, { title: 'Named first' });
    release();
    const { plan } = await client.poll(`/story-plans/${early}`, settled);
    expect([plan.title, plan.plan.title]).toEqual(['Named first', 'Named first']);
  });

  it('does not show another account\'s plan', async () => {
    const { projectId, planId } = await draftedPlan();
    const other = await stand.newAccount();
    for (const answer of [
      await other.get(`/story-plans/${planId}`), await other.patch(`/story-plans/${planId}`, { title: 'x' }),
      await other.post(`/story-plans/${planId}/approve`, { userConfirmed: true }), await other.post(`/story-plans/${planId}/reject`),
      await other.post(`/story-plans/${planId}/resume`),
    ]) expect([answer.status, answer.body.error.code]).toEqual([404, 'story_plan_not_found']);
    expect((await other.get(`/story-projects/${projectId}/story-plans`)).status).toBe(404);
  });
});

describe('deciding', () => {
  it('approves after confirmation, once, and keeps who and when', async () => {
    const { planId } = await draftedPlan();
    for (const body of [{}, { userConfirmed: false }, { userConfirmed: 'true' }]) {
      const refused = await client.post(`/story-plans/${planId}/approve`, body);
      expect([refused.status, refused.body.error.details.field]).toEqual([400, 'userConfirmed']);
    }
    const approved = await approve(planId);
    expect([approved.status, approved.body.plan.status]).toEqual([200, 'APPROVED']);
    expect(approved.body.plan.plan).not.toBeNull();
    expect(approved.body.plan.decidedBy).toMatch(/^key_/);
    const again = (await approve(planId)).body.plan;
    expect(again.decidedAt).toBe(approved.body.plan.decidedAt);
    const late = await client.post(`/story-plans/${planId}/reject`);
    expect([late.status, late.body.error.details.status]).toEqual([409, 'APPROVED']);
  });

  it('rejects for good', async () => {
    const { planId } = await draftedPlan();
    expect((await client.post(`/story-plans/${planId}/reject`)).body.plan).toMatchObject({ status: 'REJECTED', plan: null });
    for (const answer of [await approve(planId), await client.post(`/story-plans/${planId}/reject`), await client.post(`/story-plans/${planId}/resume`)]) {
      expect([answer.status, answer.body.error.code, answer.body.error.details.status]).toEqual([409, 'story_plan_state_invalid', 'REJECTED']);
    }
  });

  it('repeats a lost answer to a rejection, for the same key only', async () => {
    const { planId } = await draftedPlan();
    const path = `/story-plans/${planId}/reject`;
    const first = await client.post(path, undefined, { key: `lost-${planId}` });
    await loseAnswer(`lost-${planId}`);
    const again = await client.post(path, undefined, { key: `lost-${planId}` });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await client.post(path)).status).toBe(409);
  });

  it('repeats a lost answer to a resume, however far the plan has come', async () => {
    stand.writer.answer = async () => { throw new ProviderFailure('scripted', 'no', false); };
    const ids = await stand.newProject(client);
    const planId = await createPlan(ids.projectId, tableReadRequest(ids.sourceId, { durationSeconds: 62 }));
    expect((await client.poll(`/story-plans/${planId}`, settled)).plan.status).toBe('FAILED');
    stand.writer.answer = draftFor;
    const path = `/story-plans/${planId}/resume`;
    expect((await client.post(path, undefined, { key: `lost-${planId}` })).status).toBe(202);
    await client.poll(`/story-plans/${planId}`, ({ plan }) => plan.status === 'REQUIRES_APPROVAL');
    await loseAnswer(`lost-${planId}`);
    const again = await client.post(path, undefined, { key: `lost-${planId}` });
    expect([again.status, again.body.plan?.status]).toEqual([202, 'REQUIRES_APPROVAL']);
    expect((await client.post(path)).status).toBe(409);
  });

  it('accepts only one of a concurrent approval and rejection', async () => {
    const { planId } = await draftedPlan();
    const answers = await Promise.all([approve(planId), client.post(`/story-plans/${planId}/reject`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200)!.body.plan.status as string;
    expect((await client.get(`/story-plans/${planId}`)).body.plan.status).toBe(winner);
  });

  it('refuses an approval before the draft is there', async () => {
    const ids = await stand.newProject(client);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    stand.writer.answer = async (brief) => { await held; return draftFor(brief); };
    const planId = await createPlan(ids.projectId, tableReadRequest(ids.sourceId, { durationSeconds: 61 }));
    const early = await approve(planId);
    expect([early.status, early.body.error.code]).toEqual([409, 'story_plan_state_invalid']);
    release();
    await client.poll(`/story-plans/${planId}`, settled);
  });
});
