import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { withLostAnswer } from '../../families/lost-answer.js';
import { draftedPlan, finishedJob } from '../../support/main-job.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 200 });
});
afterAll(() => stand.close());

const castOf = ({ plan }: any): string[] => plan.scriptBlueprint.cast.map(({ character }: any) => character);
const edit = (planId: string, expectedVersion: number, edits: object[]) => client.post(`/story-plans/${planId}/cast/edits`, { expectedVersion, edits });
const planNow = async (planId: string) => (await client.get(`/story-plans/${planId}`)).body.plan;

/** A plan of the project's own story, which has a narrator, MARA and TOBIAS. */
async function drafted() {
  const { plan } = await draftedPlan(client);
  expect(castOf(plan).sort()).toEqual(['MARA', 'NARRATOR', 'TOBIAS']);
  return plan;
}

async function otherVoice(plan: any): Promise<{ voiceId: string; name: string }> {
  const { body: { voices } } = await client.get('/voices?limit=100&status=ready&gender=female');
  const used = Object.values(plan.plan.scriptBlueprint.voiceMap).map(({ voiceId }: any) => voiceId);
  return voices.find(({ voiceId }: any) => !used.includes(voiceId));
}

describe('POST /story-plans/{planId}/cast/edits', () => {
  it('renames, merges and casts again before anything is paid; the script of the job has these people and voices', async () => {
    const plan = await drafted();
    const voice = await otherVoice(plan);
    const { status, body } = await edit(plan.id, 1, [
      { op: 'rename', character: 'mara', name: 'Mara Voss' }, { op: 'voice', character: 'MARA VOSS', voiceId: voice.voiceId },
      { op: 'merge', characters: ['TOBIAS'], into: 'MARA VOSS' },
    ]);
    expect([status, body.plan.version, body.plan.plan.version, body.plan.status]).toEqual([200, 2, 2, 'REQUIRES_APPROVAL']);
    expect(castOf(body.plan).sort()).toEqual(['MARA VOSS', 'NARRATOR']);
    const lines = (of: any, cue: string): number => of.plan.scriptBlueprint.cast.find(({ character }: any) => character === cue).lineCount;
    expect(lines(body.plan, 'MARA VOSS')).toBe(lines(plan, 'MARA') + lines(plan, 'TOBIAS'));
    expect(body.plan.plan.scriptBlueprint.voiceMap['MARA VOSS']).toMatchObject({ voiceId: voice.voiceId, voiceName: voice.name });
    expect([body.plan.quote, body.plan.title]).toEqual([plan.quote, plan.title]);

    // The run waits with the version that it drafted, and accepts the decision about the edited one.
    expect((await client.post(`/story-plans/${plan.id}/approve`, { userConfirmed: true })).body.plan.status).toBe('APPROVED');
    const { body: { job } } = await client.post('/story-jobs', { storyPlanId: plan.id, acceptSuggestedVoices: true });
    const { artifacts: [{ id: artifactId }] } = await finishedJob(client, job.id);
    const { script } = (await client.get(`/artifacts/${artifactId}/script`)).body;
    const speakers = new Set(script.entries.filter(({ kind }: any) => kind === 'dialogue').map(({ character }: any) => character));
    expect([...speakers]).toEqual(['MARA VOSS']);
    const { cast } = (await client.get(`/artifacts/${artifactId}/cast`)).body;
    expect(JSON.stringify(cast)).toContain(voice.voiceId);
  });

  it('corrects a corrected cast again, and traces every name to the drafted person', async () => {
    const plan = await drafted();
    await edit(plan.id, 1, [{ op: 'rename', character: 'MARA', name: 'TOM' }]);
    const { body } = await edit(plan.id, 2, [{ op: 'rename', character: 'TOM', name: 'Ada' }, { op: 'rename', character: 'TOBIAS', name: 'Tom' }]);
    expect(body.plan.plan.scriptBlueprint.corrections).toEqual(expect.arrayContaining([
      { drafted: 'MARA', character: 'ADA' }, { drafted: 'TOBIAS', character: 'TOM' }, { drafted: 'NARRATOR', character: 'NARRATOR' },
    ]));
    expect(Object.keys(body.plan.plan.scriptBlueprint.voiceMap).sort()).toEqual(['ADA', 'NARRATOR', 'TOM']);
  });

  it.each([
    ['nobody of the cast', { op: 'rename', character: 'Nobody', name: 'X' }, 'edits.0.character'],
    ['a name that is taken', { op: 'rename', character: 'MARA', name: 'tobias' }, 'edits.0.name'],
    ['the narrator', { op: 'merge', characters: ['NARRATOR'], into: 'MARA' }, 'edits.0.characters'],
    ['a person with itself', { op: 'merge', characters: ['MARA'], into: 'MARA' }, 'edits.0.characters'],
    ['a voice that is not there', { op: 'voice', character: 'MARA', voiceId: 'nope' }, 'edits.0.voiceId'],
    ['a field of another edit', { op: 'rename', character: 'MARA', name: 'X', voiceId: 'y' }, 'edits.0.voiceId'],
  ])('refuses %s, names the field, and makes none of the edits', async (_what, wrong, field) => {
    const plan = await drafted();
    const { status, body } = await edit(plan.id, 1, [wrong, { op: 'rename', character: 'TOBIAS', name: 'Tom' }]);
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'validation_failed', field]);
    expect(await planNow(plan.id)).toEqual(plan);
  });

  it('refuses one of two edits of the same version as a conflict, and every edit of a decided plan', async () => {
    const plan = await drafted();
    const answers = await Promise.all(['Ada', 'Eve'].map((name) => edit(plan.id, 1, [{ op: 'rename', character: 'MARA', name }])));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)!;
    expect([lost.body.error.code, lost.body.error.details]).toEqual(['version_conflict', { expected: 1, actual: 2 }]);
    expect((await planNow(plan.id)).version).toBe(2);
    await client.post(`/story-plans/${plan.id}/reject`, {});
    const late = await edit(plan.id, 2, [{ op: 'rename', character: 'TOBIAS', name: 'Tom' }]);
    expect([late.status, late.body.error.code, late.body.error.details.allowed]).toEqual([409, 'story_plan_state_invalid', ['REQUIRES_APPROVAL']]);
  });

  it('is made once, however often the call is repeated with its key', async () => {
    const plan = await drafted();
    const body = { expectedVersion: 1, edits: [{ op: 'rename', character: 'MARA', name: 'Ada' }] };
    const path = `/story-plans/${plan.id}/cast/edits`;
    await withLostAnswer(stand, () => client.post(path, body, { key: 'ada' }));
    const again = await client.post(path, body, { key: 'ada' });
    expect([again.status, again.body.plan.version, castOf(again.body.plan).includes('ADA')]).toEqual([200, 2, true]);
  });

  it('is done on the page of the plan, without JavaScript', async () => {
    const plan = await drafted();
    const browser = new FormBrowser(stand.config.appUrl);
    await browser.signIn(client.apiKey!);
    const path = workplacePaths.plan(plan.id);
    const personOf = async (character: string, fields: Record<string, string>) => {
      const page = await browser.open(path);
      const [before, form] = page.html.split(`name="character" value="${character}"`);
      const own = `${before!.slice(before!.lastIndexOf('<form'))}name="character" value="${character}"${form!.split('</form>')[0]}</form>`;
      return browser.send({ ...page, html: own }, `${path}/person`, fields);
    };
    expect((await personOf('MARA', { name: 'Mára', into: '' })).text).toContain('The person is changed.');
    expect((await personOf('TOBIAS', { name: 'TOBIAS', into: 'MÁRA' })).text).toContain('The two are one person.');
    expect(castOf(await planNow(plan.id)).sort()).toEqual(['MÁRA', 'NARRATOR']);
    const page = await browser.open(path);
    expect(page.html).not.toContain('value="NARRATOR" required');
  });
});
