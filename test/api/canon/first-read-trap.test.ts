import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { passStages, STAGED_BIBLE } from '../../support/canon/staged-project.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
});
afterAll(() => stand.close());

const STORY = [
  'Ada came down the tower at midnight. The lamp was out, and there was oil on the stairs.',
  '"Who was here?" asked Ada.', '"Nobody," said Tom. "I slept."', '"Then nobody carries forty pounds of oil," said Ada.',
  'Tom looked at the door. "The cart," he said. "I heard the cart."',
].join('\n\n');

interface Step { method: string; path: string; body?: Record<string, unknown>; afterMs?: number; asks?: { field: string }[] }
interface Refusal { nextCall?: Step; next?: Step; missing?: { nextCall?: Step }[] }

const MAX_CALLS = 400;
const MAX_WAIT_MS = 300;

/** Adds what the call asks of a person: the text of a source, and fields of a Series Bible. */
function filled({ asks = [], ...step }: Step): Step {
  if (asks.length === 0) return step;
  const given = asks.map(({ field }) => (field === 'content' ? { content: STORY } : { content: { [field.replace('content.', '')]: (STAGED_BIBLE as Record<string, unknown>)[field.replace('content.', '')] } }));
  const content = given.every((each) => typeof each.content === 'object') ? { content: Object.assign({}, ...given.map((each) => each.content)) as object } : given[0]!;
  return { ...step, body: { ...step.body, ...content } };
}

/**
 * Makes the first call, and then only calls that an answer names. After a success that is its `next`; after a refusal it is `details.next`,
 * `details.nextCall` or the first of `details.missing`, and then the refused call again. Repeated polls of one path are listed once.
 */
async function follow(first: Step, arrived: (path: string, body: any) => boolean): Promise<{ calls: string[]; refusals: string[]; last: any }> {
  const calls: string[] = [];
  const refusals: string[] = [];
  let made = 0;
  const polled = new Set<string>();
  /** Whether this call repeats a poll, or is the refused call that waits for what is polled. Such calls are not listed again. */
  let isAgain = false;
  let step: Step | undefined = first;
  let refused: Step | null = null;
  let waiting: Step | null = null;
  while (step) {
    if (++made > MAX_CALLS) throw new Error(`led in a circle: ${calls.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(step?.afterMs ?? 0, MAX_WAIT_MS)));
    const { method, path, body }: Step = step;
    if (method === 'GET') isAgain = polled.has(path);
    else if (step !== waiting) isAgain = false;
    if (method === 'GET') polled.add(path);
    if (!isAgain) calls.push(`${method} ${path.replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, '{id}')}`);
    const answer: Answer = await client.call(method, path, { ...(body ? { body } : {}) });
    if (answer.status < 300) {
      if (arrived(path, answer.body)) return { calls, refusals, last: answer.body };
      step = refused ?? answer.body.next;
      waiting = refused;
      refused = null;
      continue;
    }
    const { code, details = {} } = answer.body.error as { code: string; details?: Refusal };
    refusals.push(code);
    const mending = details.next ?? details.nextCall ?? details.missing?.find(({ nextCall }) => nextCall)?.nextCall;
    if (!mending) throw new Error(`${method} ${path} is refused without a call that mends it: ${answer.text}`);
    refused = { method, path, ...(body ? { body } : {}) };
    step = filled(mending);
  }
  throw new Error(`the answers end before the goal: ${calls.join(', ')}`);
}

async function emptyProject(): Promise<{ id: string; next: Step }> {
  const { project, next } = (await client.post('/story-projects', { name: 'Saint Brandan' })).body;
  return { id: project.id, next };
}

/** A read runs once its artifact has a manifest: lines are being voiced and can be heard. */
const runs = (path: string, { artifact }: any): boolean => path.startsWith('/artifacts/') && Boolean(artifact?.manifest);

describe('a client that knows only the answers of the API', () => {
  it('comes from an empty project to a running table read', async () => {
    const { next } = await emptyProject();
    const { calls, refusals, last } = await follow(filled(next), runs);
    expect(refusals).toEqual([]);
    expect(last.artifact.type).toBe('table_read');
    expect(calls.length).toBeLessThanOrEqual(9);
  });

  it('comes from an episode that is refused for want of a Series Bible to its draft', async () => {
    const { id } = await emptyProject();
    const path = `/story-projects/${id}/episodes`;
    const { calls, refusals, last } = await follow({ method: 'POST', path, body: { episodeId: 'ep_1' } }, (called) => called === path);
    expect(new Set(refusals)).toEqual(new Set(['project_precondition_failed']));
    expect(last).toMatchObject({ created: true, episodeId: 'ep_1', script: { title: 'The Lamp' }, next: { method: 'POST' } });
    expect(calls.length).toBeLessThanOrEqual(13);
  });

  it('continues from the start of an episode through its draft to a read that can be shared', async () => {
    const { id } = await emptyProject();
    await passStages(stand.api.services, client, id);
    const { calls, refusals, last } = await follow({ method: 'POST', path: `/story-projects/${id}/episodes`, body: { episodeId: 'ep_1' } },
      (path, body) => path.endsWith('/share') && Boolean(body.share));
    expect(refusals).toEqual(['script_state_invalid']);
    expect(last.share).toMatchObject({ artifactId: expect.any(String), stale: false });
    expect(new Set(calls).size).toBeLessThanOrEqual(9);
  });
});
