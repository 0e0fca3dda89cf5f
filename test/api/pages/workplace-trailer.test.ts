import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../../src/kernel/access/api-key-store.js';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { boardOf, LENGTH, performedRead, settled } from '../../support/stands/trailer-stand.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;
let read: { artifactId: string; projectId: string };

beforeAll(async () => {
  stand = await openStand({ queues: ALL_QUEUES });
  client = await stand.newAccount({ credits: 1_000 });
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
  read = await performedRead(stand, client);
});
afterAll(() => stand.close());

/** Makes a trailer with the form of the read's page, and returns its id. */
async function made(fields: Record<string, string> = {}): Promise<string> {
  const path = workplacePaths.read(read.artifactId);
  const page = await browser.send(await browser.open(path), `${path}/trailer`, { seconds: String(LENGTH), aspect: '16:9', ...fields });
  expect([page.status, page.path]).toEqual([200, expect.stringContaining('/workplace/trailers/')]);
  const id = page.path.split('/').at(-1)!;
  await settled(client, id, ({ storyboard }) => storyboard !== null);
  return id;
}

const openBeat = (id: string, index: number): Promise<FetchedPage> => browser.open(`${workplacePaths.trailer(id)}?beat=${index + 1}`);
const boardNow = async (id: string) => (await boardOf(client, id)).body.storyboard;

describe('a trailer in the workplace, without scripts', () => {
  it('is made on the page of its read, listed there and in its production; a length too long is refused, with the form kept', async () => {
    const path = workplacePaths.read(read.artifactId);
    const refused = await browser.send(await browser.open(path), `${path}/trailer`, { seconds: '180', aspect: '9:16', intent: 'For the <first> night' });
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining('value="For the &lt;first&gt; night"')]);
    const id = await made({ intent: 'For the <first> night', aspect: '9:16' });
    const page = await browser.open(workplacePaths.trailer(id));
    expect(page.text).toMatch(/The plan waits for you.*Upright.*For the &lt;first&gt; night.*Approve the plan for 6 credits/);
    const { beats } = await boardNow(id);
    expect(page.html.match(/<li id="beat-/g)).toHaveLength(beats.length);
    // The words of the sound map end in an ellipsis where they are too long.
    expect(page.html).toMatch(/<foreignObject [^>]+><div class="map-words">1 /);
    // An inserted read lacks parts of its plan and job, so the page of its own production cannot be drawn. Another production gets the second trailer.
    const production = (await client.post('/story-projects', { name: 'Trailers' })).body.project.id;
    const other = await made();
    await stand.api.services.db.query('UPDATE trailers SET project_id = $1 WHERE id = $2', [production, other]);
    expect((await browser.open(path)).html).toContain(`href="${workplacePaths.trailer(id)}"`);
    expect((await browser.open(workplacePaths.production(production))).html).toContain(`href="${workplacePaths.trailer(other)}"`);
    const { key } = await createApiKey(stand.api.services.db, { accountId: client.accountId, name: 'Reader', scopes: ['story:read'] });
    const guest = new FormBrowser(stand.config.appUrl);
    await guest.signIn(key);
    const looked = await guest.open(`${workplacePaths.trailer(id)}?beat=1`);
    expect([looked.status, looked.html.includes('/approve-plan"'), looked.html.includes('/card"')]).toEqual([200, false, false]);
  });

  it('a beat gets another line, card, place, effect and time for its line, and each form returns to that beat', async () => {
    const id = await made();
    const path = workplacePaths.trailer(id);
    const at = (await boardNow(id)).beats.findIndex(({ line }: any) => line !== null);
    const send = async (action: string, fields: Record<string, string>, done: string): Promise<any> => {
      const page = await browser.send(await openBeat(id, at), `${path}/${action}`, fields);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(done)]);
      expect(page.html).toContain(`<li id="beat-${at + 1}" class="open"`);
      return (await boardNow(id)).beats[at];
    };
    const before = (await boardNow(id)).beats[at];
    expect((await send('reword', {}, 'The beat has another line.')).line.text).not.toBe(before.line.text);
    expect((await send('move', { offset: '0,25', gain: '-3' }, 'The line is moved.')).line).toMatchObject({ offsetMs: 250, gainDb: -3 });
    expect(await send('card', { words: 'One <night>' }, 'The beat shows the card.')).toMatchObject({ card: 'One <night>', picture: null });
    expect((await send('place', { sceneIndex: '1' }, 'The beat shows the place.')).picture).toMatchObject({ sceneIndex: 1, size: 'place' });
    expect((await send('effect', { soundId: 'thunder', offset: '0.1', level: '-9' }, 'The effect is added.')).effects)
      .toEqual([{ soundId: 'thunder', offsetMs: 100, levelDb: -9 }]);
    expect((await send('remove-effect', {}, 'The effect is removed.')).effects).toEqual([]);
    const person = await send('person', { character: 'MARA', size: 'close' }, 'The beat shows the person.');
    expect(person.picture).toMatchObject({ people: ['MARA'], size: 'close' });

    const refused = await browser.send(await openBeat(id, at), `${path}/move`, { offset: '3.9', gain: '99' });
    expect([refused.status, refused.html]).toEqual([400, expect.stringMatching(/<li id="beat-\d+" class="open"[^>]* autofocus/)]);
    expect(refused.html).toContain('value="3.9"');
  });

  it('the trailer gets other music, another narrator and another cut; a form for a deleted beat changes nothing', async () => {
    const id = await made();
    const path = workplacePaths.trailer(id);
    const music = await browser.send(await browser.open(path), `${path}/music`, { mood: 'grave', colour: 'choir', level: '-4.5', muted: 'true' });
    expect(music.text).toMatch(/The music is changed\..*The music is muted\./);
    expect((await boardNow(id)).music).toEqual({ mood: 'grave', colour: 'choir', levelDb: -4.5, muted: true });
    await browser.send(music, `${path}/music`, { mood: 'grave', colour: 'any', level: '0' });
    expect((await boardNow(id)).music).toEqual({ mood: 'grave', colour: null, levelDb: 0, muted: false });

    const { body: { voices } } = await client.get('/voices?limit=1&status=ready');
    await browser.send(await browser.open(path), `${path}/narrator`, { voiceId: voices[0].voiceId });
    expect((await boardNow(id)).narrator).toMatchObject({ voiceId: voices[0].voiceId });
    await browser.send(await browser.open(path), `${path}/narrator`, {});
    expect((await boardNow(id)).narrator).toBeNull();

    const open = await openBeat(id, 0);
    const odd = await browser.send(open, `${path}/recut`, { instruction: 'in the style of a waltz' });
    expect([odd.status, odd.html]).toEqual([400, expect.stringContaining('in the style of a waltz</textarea>')]);
    const former = await boardNow(id);
    const cut = await browser.send(open, `${path}/recut`, { instruction: 'slower' });
    expect(cut.text).toContain('The trailer is cut again.');
    const gone = await browser.send(open, `${path}/card`, { words: 'Gone', beatId: `${id}-gone` });
    expect([gone.status, gone.text]).toEqual([409, expect.stringContaining('the beat is no longer there')]);
    expect((await boardNow(id)).revision).toBe(former.revision + 1);
  });

  it('the plan is approved after its price was shown, rendering is followed, and a failure is shown with its remedy', async () => {
    const id = await made();
    const path = workplacePaths.trailer(id);
    const quote = await browser.send(await browser.open(path), `${path}/approve-plan`);
    expect([quote.text, (await boardOf(client, id)).body.trailer.status]).toEqual([expect.stringContaining('This costs 6 credits'), 'draft']);
    const approved = await browser.send(quote, `${path}/approve-plan`);
    expect(approved.text).toContain('The plan is approved.');
    expect(approved.html).toMatch(/<noscript><meta http-equiv="refresh" content="3;/);
    await browser.until(path, /The beats are being rendered: [1-5] of \d+\./);
    // A page with an open form does not reload itself.
    expect((await browser.open(`${path}?beat=1`)).html).not.toContain('http-equiv="refresh"');
    const review = await browser.until(path, 'Approve the storyboard');
    expect(review.html).toMatch(/<video class="film"[^>]* poster="\/api\/v1\/trailer-files\/[^"]+" src="\/api\/v1\/trailer-files\//);
    const [, track] = /<track kind="captions" src="([^"]+)" srclang="[a-z-]+" label="Captions"><\/video>/.exec(review.html)!;
    const captions = await fetch(new URL(track!, stand.config.appUrl));
    expect([captions.status, captions.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/vtt')]);
    expect(await captions.text()).toMatch(/^WEBVTT\n[\s\S]*-->/);

    const open = await openBeat(id, 0);
    await browser.send(open, `${path}/card`, { words: 'One night' });
    const stale = await browser.open(path);
    expect(stale.text).toMatch(/Beat 1 says something else than its take shows.*Render beat 1 again for 4 credits.*The storyboard was edited since/);
    await stand.api.services.db.query("UPDATE trailers SET failure_code = 'insufficient_credits', failure_message = 'Too few credits.' WHERE id = $1", [id]);
    expect((await browser.open(path)).text).toContain('Too few credits. Nothing was charged for it. See the credits and ask for it again.');
  });
});
