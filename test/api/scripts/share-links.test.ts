import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { uploaded } from '../../support/stands/script-stand.js';
import { performedScript } from '../../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformanceRow } from '../../support/work-rows.js';

let stand: Stand;
let client: ApiClient;
beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount();
});
afterAll(() => stand.close());

const shared = async (owner: ApiClient, body: object = {}) => {
  const script = await performedScript(stand, owner);
  const { share } = (await owner.post(`/scripts/${script.scriptId}/share`, body)).body;
  return { ...script, shareUrl: share.shareUrl as string, token: (share.shareUrl as string).split('/').at(-1)! };
};

const startLive = async (token: string) => {
  const answer = await fetch(`${stand.config.appUrl}/live/start`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }),
  });
  return { status: answer.status, room: await answer.json() as { liveRoomUrl: string; eventsUrl: string; audioUrl: string } };
};

describe('the list of links', () => {
  it('has each script that is shared once, the newest link first, with what it opens and for whom', async () => {
    const own = await stand.newAccount();
    expect((await own.get('/script-shares')).body).toEqual({ shares: [], nextCursor: null });
    const first = await shared(own);
    const second = await shared(own, { audience: 'team', expiresInDays: 7, descriptor: { mode: 'audio', scope: 'scene', sceneIndex: 1 } });
    await uploaded(own);
    const { shares, nextCursor } = (await own.get('/script-shares')).body;
    expect(nextCursor).toBeNull();
    expect(shares.map(({ shareUrl }: { shareUrl: string }) => shareUrl)).toEqual([second.shareUrl, first.shareUrl]);
    const { share: { render: _, staleness: _none, ...facts } } = (await own.get(`/scripts/${second.scriptId}/share`)).body;
    expect(shares[0]).toEqual({ scriptId: second.scriptId, title: 'The Lamp', status: 'open', ...facts });
  });

  it('is read in pages, and keeps an expired link until it is revoked', async () => {
    const own = await stand.newAccount();
    const links = [await shared(own), await shared(own), await shared(own)].map(({ scriptId }) => scriptId).reverse();
    await stand.api.services.db.query(`UPDATE script_shares SET expires_at = now() - interval '1 second' WHERE script_id = $1`, [links[0]]);
    const page = (await own.get('/script-shares?limit=2')).body;
    const rest = (await own.get(`/script-shares?limit=2&cursor=${page.nextCursor}`)).body;
    const all = [...page.shares, ...rest.shares];
    expect(all.map(({ scriptId, status }) => [scriptId, status])).toEqual([[links[0], 'expired'], [links[1], 'open'], [links[2], 'open']]);
    expect(rest.nextCursor).toBeNull();
    expect((await own.delete(`/scripts/${links[0]}/share`)).body).toEqual({ revoked: true, scriptId: links[0], changed: false });
    expect((await own.get('/script-shares')).body.shares).toHaveLength(2);
  });

  it('has neither links of others nor those of deleted scripts and projects', async () => {
    const own = await stand.newAccount();
    const [gone, lost] = [await shared(own), await shared(own)];
    await own.delete(`/scripts/${gone.scriptId}?confirmed=true`);
    await stand.api.services.db.query('UPDATE projects SET deleted_at = now() WHERE id = $1', [lost.projectId]);
    expect((await own.get('/script-shares')).body.shares).toEqual([]);
    expect((await (await stand.newAccount()).get('/script-shares')).body.shares).toEqual([]);
  });
});

describe('revoking', () => {
  it('closes the link, its files and its rooms at once, for good', async () => {
    const script = await shared(client, { descriptor: { mode: 'audio' } });
    await client.poll(`/scripts/${script.scriptId}/share`, ({ share }) => share.render.status === 'complete');
    const { room } = await startLive(script.token);
    const places = [script.shareUrl, `${script.shareUrl}/media/read.mp3`, `${script.shareUrl}/captions.vtt`, room.liveRoomUrl, room.audioUrl];
    const statuses = (): Promise<number[]> => Promise.all(places.map(async (url) => {
      const answer = await fetch(url);
      await answer.arrayBuffer();
      return answer.status;
    }));
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    expect((await client.delete(`/scripts/${script.scriptId}/share`)).body).toEqual({ revoked: true, scriptId: script.scriptId, changed: true });
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
    expect((await startLive(script.token)).status).toBe(404);
    expect((await client.delete(`/scripts/${script.scriptId}/share`)).body).toMatchObject({ revoked: true, changed: false });
    expect((await client.get(`/scripts/${script.scriptId}/share`)).body.share).toBeNull();
    const again = (await client.post(`/scripts/${script.scriptId}/share`)).body.share.shareUrl as string;
    expect(again).not.toBe(script.shareUrl);
    expect([(await fetch(again)).status, (await fetch(script.shareUrl)).status]).toEqual([200, 404]);
  });

  it('ends the room of a person who is listening with the next line', async () => {
    const script = await shared(client);
    const { db } = stand.api.services;
    await insertPerformanceRow(db, { ...script, accountId: client.accountId }, { status: 'RUNNING', lineCount: 9 });
    const { room } = await startLive(script.token);
    const reader = (await fetch(room.eventsUrl)).body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes('event: state')) heard += (await reader.read()).value ?? '';
    await client.delete(`/scripts/${script.scriptId}/share`);
    await db.query('UPDATE performances SET performed_count = performed_count + 1, updated_at = now() WHERE artifact_id = $1', [script.artifactId]);
    const after: string[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) after.push(next.value);
    expect(after.join('')).not.toContain('event: state');
  });

  it('needs a key that may publish, and a script of the own account', async () => {
    const script = await shared(client);
    const writer = await stand.keyFor(client.accountId, ['story:read', 'story:write']);
    expect((await writer.delete(`/scripts/${script.scriptId}/share`)).body.error.code).toBe('insufficient_scope');
    expect((await (await stand.newAccount()).delete(`/scripts/${script.scriptId}/share`)).body.error.code).toBe('script_not_found');
    expect((await fetch(script.shareUrl)).status).toBe(200);
  });
});
