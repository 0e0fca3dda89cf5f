import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { SEASON_STORY } from '../support/season-runs/season-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { waysOf, walk } from '../support/walker.js';

let stand: Stand;
let client: ApiClient;

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 200 });
});
afterAll(() => stand.close());

const FERRY = readFileSync('test/fixtures/prose/the-ferry-that-would-not-steer.txt', 'utf8');
const LOGLINE = 'A keeper must find out who drains the lamp before a ship is lost.';
/** Two stories as the chapters of one book. */
const BOOK = `Chapter One: The Lamp\n\n${SEASON_STORY}\n\nChapter Two: The Ferry\n\n${FERRY}`;

/** The two calls whose bodies a person gives: a project, and what its story is made of. */
async function begin(name: string, content: string) {
  const made = await client.post('/story-projects', { name });
  const { method, path, body } = made.body.next;
  expect([method, made.body.next.asks.map(({ field }: any) => field)]).toEqual(['POST', ['content']]);
  return client.post(path, { ...body, label: name, content });
}

describe('a program that knows only `next`', () => {
  it('goes from a text to an MP3', async () => {
    const way = await walk(client, await begin('A read', SEASON_STORY), { isEnd: ({ body }) => Boolean(body.artifact?.manifest?.audio.recordingUrl) });
    expect(waysOf(way).filter((call) => !call.startsWith('poll'))).toEqual([
      `POST /story-projects/prj/story-plans ${JSON.stringify({
        sourceIds: ['src'], artifactRequests: [{ type: 'table_read', mode: 'drama' }],
        target: { audience: 'listeners', objective: 'to hear the story', outcome: 'they want to hear more' },
      })}`,
      'POST /story-plans/pln/approve {"userConfirmed":true}',
      'POST /story-jobs {"storyPlanId":"pln","acceptSuggestedVoices":true}',
      'GET /artifacts/art',
      'POST /artifacts/art/finalize {"waitForRecording":true}',
    ]);
  });

  it('goes from material to a feed with every episode of a season', async () => {
    const way = await walk(client, await begin('A season', BOOK), {
      isEnd: ({ headers }) => headers.get('content-type')?.includes('xml') ?? false, wants: /series-bible$/,
      answers: { 'content.logline': LOGLINE, 'content.genre': 'drama' },
    });
    const taken = (action: string): string[] => [`POST /season-runs/ssr/advance {"action":"${action}","episodeId":"sre","confirmed":true}`, 'poll /season-runs/ssr'];
    expect(waysOf(way).filter((call) => !call.endsWith('series-bible'))).toEqual([
      'POST /story-projects/prj/series-bible {}',
      // A person is asked for the logline, because no sentence of a source says it for the whole story.
      `PATCH /story-projects/prj/series-bible ${JSON.stringify({ content: { logline: LOGLINE } })}`,
      'POST /story-projects/prj/series-bible/coverage {"phase":"premise"}', 'poll /story-projects/prj/series-bible/coverage?phase=premise',
      'POST /story-projects/prj/series-bible/coverage {"phase":"full"}', 'poll /story-projects/prj/series-bible/coverage?phase=full',
      'POST /story-projects/prj/cast {"pictures":false}',
      'POST /story-projects/prj/cast {"pictures":false,"force":false,"confirm":true,"quoteId":"quo"}', 'poll /story-projects/prj/cast',
      'POST /story-projects/prj/season-runs {"seasonNumber":1}', 'poll /season-runs/ssr',
      'POST /season-runs/ssr/approve {"expectedMapVersion":1,"confirmed":true}',
      ...taken('advance'), ...taken('advance'), ...taken('advance'), ...taken('publish'),
      ...taken('advance'),
      // The second episode is an article. Its author speaks, and needs a voice because the Series Bible does not name them.
      'PATCH /story-projects/prj/cast-canon {"characters":[{"name":"READER","voice":{"voiceId":"…"}}]}', 'GET /season-runs/ssr',
      ...taken('advance'), ...taken('advance'), ...taken('publish'),
      'GET /publishing-feeds/a-season.xml',
    ]);
    expect(way.last.text.match(/<item>/g)).toHaveLength(2);
  });
});
