import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';

interface Sample { kind?: string; source: string; bible: object }
const { bad } = JSON.parse(readFileSync('test/fixtures/bibles/judged.json', 'utf8')) as { bad: Sample[] };
/** A Series Bible whose logline is a sentence of its source. */
const COPIED = bad.find(({ kind }) => kind === 'copied')!;

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

async function projectWith({ source, bible }: Sample): Promise<{ path: string; sourcePath: string }> {
  const { project } = (await client.post('/story-projects', { name: 'Compared' })).body;
  const content = readFileSync(`test/fixtures/prose/${source}`, 'utf8');
  const attached = (await client.post(`/story-projects/${project.id}/sources`, { type: 'text', content })).body.source;
  const path = `/story-projects/${project.id}/series-bible`;
  expect((await client.patch(path, { content: bible })).status).toBe(200);
  return { path: `${path}/coverage`, sourcePath: `/story-projects/${project.id}/sources/${attached.id}` };
}

/** The newest report on the premise, once it has ended. */
const ended = async (path: string): Promise<any> =>
  (await client.poll(`${path}?phase=premise`, ({ coverage }) => coverage?.status !== 'generating')).coverage;

describe('a Series Bible', () => {
  it('is compared with its sources by the worker', async () => {
    const { path } = await projectWith(COPIED);
    expect((await client.post(path, { phase: 'premise' })).status).toBe(202);
    const { status, gatePassed, report } = await ended(path);
    expect([status, gatePassed, report.checks.find(({ id }: any) => id === 'sources')]).toMatchObject(['complete', false, { passed: false }]);
  });

  it('is not compared with a source that is deleted meanwhile, and the report says what to do', async () => {
    const { path, sourcePath } = await projectWith(COPIED);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => { release = resolve; });
    const { faults } = stand.worker!.services;
    const { reach } = faults;
    faults.reach = async (point, call) => {
      if (point === 'coverage.judging') await held;
      return reach.call(faults, point, call);
    };
    try {
      await client.post(path, { phase: 'premise' });
      expect((await client.delete(sourcePath)).status).toBeLessThan(300);
    } finally {
      release();
      faults.reach = reach;
    }
    expect(await ended(path)).toMatchObject({ status: 'failed', failureMessage: expect.stringContaining('ask for the report again') });
    expect((await client.post(path, { phase: 'premise' })).status).toBe(202);
    expect(await ended(path)).toMatchObject({ status: 'complete' });
  });
});
