import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../../support/api-client.js';
import { insertReadyRead } from '../../../support/ready-read.js';
import { openStand, type Stand } from '../../../support/stands/stand.js';

const PROMPT = 'a harbour at dawn, mist over the water';
const NOTHING = { backdropPrompt: null, transition: null, transitionMs: null, summary: null, textReveal: null, media: null, fxCues: null, promptBy: null };

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand();
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const newRead = () => insertReadyRead(stand, client.accountId);
const stageScene = (id: string, body: object): Promise<Answer> => client.post(`/artifacts/${id}/theater-scene`, body);
const pageOf = async (shareToken: string): Promise<string> => (await fetch(`${stand.config.appUrl}/share/table-read/${shareToken}`)).text();
const dataOf = (page: string): any => JSON.parse(/<script[^>]* type="application\/json"[^>]*>([^]*?)<\/script>/.exec(page)![1]!);

/** The addresses and drawings of the two backdrops of a read. */
async function backdrops(shareToken: string): Promise<{ url: string; alt: string; svg: string }[]> {
  const { scenes } = dataOf(await pageOf(shareToken));
  return Promise.all(scenes.map(async ({ backdrop: { url, alt } }: any) => ({ url, alt, svg: await (await fetch(stand.config.appUrl + url)).text() })));
}

describe('a scene of the theater', () => {
  it('is drawn by the words of its owner, and as before when they are taken back', async () => {
    const { artifactId, shareToken } = await newRead();
    const before = await backdrops(shareToken);
    const { status, body } = await stageScene(artifactId, { sceneIndex: 1, backdropPrompt: PROMPT });
    expect([status, body.theaterScene]).toMatchObject([200, { version: 1, scenes: [{ ...NOTHING, sceneIndex: 1, backdropPrompt: PROMPT, promptBy: 'hand' }] }]);
    const staged = await backdrops(shareToken);
    expect(staged[0]).toEqual({ ...before[0], url: staged[0]!.url });
    expect(staged[1]!.alt).toMatch(/the sea at dawn, in fog/i);
    expect(staged[1]!.svg).not.toBe(before[1]!.svg);
    expect(staged[1]!.url).not.toBe(before[1]!.url);
    const { theater } = (await client.get(`/artifacts/${artifactId}/theater`)).body;
    expect(theater.scenes).toEqual([{ ...NOTHING, sceneIndex: 1, backdropPrompt: PROMPT, promptBy: 'hand' }]);

    expect((await stageScene(artifactId, { sceneIndex: 1, backdropPrompt: null })).body.theaterScene.scenes).toEqual([]);
    expect(await backdrops(shareToken)).toEqual(before);
  });

  it('opens with its own transition and words, which are merged by scene', async () => {
    const { artifactId, shareToken } = await newRead();
    await client.post(`/artifacts/${artifactId}/theater`, { transition: 'cut' });
    expect(dataOf(await pageOf(shareToken)).scenes.map(({ changeMs, summary }: any) => [changeMs, summary])).toEqual([[0, ''], [0, '']]);
    await stageScene(artifactId, { sceneIndex: 1, transition: 'fade', summary: 'The morning after <b>', textReveal: 'drift' });
    await stageScene(artifactId, { sceneIndex: 0, summary: 'Night' });
    const { body } = await stageScene(artifactId, { sceneIndex: 1, transitionMs: 1_500, expectedVersion: 2 });
    expect(body.theaterScene).toMatchObject({
      version: 3,
      scenes: [{ ...NOTHING, sceneIndex: 0, summary: 'Night' }, { ...NOTHING, sceneIndex: 1, transition: 'fade', transitionMs: 1_500, summary: 'The morning after <b>', textReveal: 'drift' }],
    });
    const page = await pageOf(shareToken);
    expect(dataOf(page).scenes.map(({ changeMs, summary, reveal }: any) => ({ changeMs, summary, reveal }))).toEqual([
      { changeMs: 0, summary: 'Night', reveal: 'fade' }, { changeMs: 1_500, summary: 'The morning after <b>', reveal: 'drift' }]);
    expect(page).not.toContain('after <b>');
  });

  it('must be one of the read, and is changed only at the expected version', async () => {
    const { artifactId } = await newRead();
    const refused = async (body: object): Promise<unknown[]> => {
      const answer = await stageScene(artifactId, body);
      return [answer.status, answer.body.error.code, answer.body.error.details.field];
    };
    expect(await refused({ sceneIndex: 2, summary: 'Beyond' })).toEqual([400, 'validation_failed', 'sceneIndex']);
    expect(await refused({ summary: 'Nowhere' })).toEqual([400, 'validation_failed', 'sceneIndex']);
    expect(await refused({ sceneIndex: 0, textReveal: 'explode' })).toEqual([400, 'validation_failed', 'textReveal']);
    expect(await refused({ sceneIndex: 0, media: 'video' })).toEqual([400, 'validation_failed', 'media']);
    expect((await stageScene(artifactId, { sceneIndex: 0, summary: 'Once', expectedVersion: 4 })).body.error.code).toBe('version_conflict');
    expect((await client.get(`/artifacts/${artifactId}/theater`)).body.theater.scenes).toEqual([]);
  });
});
