import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { workplacePaths } from '../../../src/pages/workplace/paths.js';
import type { ApiClient } from '../../support/api-client.js';
import { ALL_QUEUES, openStand, type Stand } from '../../support/stands/stand.js';
import { fetchedFilm } from '../../support/stands/film-stand.js';
import { boardOf, performedRead, settled } from '../../support/stands/trailer-stand.js';
import { describeInBrowser, expectSoundPage, openBrowser, visitWorkplace, type Visit } from '../pages-browser.js';
import { PATIENCE_MS } from '../../support/jest/patience.js';


describeInBrowser('a trailer is reviewed in a browser', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  let read: Awaited<ReturnType<typeof performedRead>>;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount({ credits: 1_000 });
    read = await performedRead(stand, client);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stand.close();
  });

  const at = (path: string): Promise<Visit> => visitWorkplace(browser, stand.config.appUrl, client.apiKey!, path);

  const focused = (page: Page): Promise<string | undefined> => page.evaluate(() => document.activeElement?.closest('[id]')?.id);

  /** The tests are steps with one trailer. */
  let id: string;

  it('from the read to the draft: made, its plan approved after its price was seen, and followed', async () => {
    const { page, faults, close } = await at(workplacePaths.read(read.artifactId));
    await page.fill('#trailers [name=seconds]', '15');
    await page.click('#trailers button');
    await page.waitForURL('**/workplace/trailers/**');
    await page.click('text=Approve the plan for 6 credits');
    await page.waitForSelector('text=This costs');
    await page.click('text=Make it for 6 credits');
    await page.waitForSelector('text=The plan is approved.');
    expect(await focused(page)).toBe('next');
    id = new URL(page.url()).pathname.split('/').at(-1)!;
    const shown = page.waitForSelector('text=Approve the storyboard', { timeout: PATIENCE_MS });
    // What a person has opened stays open while the page follows the work.
    await page.locator('[id^=why-] summary').first().press('Enter');
    await shown;
    expect(await page.locator('[id^=why-][open]').count()).toBe(1);
    expect(await focused(page)).toMatch(/^why-/);
    await expectSoundPage(page);
    expect(await page.locator('#draft video').evaluate((video: HTMLVideoElement) => [video.poster !== '', new URL(video.src).origin === location.origin])).toEqual([true, true]);
    expect(faults).toEqual([]);
    await close();
  });

  it('an open beat by the keyboard: its card has the focus after each form, and what was refused is shown as it was sent', async () => {
    const { page, faults, close } = await at(`${workplacePaths.trailer(id)}`);
    await page.focus('#beat-1 .beat-words a');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#beat-1.open');
    expect(await focused(page)).toBe('beat-1');
    await expectSoundPage(page);
    for (const group of await page.locator('#beat-1 summary').all()) await group.press('Enter');
    await expectSoundPage(page);
    await page.fill('#beat-1 [name=words]', 'One night');
    await page.press('#beat-1 [name=words]', 'Enter');
    await page.waitForSelector('text=The beat shows the card.');
    expect([await focused(page), await page.locator('#beat-1 .tag.ask').innerText()]).toEqual(['beat-1', 'Out of date']);
    await page.click('#beat-1 details[id^=reword] summary');
    await page.fill('#beat-1 [name=instruction]', 'in the style of a waltz');
    await page.press('#beat-1 [name=instruction]', 'Enter');
    await page.waitForSelector('#beat-1 .wrong-text');
    expect([await page.inputValue('#beat-1 [name=instruction]'), await focused(page)]).toEqual(['in the style of a waltz', 'beat-1']);
    await page.click('#beat-1 >> text=Another take for 4 credits');
    await page.click('text=Make it for 4 credits');
    await page.waitForSelector('#beat-1 .variants > li:nth-child(2) >> text=Bring take 1 back', { timeout: PATIENCE_MS });
    await expectSoundPage(page);
    await settled(client, id, ({ trailer }) => !trailer.draft.stale);
    await page.click('text=Bring take 1 back');
    await page.waitForSelector('text=The earlier take is back.');
    const { storyboard } = (await boardOf(client, id)).body;
    expect(storyboard.beats[0].selectedTake).toBe(storyboard.beats[0].takes[1].takeId);
    expect(faults).toEqual(faults.filter((fault) => fault.includes('400')));
    await close();
  });

  it('from the draft to the finished film: its storyboard approved, and the film finished after its price was seen', async () => {
    const { page, faults, close } = await at(workplacePaths.trailer(id));
    await page.click('text=Approve the storyboard');
    await page.waitForSelector('text=The storyboard is approved.');
    await page.selectOption('[name=resolution]', '720p');
    await page.click('text=Approve and finish it for 10 credits');
    await page.click('text=Make it for 10 credits');
    const download = await page.waitForSelector('text=Download the film', { timeout: PATIENCE_MS });
    const { streams } = await fetchedFilm(stand, new URL((await download.getAttribute('href'))!, page.url()).href);
    expect([streams.widthPx, streams.heightPx, (await boardOf(client, id)).body.trailer.status]).toEqual([1_280, 720, 'complete']);
    await expectSoundPage(page);
    expect(faults).toEqual([]);
    await close();
  });
});
