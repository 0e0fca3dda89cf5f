import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { testScreenplay } from '../support/ready-read.js';
import { insertedSeries, newRelease } from '../support/publishing/recorded-read.js';
import { openStand, type Stand } from '../support/stands/stand.js';
import { describeInBrowser, openBrowser, visit } from './pages-browser.js';
import { silentMp3 } from './pages-sample.js';

/** Each line of the recording takes four seconds, and the words of every second one have times. */
const LINE_MS = 4_000;

describeInBrowser('the page of an episode in a browser', () => {
  let stand: Stand;
  let browser: Browser;
  let pageUrl: string;
  beforeAll(async () => {
    stand = await openStand();
    const client = await stand.newAccount();
    const series = await insertedSeries(stand, client, (await client.post('/story-projects', { name: 'Heard' })).body.project.id);
    const { id } = await newRelease(stand, client, series);
    ({ pageUrl } = (await client.post(`/publishing-releases/${id}/publish`)).body.release);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await stand.close();
  });

  it('marks the line that is heard, and its current word when the words have times', async () => {
    const { page, faults, close } = await visit(browser, 'about:blank');
    // The stored bytes of the recording are no audio, so the test serves silence. A browser seeks only where ranges are supported.
    const body = silentMp3(7 * LINE_MS);
    await page.route('**/*.mp3*', (route) => {
      const from = Number(/bytes=(\d+)-/.exec(route.request().headers()['range'] ?? '')?.[1] ?? 0);
      const headers = { 'accept-ranges': 'bytes', 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` };
      return route.fulfill({ status: 206, contentType: 'audio/mpeg', headers, body: body.subarray(from) });
    });
    await page.goto(pageUrl);
    const spoken = testScreenplay().entries.filter(({ kind }) => kind === 'dialogue');
    const at = async (ms: number): Promise<{ line: string; word: string | null }> => {
      await page.evaluate((seconds) => new Promise<void>((resolve) => {
        const sound = document.querySelector<HTMLAudioElement>('#sound')!;
        sound.addEventListener('timeupdate', () => resolve(), { once: true });
        sound.currentTime = seconds;
      }), ms / 1_000);
      return page.evaluate(() => ({
        line: document.querySelector('.said.now a')?.textContent ?? '', word: [...CSS.highlights.get('said') ?? []].map(String).join('|') || null,
      }));
    };
    const [untimed, timed] = [spoken[0]!.text, spoken[1]!.text];
    expect(await at(1_000)).toEqual({ line: untimed, word: null });
    const words = timed.split(' ').map((word) => word.replace(/[^\w]+$/, ''));
    const heard: (string | null)[] = [];
    for (let ms = LINE_MS + 50; ms < 2 * LINE_MS - 350; ms += 100) {
      const { line, word } = await at(ms);
      expect(line).toBe(timed);
      if (word !== heard.at(-1)) heard.push(word);
    }
    expect(heard.map((word) => word?.replace(/[^\w]+$/, ''))).toEqual(words);
    expect(await at(2 * LINE_MS + 500)).toEqual({ line: spoken[2]!.text, word: null });
    // While the sound plays, the page must also mark words between `timeupdate` events, which come only four times a second; here they are suppressed.
    const marked = await page.evaluate(() => new Promise<number>((resolve) => {
      const sound = document.querySelector<HTMLAudioElement>('#sound')!;
      const seen = new Set<string>();
      sound.addEventListener('timeupdate', (event) => event.stopImmediatePropagation(), { capture: true });
      const look = (): void => {
        for (const range of CSS.highlights.get('said') ?? []) seen.add(String(range));
        if (sound.currentTime > 7) resolve(seen.size);
        else requestAnimationFrame(look);
      };
      sound.muted = true;
      sound.currentTime = 4;
      void sound.play().then(look);
    }));
    expect(marked).toBeGreaterThan(1);
    expect(faults).toEqual([]);
    await close();
  });
});
