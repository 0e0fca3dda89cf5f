import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import { FormBrowser, type FetchedPage } from '../../browser/browser-forms.js';
import type { ApiClient } from '../../support/api-client.js';
import { insertDeckIn, type DeckPhase } from '../../support/stands/deck-rows.js';
import { openStand, type Stand } from '../../support/stands/stand.js';
import { insertPerformedRead } from '../../support/stands/trailer-rows.js';

let stand: Stand;
let client: ApiClient;
let browser: FormBrowser;
let projectId: string;
let artifactId: string;

beforeAll(async () => {
  // No worker renders here: the runs decide and edit, and the work that they order stays queued.
  stand = await openStand({ queues: ['story'] });
  client = await stand.newAccount({ credits: 1_000 });
  browser = new FormBrowser(stand.config.appUrl);
  await browser.signIn(client.apiKey!);
  projectId = (await client.post('/story-projects', { name: 'Corran Head' })).body.project.id;
  artifactId = await insertPerformedRead(stand.api.services, client.accountId, projectId);
});
afterAll(() => stand.close());

const deckIn = (phase: DeckPhase): Promise<string> => insertDeckIn(stand.api.services, { accountId: client.accountId, projectId, artifactId }, phase);
const boardNow = async (id: string): Promise<any> => (await client.get(`/pitch-decks/${id}/storyboard`)).body;
const opened = (id: string, index: number): Promise<FetchedPage> => browser.open(`${workplacePaths.deck(id)}?chapter=${index + 1}`);
const send = async (id: string, page: FetchedPage, action: string, fields: Record<string, string> = {}): Promise<FetchedPage> =>
  browser.send(page, `${workplacePaths.deck(id)}/${action}`, fields);

describe('a pitch deck in the workplace, without scripts', () => {
  it('is listed with its production, and shows its chapters with where their words come from', async () => {
    const id = await deckIn('plan');
    expect((await browser.open(workplacePaths.production(projectId))).html).toContain(workplacePaths.deck(id));
    const page = await browser.open(workplacePaths.deck(id));
    const { storyboard } = await boardNow(id);
    for (const { title } of storyboard.chapters) expect(page.html).toContain(title.replaceAll('&', '&amp;').replaceAll("'", '&#39;'));
    expect(page.html).toContain('Where it comes from');
    expect(page.html).toContain('Waits for its plan to be approved');
  });

  it('is approved at a price shown first, once a person confirms that its gaps are known', async () => {
    const id = await deckIn('plan');
    const page = await browser.open(workplacePaths.deck(id));
    const refused = await send(id, page, 'approve-plan');
    expect([refused.status, refused.html.includes('The plan lacks something')]).toEqual([409, true]);
    // Both pages list what is missing, with links to the fields for it.
    for (const { html } of [page, refused]) {
      expect(html).toContain('<a href="#intent-team">Who makes it</a>: nothing is said of it');
      expect([html.includes('id="intent-team"'), html.includes('<details class="more" id="intent" open>')]).toEqual([true, true]);
    }
    const quoted = await send(id, page, 'approve-plan', { acknowledged: 'true' });
    expect([quoted.status, quoted.html.includes('This costs <b>8 credits</b>')]).toEqual([200, true]);
    const approved = await send(id, quoted, 'approve-plan');
    expect([approved.status, (await boardNow(id)).pitchDeck.stage]).toEqual([200, 'rendering']);
  });

  it('has a chapter changed, moved and removed by its forms, and keeps what was filled in when that is refused', async () => {
    const id = await deckIn('plan');
    const { storyboard: { chapters: before } } = await boardNow(id);
    const changed = await send(id, await opened(id, 1), 'refine-chapter', { title: 'The <island>', cutIntoNext: 'dip' });
    expect([changed.status, changed.html.includes('The &lt;island&gt;')]).toEqual([200, true]);
    expect((await boardNow(id)).storyboard.chapters[1]).toMatchObject({ title: 'The <island>', cutIntoNext: 'dip' });
    await send(id, await opened(id, 1), 'earlier');
    expect((await boardNow(id)).storyboard.chapters.map((chapter: any) => chapter.id).slice(0, 2)).toEqual([before[1].id, before[0].id]);
    await send(id, await opened(id, 0), 'remove');
    expect((await boardNow(id)).storyboard.chapters.map((chapter: any) => chapter.id)).not.toContain(before[1].id);
    const refused = await send(id, await opened(id, 0), 'reword', { instruction: 'in the manner of a <sonnet>' });
    expect([refused.status, refused.html.includes('in the manner of a &lt;sonnet&gt;')]).toEqual([400, true]);
  });

  it('takes what only the people behind it know, and publishes a finished deck', async () => {
    const id = await deckIn('plan');
    await send(id, await browser.open(workplacePaths.deck(id)), 'intent', { team: 'Two sisters who made three films.' });
    expect((await browser.open(workplacePaths.deck(id))).html).not.toContain('href="#intent-team"');
    const { storyboard } = await boardNow(id);
    expect([storyboard.intent.team, storyboard.chapters.some(({ kind }: any) => kind === 'intent')]).toEqual(['Two sisters who made three films.', true]);
    const finished = await deckIn('finished');
    const shown = await browser.open(workplacePaths.deck(finished));
    expect(shown.html).toMatch(/<video class="film"[^>]*><track kind="captions" src="\/api\/v1\/pitch-deck-files\/[^"]+" srclang="en" label="Captions"><\/video>/);
    const published = await send(finished, shown, 'publish');
    const { share } = (await boardNow(finished)).pitchDeck;
    expect([published.status, published.html.includes(share.url)]).toEqual([200, true]);
    expect((await fetch(share.url)).status).toBe(200);
  });
});
