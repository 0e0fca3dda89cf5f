import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { insertReadyRead, type ReadyRead } from '../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';

describeInBrowser('a theater as its owner chose it', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  let read: ReadyRead;
  let link: string;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount();
    browser = await openBrowser();
    read = await insertReadyRead(stand, client.accountId);
    link = `${stand.config.appUrl}/share/table-read/${read.shareToken}`;
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.close();
  });

  const choose = async (fields: object): Promise<void> => {
    expect((await client.post(`/artifacts/${read.artifactId}/theater`, fields)).status).toBe(200);
  };

  it.each<[string, string]>([
    ['a short title', 'Corran Head'], ['a title of one word that never ends', 'x'.repeat(200)],
  ])('has room for a card with %s', async (_name, title) => {
    await choose({ title, subtitle: `${'A night in two scenes, '.repeat(8)}and no more.`, titleLayout: 'card' });
    for (const [view, viewport] of [['', SIZES.desktop], ['', SIZES.phone], ['?view=fullscreen', { width: 480, height: 270 }]] as const) {
      const { page, faults, close } = await visit(browser, link + view, { viewport });
      const inside = await page.evaluate(() => {
        const stage = document.querySelector('#start')!.getBoundingClientRect();
        return [...document.querySelectorAll('#start > span')].flatMap((part) => [...part.getClientRects()])
          .every(({ top, bottom, left, right }) => top >= stage.top && bottom <= stage.bottom && left >= stage.left && right <= stage.right);
      });
      expect([inside, faults, await axeFindings(page), await layoutFaults(page)]).toEqual([true, [], [], []]);
      await close();
    }
  });

  it.each<[object, string]>([
    [{ transition: 'fade', transitionMs: 2500 }, '2.5s'], [{ transition: 'cut' }, '0s'],
  ])('changes scenes by %j', async (fields, length) => {
    await choose(fields);
    const { page, close } = await visit(browser, link, { reducedMotion: 'no-preference' });
    await page.waitForSelector('html[data-ready]');
    await page.click('#start');
    await page.waitForFunction((expected) => getComputedStyle(document.querySelector('#picture > .backdrop')!).transitionDuration === expected, length);
    await close();
  });

  it('can be off, and its live rooms can still be heard', async () => {
    await choose({ enabled: false });
    const started = await fetch(`${stand.config.appUrl}/live/start`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token: read.shareToken }),
    });
    const { liveRoomUrl } = await started.json() as { liveRoomUrl: string };
    const { page, faults, close } = await visit(browser, liveRoomUrl);
    expect(await page.locator('#stage').count()).toBe(0);
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.currentTime > 0.5);
    expect([faults, await axeFindings(page), await layoutFaults(page)]).toEqual([[], [], []]);
    await close();
  });
});
