import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { boardOf } from '../../support/stands/deck-stand.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';

let stand: Stand;
let client: ApiClient;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  stand = await openStand({ queues: ['story'] });
  client = await stand.newAccount({ credits: 1_000 });
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const refusal = ({ status, body }: Answer): unknown[] => [status, body.error?.code];
const DAY_MS = 86_400_000;

describe('the share page of a deck', () => {
  it('opens when it is published, and closes for good when that is taken back', async () => {
    const id = await deckIn('finished');
    expect((await boardOf(client, id)).body).toMatchObject({
      pitchDeck: { share: { url: null, expiresAt: null } }, next: { method: 'POST', path: `/pitch-decks/${id}/publish` },
    });
    const { status, body: { pitchDeck } } = await client.post(`/pitch-decks/${id}/publish`, {});
    expect([status, pitchDeck.stage, pitchDeck.publishedVersion]).toEqual([200, 'published', 1]);
    const left = Date.parse(pitchDeck.share.expiresAt) - Date.now();
    expect(left / DAY_MS).toBeCloseTo(stand.api.services.config.shareTtlDays, 1);
    expect((await client.post(`/pitch-decks/${id}/publish`, {})).body.pitchDeck.share).toEqual(pitchDeck.share);
    const closed = (await client.post(`/pitch-decks/${id}/unpublish`, {})).body.pitchDeck;
    expect([closed.stage, closed.publishedVersion, closed.share]).toEqual(['finished', null, { url: null, expiresAt: null }]);
    expect((await client.post(`/pitch-decks/${id}/publish`, {})).body.pitchDeck.share.url).not.toBe(pitchDeck.share.url);
  });

  it('can be neither published nor unpublished before the deck is finished', async () => {
    const id = await deckIn('review');
    expect(refusal(await client.post(`/pitch-decks/${id}/publish`, {}))).toEqual([409, 'story_job_state_invalid']);
    expect(refusal(await client.post(`/pitch-decks/${id}/unpublish`, {}))).toEqual([409, 'story_job_state_invalid']);
  });

  it('shows the chapters of the version with its film, and nothing of the account, without a key', async () => {
    const id = await deckIn('finished');
    const { share: { url } } = (await client.post(`/pitch-decks/${id}/publish`, {})).body.pitchDeck;
    const { storyboard: { chapters } } = (await boardOf(client, id)).body;
    const page = await fetch(`${url}?chapter=2`);
    const text = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'/);
    expect(text).toContain('<meta name="robots" content="noindex">');
    expect(text.match(/id="chapter-\d+"/g)).toHaveLength(chapters.length);
    expect(text).toContain(`film.mp4#t=${(chapters[1].startMs / 1_000).toFixed(2)}`);
    expect(text).not.toContain(client.accountId);
    expect(text).not.toContain('deck.pdf');
    const film = await fetch(`${url}/film.mp4`, { headers: { range: 'bytes=0-1' } });
    expect([film.status, film.headers.get('content-type'), await film.text()]).toEqual([206, 'video/mp4', 'fi']);
    expect(text).toMatch(/<video [^>]*><track kind="captions" src="[^"]*\/captions\.vtt" srclang="en" label="Captions"><\/video>/);
    const captions = await fetch(`${url}/captions.vtt`);
    expect([captions.status, captions.headers.get('content-type'), await captions.text()]).toEqual([200, 'text/vtt; charset=utf-8', expect.stringContaining('The light is out.')]);
    await client.post(`/pitch-decks/${id}/unpublish`, {});
    for (const path of ['', '/film.mp4', '/captions.vtt', '/deck.pdf']) expect((await fetch(url + path)).status).toBe(404);
    expect(await (await fetch(url)).text()).toContain('This link has closed');
  });

  it('counts how often each chapter is begun and seen, and stores nothing about viewers', async () => {
    const id = await deckIn('finished');
    const { share: { url } } = (await client.post(`/pitch-decks/${id}/publish`, {})).body.pitchDeck;
    const tell = async (query: string): Promise<number> => (await fetch(`${url}/watched?${query}`, { method: 'POST' })).status;
    for (const query of ['chapter=1&what=begun', 'chapter=1&what=seen', 'chapter=1&what=begun', 'chapter=2&what=begun']) expect(await tell(query)).toBe(204);
    expect([await tell('chapter=99&what=begun'), await tell('chapter=1&what=other')]).toEqual([404, 404]);
    const { version } = (await client.get(`/pitch-decks/${id}/versions/1`)).body;
    expect(version.chapters.slice(0, 3).map(({ watched }: any) => watched)).toEqual([{ begun: 2, seen: 1 }, { begun: 1, seen: 0 }, { begun: 0, seen: 0 }]);
    const [row] = await stand.api.services.db.query<object>('SELECT * FROM pitch_deck_views WHERE deck_id = $1 LIMIT 1', [id]);
    expect(Object.keys(row!).sort()).toEqual(['begun', 'chapter', 'day', 'deck_id', 'seen', 'version']);
  });
});
