import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ArtifactRevision } from '../../../entities/artifact-revision.js';
import { ProviderFailure } from '../../../src/craft/failures.js';
import { checkLedger } from '../../../src/kernel/credits/check.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { beep } from '../../support/scripted-speech.js';
import { gate, insertPlanRow, jobAt, openJobStand, tableRead, VOICES, type JobStand } from '../../support/stands/job-stand.js';
import { LAMP, parsed, uploaded } from '../../support/stands/script-stand.js';

let stand: JobStand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openJobStand();
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());
afterEach(() => { stand.faults.reach = async () => {}; });

const CANON = { narrator: 'nell', characters: { Ada: 'ada', Tom: 'ben' } };
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code, body.error?.details];
const remove = (id: string, character: string): Promise<Answer> =>
  client.post(`/scripts/${id}/table-read/characters/remove`, { character }, { key: null });

/** The spoken text of each heading of a read; null for a heading that is printed only. */
const headingsOf = async (artifactId: string): Promise<unknown[]> =>
  (await client.get(`/artifacts/${artifactId}/script`)).body.script.entries
    .filter(({ kind }: any) => kind === 'scene_heading').map(({ ttsText }: any) => ttsText);

/** A script and an approved plan in one project, with a complete cast. */
async function stage(content = LAMP): Promise<{ script: any; planId: string; projectId: string }> {
  const script = await uploaded(client, content);
  const { planId, projectId } = await insertPlanRow(stand, client, { projectId: script.projectId, canon: CANON });
  return { script, planId, projectId };
}

describe('POST /story-jobs with a screenplay', () => {
  it('performs the screenplay and asks no writer', async () => {
    const { script, planId } = await stage();
    const calls = stand.writer.calls;
    const { status, body } = await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.id });
    expect([status, body.job.scriptUploadId, body.job.storyPlanId]).toEqual([201, script.scriptUploadId, planId]);
    const job = await jobAt(client, body.job.id);
    expect(job).toMatchObject({ status: 'READY', credits: { settled: 10 } });
    const { entries } = (await client.get(`/artifacts/${job.artifacts[0].id}/script`)).body.script;
    expect(entries.filter(({ kind }: any) => kind === 'dialogue').map(({ character, text }: any) => `${character}: ${text}`)).toEqual([
      'ADA: Who is there?', 'TOM: Only the wind.', 'ADA: Only the wind?', 'TOM: And the sea, which has nothing to say to us.',
    ]);
    expect(stand.writer.calls).toBe(calls);
  });

  it('performs the words as they were when the job was made', async () => {
    const { script, planId } = await stage();
    const closed = gate();
    stand.faults.reach = async (point) => { if (point === 'writing.written') await closed.write({} as never); };
    const { body } = await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.scriptUploadId });
    await closed.reached;
    await client.patch(`/scripts/${script.id}/content`, { content: LAMP.replace('Only the wind.', 'Nobody at all.') });
    await parsed(client, script.id);
    closed.open();
    const job = await jobAt(client, body.job.id);
    expect((await client.get(`/artifacts/${job.artifacts[0].id}/script`)).text).toContain('Only the wind.');
  });

  it('refuses a script of another project, of another account, and a plan without a read', async () => {
    const { planId } = await stage();
    const other = await uploaded(client);
    expect(refusal(await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: other.id })))
      .toEqual([400, 'validation_failed', { field: 'scriptUploadId', reason: 'other_project' }]);
    const stranger = await stand.newAccount();
    const theirs = await uploaded(stranger);
    expect((await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: theirs.id })).body.error.code).toBe('script_not_found');
    const deck = await insertPlanRow(stand, client, { projectId: other.projectId, canon: CANON, artifactRequests: [{ type: 'pitch_deck', includePdf: false }] });
    expect(refusal(await client.post('/story-jobs', { storyPlanId: deck.planId, scriptUploadId: other.id }))).toEqual([400, 'validation_failed', { field: 'scriptUploadId' }]);
  });

  it('refuses a cast with gaps before anything is reserved, and takes the voices of the request', async () => {
    const { script, planId, projectId } = await stage();
    await insertPlanRow(stand, client, { projectId, canon: { narrator: 'nell', characters: { Ada: 'ada' } } });
    const [status, code, details] = refusal(await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.id })) as any[];
    expect([status, code, details.reason, details.missing.map(({ character }: any) => character)])
      .toEqual([409, 'cast_precondition_failed', 'script_not_cast_ready', ['TOM']]);
    const { body } = await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.id, voiceMap: { Tom: { voiceId: 'ben' } } });
    expect((await jobAt(client, body.job.id)).status).toBe('READY');
  });

  it('refuses a voice for a name that neither screenplay nor cast has', async () => {
    const { script, planId } = await stage();
    const asked = { storyPlanId: planId, scriptUploadId: script.id, voiceMap: { Ghost: { voiceId: 'ben' } } };
    expect(refusal(await client.post('/story-jobs', asked))).toEqual([400, 'validation_failed', { field: 'voiceMap.Ghost' }]);
  });

  it('suppressed narration needs no narrator, unless the headings are announced', async () => {
    const { script, projectId } = await stage();
    const { planId } = await insertPlanRow(stand, client, {
      projectId, canon: { characters: CANON.characters }, artifactRequests: [tableRead('suppress')],
    });
    const asked = { storyPlanId: planId, scriptUploadId: script.id };
    const { body } = await client.post('/story-jobs', asked);
    expect((await jobAt(client, body.job.id)).status).toBe('READY');
    const [status, code, details] = refusal(await client.post('/story-jobs', { ...asked, announceScenes: true })) as any[];
    expect([status, code, details.missing]).toEqual([409, 'cast_precondition_failed', [{
      character: 'NARRATOR', item: 'voice', nextCall: expect.objectContaining({ body: { narrator: { voiceId: expect.any(String) } } }),
    }]]);
    const made = await client.post('/story-jobs', { ...asked, announceScenes: true, voiceMap: { NARRATOR: { voiceId: 'nell' } } });
    const { artifacts: [{ id }] } = await jobAt(client, made.body.job.id);
    expect(await headingsOf(id)).toEqual(['Lamp room, night.', 'Quay, dawn.']);
    expect((await client.get(`/artifacts/${id}/cast`)).body.cast.map(({ character, voiceId, lineCount }: any) => [character, voiceId, lineCount]))
      .toEqual([['NARRATOR', 'nell', 2], ['ADA', 'ada', 2], ['TOM', 'ben', 2]]);
  });

  it('has its headings announced, unless plan or request say otherwise; the request wins', async () => {
    const { script, projectId } = await stage();
    const planned = async (announces?: boolean): Promise<string> => (await insertPlanRow(stand, client, {
      projectId, canon: CANON, artifactRequests: [{ ...tableRead(), ...(announces === undefined ? {} : { announceScenes: announces }) } as never],
    })).planId;
    const headings = async (storyPlanId: string, more: object): Promise<unknown[]> => {
      const { body } = await client.post('/story-jobs', { storyPlanId, scriptUploadId: script.id, ...more });
      return headingsOf((await jobAt(client, body.job.id)).artifacts[0].id);
    };
    const both = ['Lamp room, night.', 'Quay, dawn.'];
    const [open, silent] = [await planned(), await planned(false)];
    expect(await headings(open, {})).toEqual(both);
    expect(await headings(open, { announceScenes: false })).toEqual([null, null]);
    expect(await headings(silent, {})).toEqual([null, null]);
    expect(await headings(silent, { announceScenes: true })).toEqual(both);
  });

  it('announces headings only on request when the plan writes its screenplay', async () => {
    const { planId } = await insertPlanRow(stand, client, { canon: { ...CANON, characters: { Ada: 'ada', Ben: 'ben' } } });
    const made = async (more: object): Promise<unknown[]> => {
      const { body } = await client.post('/story-jobs', { storyPlanId: planId, ...more });
      return headingsOf((await jobAt(client, body.job.id)).artifacts[0].id);
    };
    expect(await made({})).toEqual([null, null]);
    expect(await made({ announceScenes: true })).toEqual(['Room 1, day.', 'Room 2, day.']);
  });
});

describe('a script that is needed', () => {
  it('cannot be deleted while a job reads it; later it is deleted with its table reads', async () => {
    const { script, planId } = await stage(LAMP.replace('A boat comes in.', 'No boat comes in.'));
    const closed = gate();
    stand.faults.reach = async (point) => { if (point === 'writing.written') await closed.write({} as never); };
    const { body } = await client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.id });
    await closed.reached;
    const refused = await client.delete(`/scripts/${script.id}?confirmed=true`);
    expect([refused.status, refused.body.error.code, refused.body.error.details.uses]).toEqual([409, 'script_in_use',
      [expect.objectContaining({ kind: 'job', id: body.job.id, scriptUploadId: script.scriptUploadId })]]);
    closed.open();
    const { artifacts: [{ id }] } = await jobAt(client, body.job.id);
    const { content } = await stand.services.db.repository(ArtifactRevision).findOneByOrFail({ artifactId: id });
    const { scriptKey: key } = content as { scriptKey: string };
    expect((await client.delete(`/scripts/${script.id}?confirmed=true`)).body).toEqual({ deleted: true, scriptId: script.id, versions: 1 });
    expect((await client.get(`/artifacts/${id}`)).body.error.code).toBe('artifact_not_found');
    expect((await client.get(`/story-jobs/${body.job.id}`)).body.job).toMatchObject({ status: 'READY', artifacts: [], credits: { settled: 10 } });
    expect(await stand.services.store.stat(key)).toBeNull();
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });

  it('that is deleted while a job is being made never breaks an accepted job', async () => {
    const rounds = await Promise.all(Array.from({ length: 6 }, () => stage()));
    await Promise.all(rounds.map(async ({ script, planId }, round) => {
      const [made, gone] = await Promise.all([
        client.post('/story-jobs', { storyPlanId: planId, scriptUploadId: script.id }),
        new Promise((resolve) => setTimeout(resolve, round * 25)).then(() => client.delete(`/scripts/${script.id}?confirmed=true`)),
      ]);
      // Whichever call comes first wins. The script of an accepted job that still runs is never deleted.
      if (made.status === 201) expect([200, 409]).toContain(gone.status);
      else expect([made.status, made.body.error.code, gone.status]).toEqual([404, 'script_not_found', 200]);
      if (made.status === 201) expect((await jobAt(client, made.body.job.id)).status).toBe('READY');
    }));
    expect(await checkLedger(stand.services.db)).toEqual([]);
  });
});

describe('table-read/retry-analysis and characters/remove', () => {
  it('a read whose cast lost a voice meanwhile fails, gives its credits back, and runs again with the new voice', async () => {
    const { script } = await stage();
    stand.faults.reach = async (point) => { if (point === 'writing.written') await remove(script.id, 'tom'); };
    const { body: { jobId } } = await client.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true });
    const failed = await jobAt(client, jobId);
    expect(failed).toMatchObject({ status: 'FAILED', failureCode: 'cast_precondition_failed', credits: { reserved: 10, released: 10, settled: 0 } });
    stand.faults.reach = async () => {};
    await client.patch(`/story-projects/${script.projectId}/cast-canon`, { characters: [{ name: 'Tom', voice: { voiceId: 'ada' } }] });
    const retry = await client.post(`/scripts/${script.scriptUploadId}/table-read/retry-analysis`, undefined, { key: null });
    expect([retry.status, retry.body]).toEqual([202, { status: 'queued', scriptUploadId: script.scriptUploadId, jobId, next: expect.objectContaining({ path: `/story-jobs/${jobId}` }) }]);
    expect(await jobAt(client, jobId)).toMatchObject({ status: 'READY', credits: { reserved: 20, released: 10, settled: 10 } });
    const again = await client.post(`/scripts/${script.id}/table-read/retry-analysis`, {}, { key: null });
    expect(refusal(again)).toEqual([409, 'table_read_not_failed', { status: 'READY', jobId, allowed: ['FAILED'] }]);
  });

  it('a read that its voices cannot say is not charged and names the line; it runs again once they can', async () => {
    const own = await stand.newAccount({ credits: 10 });
    const script = await uploaded(own, LAMP.replaceAll(/(?=wind|there|sea|boat)/g, 'mute '));
    await insertPlanRow(stand, own, { projectId: script.projectId, canon: CANON });
    const speak = jest.spyOn(VOICES, 'speak').mockImplementation(async (request) => {
      if (request.text.includes('mute')) throw new ProviderFailure('scripted', 'no voice says that', false);
      return beep(request);
    });
    try {
      const { body: { jobId } } = await own.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true });
      const failed = await jobAt(own, jobId);
      expect(failed).toMatchObject({
        status: 'FAILED', failureCode: 'artifact_generation_failed', credits: { reserved: 10, released: 10, settled: 0 },
        failureMessage: 'scripted: the voice of ADA cannot say line 2: no voice says that',
      });
      expect((await own.get('/credits')).body.credits.balance).toBe(10);
      expect((await own.post(`/scripts/${script.id}/table-read/prepare`, {})).body).toMatchObject({ status: 'quoted', credits: 10, sufficient: true });
      speak.mockImplementation(beep);
      const answers = await Promise.all(Array.from({ length: 3 }, () => own.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true })));
      // One of the calls sets the credits aside, and the others say that they did not.
      expect(answers.map(({ status, body: { credits } }) => [status, credits]).sort()).toEqual([[200, 0], [200, 0], [202, 10]]);
      expect(new Set(answers.map(({ body }) => body.jobId))).toEqual(new Set([jobId]));
      expect(await jobAt(own, jobId)).toMatchObject({ status: 'READY', credits: { reserved: 20, released: 10, settled: 10 } });
      expect(await checkLedger(stand.services.db)).toEqual([]);
    } finally {
      speak.mockRestore();
    }
  });

  it('a line that no voice can say is left silent, one that its voice cannot say is said by another, and both are named', async () => {
    const script = await uploaded(client, LAMP.replace('Only the wind?', 'Only a mute gale?').replace('Who is there?', 'Who is THERE?').replace('sea', 'bay'));
    await insertPlanRow(stand, client, { projectId: script.projectId, canon: CANON });
    const spoken: string[] = [];
    const speak = jest.spyOn(VOICES, 'speak').mockImplementation(async (request) => {
      spoken.push(`${request.voiceId}: ${request.text}`);
      if (/mute|THERE/.test(request.text) || (request.voiceId === 'ben' && request.text.includes('bay'))) {
        throw new ProviderFailure('scripted', 'no voice says that', false);
      }
      return beep(request);
    });
    try {
      const { body: { jobId } } = await client.post(`/scripts/${script.id}/table-read/prepare`, { confirmed: true });
      const { status, artifacts: [{ id }] } = await jobAt(client, jobId);
      expect(status).toBe('READY');
      const { artifact } = await client.poll(`/artifacts/${id}`, ({ artifact: { manifest } }) => manifest.warnings.length === 3);
      const message = 'no voice says that';
      expect(artifact.manifest.warnings).toEqual([
        { entryIndex: 2, character: 'ADA', remedy: 'respelled', voiceId: 'ada', message },
        { entryIndex: 6, character: 'ADA', remedy: 'silent', voiceId: null, message },
        { entryIndex: 7, character: 'TOM', remedy: 'other_voice', voiceId: 'ada', message },
      ]);
      expect(spoken.filter((line) => line.endsWith('mute gale?'))).toHaveLength(3);
    } finally {
      speak.mockRestore();
    }
  });

  it('says that there is no read', async () => {
    const script = await uploaded(client);
    expect(refusal(await client.post(`/scripts/${script.id}/table-read/retry-analysis`, {}, { key: null })))
      .toEqual([409, 'table_read_not_failed', { status: null, jobId: null, allowed: ['FAILED'] }]);
  });

  it('removes voice, portrait and flag of a character by name or alias, and changes nothing for an unknown name', async () => {
    const { script, projectId } = await stage();
    await client.patch(`/story-projects/${projectId}/cast-canon`, {
      characters: [{ name: 'Ada', aliases: ['Ada King'], headshotUrl: 'https://example.org/a.png', bodyShotUrl: 'https://example.org/b.png', finalized: true }],
    });
    const next = expect.objectContaining({ path: `/scripts/${script.scriptUploadId}/table-read/prepare` });
    expect([(await remove(script.id, ' ada  king ')).body, (await remove(script.id, 'Nobody')).body])
      .toEqual([{ removed: true, character: 'ada  king', changed: true, next }, { removed: true, character: 'Nobody', changed: false, next }]);
    const { body: { next: quote } } = await remove(script.id, 'Nobody');
    expect((await client.post(quote.path, quote.body)).body).toMatchObject({ status: 'quoted' });
    const { characters } = (await client.get(`/story-projects/${projectId}/cast-canon`)).body.castCanon;
    expect(characters.find(({ name }: any) => name === 'Ada'))
      .toMatchObject({ voice: null, headshotUrl: null, finalized: false, bodyShotUrl: 'https://example.org/b.png' });
    expect(characters.map(({ name }: any) => name)).toEqual(['Ada', 'Tom']);
    for (const [bad, field] of [[{}, 'character'], [{ character: ' ' }, 'character'], [{ character: 3 }, 'character'], [{ character: 'Ada', x: 1 }, 'x']]) {
      const answer = await client.post(`/scripts/${script.id}/table-read/characters/remove`, bad, { key: null });
      expect([answer.status, answer.body.error.details.field]).toEqual([400, field]);
    }
  });
});
