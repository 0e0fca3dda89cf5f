import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ApiClient } from '../support/api-client.js';
import { confirmed } from '../support/canon/priced.js';
import { insertReadyRead, type ReadyRead } from '../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';

/** The line of the second scene at which its clip starts. */
const FROM = 7;

describeInBrowser('a read with clips', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  let read: ReadyRead;
  let link: string;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount({ credits: 200 });
    browser = await openBrowser();
    read = await insertReadyRead(stand, client.accountId);
    link = `${stand.config.appUrl}/share/table-read/${read.shareToken}`;
    await client.post(`/artifacts/${read.artifactId}/finalize`, { waitForRecording: true });
    await client.poll(`/artifacts/${read.artifactId}`, ({ artifact }) => artifact.manifest.audio.finalize?.status === 'complete');
    await confirmed(client, `/artifacts/${read.artifactId}/theater-motion-clip`, { sceneIndex: 1, entryIndex: FROM, durationMs: 4_000 });
    await confirmed(client, `/artifacts/${read.artifactId}/avatar-video`, { character: 'MARA' });
    await client.poll(`/artifacts/${read.artifactId}/theater`, ({ theater }) => theater.clips[0].status === 'ready');
    await client.poll(`/artifacts/${read.artifactId}/cast`, ({ cast }) => cast.some(({ videoStatus }: any) => videoStatus === 'ready'));
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.close();
  });

  const started = async (options: Parameters<typeof visit>[2]) => {
    const visited = await visit(browser, link, options);
    await visited.page.waitForSelector('html[data-ready]');
    await visited.page.click('#start');
    return visited;
  };
  const goTo = (page: Page, entry: number): Promise<void> => page.click(`.row[data-i="${entry}"] .cue`);
  const isSeen = (page: Page): Promise<boolean> => page.evaluate(() => document.querySelector('.clip')?.hasAttribute('data-shown') ?? false);

  it('shows the clip in its scene from its entry on, muted, and moving only while the read does', async () => {
    const { page, faults, close } = await started({ reducedMotion: 'no-preference' });
    await goTo(page, 6);
    await page.waitForFunction(() => document.querySelector('#surtitle-number')!.textContent === 'Scene 2');
    expect(await isSeen(page)).toBe(false);
    await goTo(page, FROM);
    await page.waitForFunction(() => (document.querySelector<HTMLVideoElement>('.clip[data-shown]')?.currentTime ?? 0) > 0.3);
    expect(await page.evaluate(() => {
      const { muted, loop, videoWidth } = document.querySelector<HTMLVideoElement>('.clip')!;
      return [muted, loop, videoWidth];
    })).toEqual([true, true, 1_280]);
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('.clip')!.paused);
    await page.click('#play');
    await page.waitForFunction(() => !document.querySelector<HTMLVideoElement>('.clip')!.paused);
    await goTo(page, 2);
    await page.waitForFunction(() => !document.querySelector('.clip')!.hasAttribute('data-shown'));
    expect(faults).toEqual([]);
    await close();
  });

  it('shows the picture to visitors who want less motion, and when the clip cannot be played', async () => {
    const calm = await started({ reducedMotion: 'reduce' });
    await goTo(calm.page, FROM);
    await calm.page.waitForFunction(() => document.querySelector('#surtitle-number')!.textContent === 'Scene 2');
    expect(await calm.page.locator('.clip').count()).toBe(0);
    await calm.close();
    const broken = await visit(browser, link, { reducedMotion: 'no-preference' });
    await broken.page.route('**/media/clip-*', (route) => route.fulfill({ status: 200, contentType: 'video/mp4', body: 'no video' }));
    await broken.page.waitForSelector('html[data-ready]');
    await broken.page.click('#start');
    const failed = broken.page.waitForRequest('**/media/clip-*');
    await goTo(broken.page, FROM);
    await failed;
    await broken.page.waitForFunction(() => document.querySelector<HTMLVideoElement>('.clip')!.error !== null);
    expect([await isSeen(broken.page), await broken.page.locator('#picture > .backdrop[data-shown] img').count()]).toEqual([false, 1]);
    await broken.close();
  });

  it('has the speaking portrait in the cast, named by whom it shows', async () => {
    for (const viewport of [SIZES.desktop, SIZES.phone]) {
      const { page, faults, close } = await visit(browser, link, { viewport });
      await page.click('#tab-cast');
      const portrait = page.locator('.credit[data-name=MARA] video');
      expect([await portrait.count(), await portrait.getAttribute('aria-label'), await portrait.getAttribute('controls')]).toEqual([1, 'MARA speaks', '']);
      expect(await page.locator('.portrait-clip figcaption').textContent()).toContain('MARA: “');
      await portrait.evaluate((video: HTMLVideoElement) => { video.muted = true; return video.play(); });
      await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('.portrait-clip video')!.currentTime > 0.2);
      await portrait.evaluate((video: HTMLVideoElement) => video.pause());
      expect([faults, await axeFindings(page), await layoutFaults(page)]).toEqual([[], [], []]);
      await close();
    }
  });
});
