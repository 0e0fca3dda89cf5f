import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ERROR_CODES } from '../../src/kernel/errors/catalogue.js';
import { ApiClient } from '../support/api-client.js';
import { openStand, type Stand } from '../support/stands/stand.js';

let stand: Stand;
beforeAll(async () => { stand = await openStand(); });
afterAll(() => stand.close());

it('every error links the section of a page that explains its code, whichever layer answers', async () => {
  const client = await stand.newAccount({ scopes: ['story:read'] });
  const { appUrl, baseUrl } = stand.config;
  const answers = await Promise.all([
    new ApiClient(baseUrl, null).get('/story-projects'), client.get('/story-projects/prj_none'), client.get('/nowhere'),
    client.post('/story-projects', { name: 'X' }), client.call('DELETE', '/capabilities'), client.get('/story-projects?limit=0'),
    client.get(`${appUrl}/share/table-read/nope/captions.vtt`), client.post(`${appUrl}/live/start`, {}),
  ]);
  for (const { status, body: { error } } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(error).toMatchObject({ requestId: expect.any(String), docUrl: `${appUrl}/docs/errors#${error.code}` });
  }
  const page = await (await fetch(answers[0]!.body.error.docUrl as string)).text();
  expect(ERROR_CODES.filter((code) => !page.includes(`id="${code}"`))).toEqual([]);
});
