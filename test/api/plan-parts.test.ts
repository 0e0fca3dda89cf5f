import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import type { ApiClient } from '../support/api-client.js';
import { openPlanStand, tableReadRequest, type PlanStand } from '../support/stands/plan-stand.js';


/** Six scenes of about a minute each. */
const LONG_STORY = ['morning', 'afternoon', 'evening', 'night', 'morning', 'evening'].map((time, at) => [
  `The next ${time} I walked down to the harbour with my sister Ruth, and we sat in the shop of the old sailmaker for the ${at + 1}th time that month.`,
  '“Have you seen the Petrel come in?” asked Ruth.',
  '“Not since Tuesday,” said Tom Garrick, the sailmaker. “She went out with eleven men and the doctor, and nobody has had a word from her.”',
  `“Then we must ask at the lighthouse,” I said. “There are ${at + 3} keepers there, and one of them is always awake.”`,
  'Tom Garrick put down his needle and looked at the water for a long time. The wind had gone round to the north, and the gulls sat on the wall.',
  '“You may ask them,” said Tom Garrick. “They will tell you what they told me, which is that a ship is only late until somebody stops waiting for her.”',
  'Ruth stood up and thanked him. We went out into the street, where the lamps swung on their hooks and the rain came down between the houses.',
].join('\n\n')).join('\n\n');

describe('parts of a text that is longer than its read', () => {
  let stand: PlanStand;
  let client: ApiClient;
  let projectId: string;
  let sourceId: string;

  beforeAll(async () => {
    stand = await openPlanStand();
    client = await stand.newAccount();
    stand.writer.answer = (brief) => embeddedWriter().plan(brief);
  });
  afterAll(() => stand.close());
  beforeEach(async () => {
    ({ projectId } = await stand.newProject(client));
    const { body } = await client.post(`/story-projects/${projectId}/sources`, { type: 'text', label: 'Story', content: LONG_STORY });
    sourceId = body.source.id as string;
  });

  async function drafted(extra: object) {
    const { status, body } = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId, extra));
    expect(status).toBe(201);
    const { plan } = await client.poll(`/story-plans/${body.plan.id}`, (answer: any) => !['PENDING', 'RUNNING'].includes(answer.plan.status));
    return plan;
  }

  it('says which part a plan is, how many there are, and what each holds', async () => {
    const plan = await drafted({ durationSeconds: 60, part: 1 });
    const { parts, title, artifacts, journey, scriptBlueprint } = plan.plan;
    expect(parts).toMatchObject({ index: 1, items: expect.any(Array) });
    expect(parts.count).toBe(parts.items.length);
    expect(parts.count).toBeGreaterThan(3);
    expect(parts.items.map(({ index }: any) => index)).toEqual(parts.items.map((_item: unknown, at: number) => at + 1));
    for (const item of parts.items) {
      expect(item.title).not.toBe('');
      expect(LONG_STORY).toContain(item.opening.replace('…', '').split(' ').slice(0, 4).join(' '));
      expect(item.people.length).toBeGreaterThan(0);
    }
    const [{ estimatedSeconds }] = parts.items;
    expect(title).not.toContain('part');
    expect(artifacts[0].renderPlan).toMatchObject({ durationSeconds: 60, estimatedSeconds, part: 1 });
    const total = (list: { estimatedSeconds: number }[]): number => list.reduce((sum, one) => sum + one.estimatedSeconds, 0);
    expect(total(journey.beats)).toBe(estimatedSeconds);
    expect(total(scriptBlueprint.scenes)).toBe(estimatedSeconds);
  });

  it('performs one part when none is asked for; all parts cover the source without gap or overlap', async () => {
    const { plan: { parts, artifacts } } = await drafted({ durationSeconds: 90 });
    expect(artifacts[0].renderPlan).toMatchObject({ part: parts.index, estimatedSeconds: parts.items[parts.index - 1].estimatedSeconds });
    const spans = parts.items.flatMap((item: any) => item.spans);
    expect(spans[0].start).toBe(0);
    expect(spans.at(-1).end).toBe(LONG_STORY.length);
    for (let at = 1; at < spans.length; at++) expect(spans[at].start).toBe(spans[at - 1].end);
  });

  it('makes the next part in a second plan', async () => {
    const first = await drafted({ durationSeconds: 60, part: 1 });
    const second = await drafted({ durationSeconds: 60, part: 2 });
    expect(second.plan.parts).toMatchObject({ index: 2, count: first.plan.parts.count });
    expect(second.title).toBe(`${first.title}, part 2`);
    const [item] = second.plan.parts.items.slice(1);
    const [span] = item.spans;
    for (const { start, end } of second.plan.journey.beats.flatMap((beat: any) => beat.spans)) {
      expect(start).toBeGreaterThanOrEqual(span.start);
      expect(end).toBeLessThanOrEqual(span.end);
    }
  });

  it('refuses a part beyond the last one, and says how many there are', async () => {
    const { plan: { parts: { count } } } = await drafted({ durationSeconds: 60 });
    const plan = await drafted({ durationSeconds: 60, part: count + 1 });
    expect(plan).toMatchObject({ status: 'FAILED', failureCode: 'validation_failed', plan: null });
    expect(plan.failureMessage).toContain(`${count} parts`);
    for (const part of [0, 1.5, '2']) {
      const { status, body } = await client.post(`/story-projects/${projectId}/story-plans`, tableReadRequest(sourceId, { part }));
      expect([status, body.error.details.field]).toEqual([400, 'artifactRequests.0.part']);
    }
  });

  it('performs the whole text when no duration is asked for, and warns when one cannot be reached', async () => {
    const whole = await drafted({ durationSeconds: undefined });
    expect(whole.plan.parts.count).toBe(1);
    const [{ estimatedSeconds }] = whole.plan.parts.items;
    expect(estimatedSeconds).toBeGreaterThan(280);
    expect(whole.quote.lineItems.at(-1)).toMatchObject({ label: 'Table read, drama, up to 60 pages', credits: 10 });
    expect(whole.warnings.map(({ field }: any) => field)).not.toContain('artifactRequests.0.durationSeconds');
    const tooLong = await drafted({ durationSeconds: 1_200 });
    expect(tooLong.plan.parts.items[0].estimatedSeconds).toBe(estimatedSeconds);
    expect(tooLong.warnings).toContainEqual({
      field: 'artifactRequests.0.durationSeconds', message: `The read lasts about ${estimatedSeconds} s, not 1200 s: the sources hold no more.`,
    });
  });
});
