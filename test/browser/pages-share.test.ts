import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { performedScript, type SharedScript } from '../support/stands/share-stand.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';

/** Places and people that are in one scene only. */
const NAMES = ['GREENHOUSE', 'ISOLDE', 'BRIDGE', 'TOBIAS', 'CELLAR', 'GASPARD'];

interface Heard { seconds: number; line: number; caption: string }

/** Waits until more than `seconds` of sound have played; returns what the page marks and captions then. */
async function heardAfter(page: Page, seconds: number): Promise<Heard> {
  await page.waitForFunction((least) => {
    const audio = document.querySelector<HTMLAudioElement>('#audio');
    return audio && !audio.src.includes('silence') && audio.currentTime > least;
  }, seconds, { polling: 20 });
  return page.evaluate(() => ({
    seconds: document.querySelector<HTMLAudioElement>('#audio')!.currentTime,
    line: Number(document.querySelector<HTMLElement>('.row[aria-current]')?.dataset.i ?? -1),
    caption: document.querySelector('#caption-say')?.textContent ?? '',
  }));
}

describeInBrowser('the link of a script', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  let script: SharedScript;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount();
    browser = await openBrowser();
    script = await performedScript(stand, client);
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.close();
  });

  const shared = async (body: object, of = script): Promise<any> => (await client.post(`/scripts/${of.scriptId}/share`, body)).body.share;

  it('performs a scene live from its first line to its last, and then plays it as a file', async () => {
    const own = await performedScript(stand, client);
    const { shareUrl } = await shared({ audience: 'private_review' }, own);
    // The share of a part whose performance has not begun.
    await stand.api.services.db.query(
      `UPDATE script_shares SET scope = 'scene', revision = 1, scene_index = 1, first_entry = 4, last_entry = 8 WHERE script_id = $1`, [own.scriptId]);
    const { page, faults, close } = await visit(browser, shareUrl);
    expect(await page.locator('.row').count()).toBe(4);
    expect(await page.locator('#start .curtain-facts').textContent()).toBe('Private review · Scene 2 · performed live · 3 voices · sound on');
    const started = page.waitForResponse((response) => response.url().endsWith('/live/start'));
    await page.click('#start');
    const room = await (await started).json() as { lineCount: number };
    expect(room.lineCount).toBe(3);
    expect((await heardAfter(page, 0.3)).line).toBe(5);
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.ended);
    expect((await heardAfter(page, 3)).line).toBe(8);
    expect(await page.locator('#duration').textContent()).toMatch(/^0:0\d$/);
    await page.waitForTimeout(2_500);
    expect(await page.locator('#status').textContent()).toBe('');
    expect(await page.locator('#notice:visible').count()).toBe(0);
    expect(faults).toEqual([]);
    await close();

    const again = await visit(browser, shareUrl);
    const loaded: string[] = [];
    again.page.on('response', (response) => loaded.push(response.url()));
    await again.page.click('#start');
    const first = await heardAfter(again.page, 0.3);
    expect([first.line, first.caption]).toEqual([5, 'A ferry whistled under the arches.']);
    await again.page.click('.row[data-i="8"] .tx');
    await again.page.waitForSelector('.row[data-i="8"][aria-current]');
    expect(loaded.some((url) => url.includes('/live/start'))).toBe(false);
    expect(again.faults).toEqual([]);
    await again.close();
  });

  it.each<[string, object, string | null, copies: number, names: string[]]>([
    ['a scene in the theater, for review', { audience: 'private_review', descriptor: { mode: 'theater', scope: 'scene', sceneIndex: 1 } },
      'Shared for private review. Please do not pass this link on.', 0, ['BRIDGE', 'TOBIAS']],
    ['lines to listen to, for a team', { audience: 'team', descriptor: { mode: 'audio', scope: 'entries', startEntry: 9, endEntry: 11 } },
      'Shared with a team. Please keep this link within it.', 0, ['CELLAR', 'GASPARD']],
    ['a scene to listen to, for everybody', { audience: 'public', descriptor: { mode: 'audio', scope: 'scene', sceneIndex: 0 } },
      null, 1, ['GREENHOUSE', 'ISOLDE']],
    ['the whole, for everybody', { audience: 'public', descriptor: { mode: 'theater', scope: 'whole' } }, null, 2, [...NAMES]],
  ])('%s: shows its notice and nothing but its own part, without a fault of accessibility or layout', async (_name, body, notice, copies, names) => {
    const { shareUrl } = await shared(body);
    for (const size of ['desktop', 'phone'] as const) {
      const { page, faults, close } = await visit(browser, shareUrl, { viewport: SIZES[size] });
      const text = await page.evaluate(() => document.documentElement.outerHTML);
      expect(NAMES.filter((name) => text.includes(name))).toEqual(NAMES.filter((name) => names.includes(name)));
      expect([await axeFindings(page), await layoutFaults(page)]).toEqual([[], []]);
      await page.click('#share');
      await page.locator('#share-sheet').waitFor({ state: 'visible' });
      if (notice) expect(await page.locator('#share-sheet').textContent()).toContain(notice);
      expect(await page.locator('#share-sheet [data-copy]:visible').count()).toBe(copies);
      expect([await axeFindings(page), faults]).toEqual([[], []]);
      await close();
    }
  });

  it('fits narrow windows and large text', async () => {
    for (const mode of ['theater', 'audio']) {
      const { shareUrl } = await shared({ audience: 'private_review', descriptor: { mode, scope: 'entries', startEntry: 3, endEntry: 6 } });
      const { page, close } = await visit(browser, shareUrl, { viewport: { width: 320, height: 640 } });
      expect(await layoutFaults(page)).toEqual([]);
      await page.setViewportSize(SIZES.phone);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await close();
    }
  });

  it('a private read is not shown inside another site, a public one is', async () => {
    for (const [audience, shown] of [['public', 1], ['team', 0]] as const) {
      const { shareUrl } = await shared({ audience, descriptor: { mode: 'theater', scope: 'whole' } });
      const elsewhere = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html').end(`<iframe src="${shareUrl}?view=fullscreen" title="read"></iframe>`);
      }).listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`, { waitUntil: 'load' });
      expect(await page.frames()[1]!.locator('#bare').count()).toBe(shown);
      await context.close();
      elsewhere.close();
    }
  });
});
