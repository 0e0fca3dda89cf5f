import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProviderFailure } from '../../../src/craft/failures.js';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../../support/stands/plan-stand.js';

let stand: PlanStand;
let client: ApiClient;
let browser: FormBrowser;

beforeAll(async () => {
  stand = await openPlanStand();
  // Texts count as read once their digest has ended.
  stand.writer.digest = () => Promise.reject(new ProviderFailure('the test', 'has no digests', false));
  client = await stand.newAccount();
  browser = new FormBrowser(stand.api.url);
  await browser.signIn(client.apiKey!);
});
afterAll(() => stand.close());

const drafted = (planId: string): Promise<any> => client.poll(`/story-plans/${planId}`, ({ plan }) => plan.status === 'REQUIRES_APPROVAL');

/** A plan that waits for its approval, with other warnings and other fields of its envelope. */
async function planThatWaits(warnings: object[], envelope: object = {}): Promise<{ page: FetchedPage; projectId: string }> {
  const { projectId, sourceId } = await stand.newProject(client);
  const { plan } = (await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId))).body;
  await drafted(plan.id);
  await stand.api.services.db.query('UPDATE plans SET warnings = $2, envelope = envelope || $3::jsonb WHERE id = $1', [plan.id, JSON.stringify(warnings), JSON.stringify(envelope)]);
  return { page: await browser.open(workplacePaths.plan(plan.id)), projectId };
}

const IGNORED = 'The embedded writer ignores this part of the Series Bible. A configured model is given all of it.';
const OF_TARGET = { field: 'target', message: 'The embedded writer uses the tone and ignores audience, objective and outcome.' };

describe('the plan of a read in the workplace', () => {
  it('names the parts of the Series Bible that are ignored, in one line', async () => {
    const { page } = await planThatWaits([...['logline', 'premise', 'seasonArc'].map((key) => ({ field: `seriesBible.${key}`, message: IGNORED })), OF_TARGET]);
    expect(page.text).toContain('Series Bible, logline, premise, season arc: The embedded writer ignores these parts of the Series Bible.');
    expect(page.text.match(/The embedded writer ignores/g)).toHaveLength(1);
    expect(page.text).toContain(OF_TARGET.message);
  });

  it('does not warn of audience, objective and outcome that the page filled in itself', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const path = workplacePaths.production(projectId);
    const { path: planPath } = await browser.send(await browser.until(path, 'Draft a plan'), `${path}/plan`, { [`source-${sourceId}`]: 'true', mode: 'drama', minutes: '1' });
    const planId = planPath.split('/').at(-1)!;
    await drafted(planId);
    await stand.api.services.db.query('UPDATE plans SET warnings = $2 WHERE id = $1', [planId, JSON.stringify([OF_TARGET, { field: 'creativeBrief', message: 'Only for the music.' }])]);
    const { text } = await browser.open(planPath);
    expect([text.includes('ignores audience'), text.includes('Only for the music.')]).toEqual([false, true]);
  });

  it('says beside the approval that another part is left out, and where it is chosen', async () => {
    const part = (index: number) => ({ index, title: `Night ${index}`, opening: 'The lamp', people: ['ADA'], estimatedSeconds: 60, spans: [] });
    const { page, projectId } = await planThatWaits([], { parts: { index: 2, count: 2, items: [part(1), part(2)] } });
    const form = page.html.split('<form').find((each) => each.includes('/approve"'))!.split('</form>')[0]!;
    expect(form).toMatch(/This read is part 2 of 2; the other part is left out\.\s[^<]*<\/p><p class="acts-row"><a class="pill" href="[^"]+#plan">Plan another part<\/a>/);
    expect((await browser.until(workplacePaths.production(projectId), 'Plan another read')).html).toContain('<h2 id="plan">');
  });

  it('leads from a plan that was replaced to the newer one', async () => {
    const { projectId, sourceId } = await stand.newProject(client);
    const plan = async (): Promise<string> => {
      const { id } = (await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId))).body.plan;
      await drafted(id);
      return id;
    };
    const [first, second] = [await plan(), await plan()];
    expect((await browser.open(workplacePaths.plan(first))).html).toContain(`href="${workplacePaths.plan(second)}">See the newer plan</a>`);
    expect((await browser.open(workplacePaths.plan(second))).html).not.toContain('See the newer plan');
  });

  it('has no table of a cast when nobody speaks', async () => {
    const { page } = await planThatWaits([], { scriptBlueprint: null });
    expect([page.status, page.text.includes('Approve and make it'), page.html.includes('<h2>Cast</h2>'), page.text.includes('Correct the cast')]).toEqual([200, true, false, false]);
  });
});
