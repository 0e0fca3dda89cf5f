import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { ClientWeather } from '../../src/pages/client-data.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit, type Visit } from './pages-browser.js';
import { openHouse, sampleRead, TIMED, type House } from './pages-house.js';

const TOKEN = 'weather-token';
const RAIN: ClientWeather = {
  sceneIndex: 0, effect: 'rain', level: 1, fromEntry: 1, untilEntry: 2, durationMs: null, wash: { colour: '#0a1322', opacity: 0.2 }, colour: '#c4d4e6',
};
const LIGHTNING: ClientWeather = {
  sceneIndex: 0, effect: 'lightning', level: 1, fromEntry: 4, untilEntry: 4, durationMs: null, wash: { colour: '#eef4ff', opacity: 0.55 }, colour: '',
};

/** The opacity of the canvas over the picture: its mean, least and greatest value, and a checksum that changes when something moves. */
const shownOn = (page: Page): Promise<{ mean: number; least: number; most: number; sum: number }> => page.evaluate(() => {
  const canvas = document.querySelector<HTMLCanvasElement>('#weather')!;
  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height }).getContext('2d', { willReadFrequently: true })!;
  copy.drawImage(canvas, 0, 0);
  const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
  let [total, least, most, sum] = [0, 255, 0, 0];
  for (let at = 3; at < data.length; at += 4) {
    total += data[at]!;
    least = Math.min(least, data[at]!);
    most = Math.max(most, data[at]!);
    sum = (sum * 31 + data[at]!) % 1_000_003;
  }
  return { mean: total / (data.length / 4) / 255, least, most, sum };
});

const startOf = (entry: number): number => TIMED[entry]!.startMs!;
const seek = (page: Page, ms: number): Promise<void> => page.evaluate((seconds) => { document.querySelector<HTMLAudioElement>('#audio')!.currentTime = seconds; }, ms / 1_000);
const isHeard = async (page: Page, ms: number): Promise<void> => {
  await page.waitForFunction((seconds) => document.querySelector<HTMLAudioElement>('#audio')!.currentTime > seconds, ms / 1_000);
};

describeInBrowser('the weather of a stage', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    house.source.reads.set(TOKEN, sampleRead({ token: TOKEN, staging: { weather: [RAIN, LIGHTNING] } }));
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  async function started(options: Parameters<typeof visit>[2] = {}): Promise<Visit> {
    const opened = await visit(browser, `${house.url}/share/table-read/${TOKEN}`, { reducedMotion: 'no-preference', ...options });
    await opened.page.waitForSelector('html[data-ready]');
    await opened.page.click('#start');
    await isHeard(opened.page, 400);
    return opened;
  }

  it('comes with its entry, moves while the read is heard, stands while it is paused, and goes', async () => {
    const { page, faults, close } = await started();
    expect(await shownOn(page)).toMatchObject({ mean: 0, most: 0 });
    await seek(page, startOf(1) + 1_000);
    await isHeard(page, startOf(1) + 1_300);
    const rain = await shownOn(page);
    expect(rain.mean).toBeGreaterThan(0.1);
    expect(rain.most).toBeGreaterThan(rain.least + 40);
    await isHeard(page, startOf(1) + 1_700);
    expect((await shownOn(page)).sum).not.toBe(rain.sum);

    await page.click('#play');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.paused);
    await page.waitForTimeout(200);
    const paused = await shownOn(page);
    await page.waitForTimeout(400);
    expect(await shownOn(page)).toEqual(paused);
    expect(paused.mean).toBeGreaterThan(0.1);

    await page.click('#play');
    await seek(page, startOf(3) + 1_400);
    await isHeard(page, startOf(3) + 1_500);
    expect(await shownOn(page)).toMatchObject({ mean: 0, most: 0 });
    expect(faults).toEqual([]);
    await close();
  });

  it('flashes with its entry, at most three times in a second', async () => {
    const { page, close } = await started();
    await seek(page, startOf(4) - 150);
    // Each rise of the light by a tenth is a flash.
    const flashes = await page.evaluate(async (untilS) => {
      const [canvas, audio] = [document.querySelector<HTMLCanvasElement>('#weather')!, document.querySelector<HTMLAudioElement>('#audio')!];
      const rises: number[] = [];
      let [low, isUp] = [0, false];
      while (audio.currentTime < untilS) {
        await new Promise(requestAnimationFrame);
        const light = canvas.getContext('2d')!.getImageData(2, 2, 1, 1).data[3]! / 255;
        if (light > low + 0.1 && !isUp) rises.push(audio.currentTime);
        isUp = light > low + 0.1;
        if (!isUp) low = Math.min(low, light);
      }
      return rises;
    }, (startOf(4) + 1_500) / 1_000);
    expect(flashes.length).toBeGreaterThanOrEqual(1);
    expect(flashes.length).toBeLessThanOrEqual(2);
    expect(Math.min(...flashes) * 1_000).toBeGreaterThan(startOf(4));
    await close();
  });

  it('shows people in what they wear at each line, until the scene ends', async () => {
    const { cast } = sampleRead();
    const bustOf = (name: string) => cast.find(({ character }) => character === name)!.bust!;
    house.source.reads.set('dress-token', sampleRead({ token: 'dress-token', dress: [{ sceneIndex: 0, entryIndex: 2, busts: { MARA: { ...bustOf('TOBY'), alt: 'Mara in a hood' } } }] }));
    const { page, faults, close } = await visit(browser, `${house.url}/share/table-read/dress-token`, { reducedMotion: 'no-preference' });
    await page.waitForSelector('html[data-ready]');
    await page.click('#start');
    const worn = (name: string) => page.evaluate((who) => {
      const image = document.querySelector<HTMLImageElement>(`.actor[data-name="${who}"] img.bust`)!;
      return [image.getAttribute('src'), image.alt];
    }, name);
    const at = async (entry: number): Promise<[(string | null)[], (string | null)[]]> => {
      await seek(page, startOf(entry) + 100);
      await isHeard(page, startOf(entry) + 200);
      return [await worn('MARA'), await worn('TOBY')];
    };
    const [first, toby] = [bustOf('MARA'), bustOf('TOBY')].map(({ url, alt }) => [url, alt]);
    const next = TIMED.findIndex(({ sceneIndex, startMs }) => sceneIndex === 1 && startMs !== null);
    expect(await at(1)).toEqual([first, toby]);
    expect(await at(3)).toEqual([[toby![0], 'Mara in a hood'], toby]);
    expect(await at(next)).toEqual([first, toby]);
    expect(await at(2)).toEqual([[toby![0], 'Mara in a hood'], toby]);
    expect(faults).toEqual([]);
    await close();
  });

  it('is a still wash for people who want no motion, without flashes, in both themes and on a phone', async () => {
    for (const options of [{ viewport: SIZES.phone }, { viewport: SIZES.desktop, colorScheme: 'light' as const }]) {
      const { page, faults, close } = await started({ reducedMotion: 'reduce', ...options });
      await seek(page, startOf(1) + 1_000);
      await isHeard(page, startOf(1) + 1_100);
      const { mean, least, most } = await shownOn(page);
      expect([least === most, mean]).toEqual([true, expect.closeTo(0.2, 1)]);
      await seek(page, startOf(4) + 100);
      await isHeard(page, startOf(4) + 130);
      expect(await shownOn(page)).toMatchObject({ mean: 0 });
      expect([faults, await axeFindings(page), await layoutFaults(page)]).toEqual([[], [], []]);
      await close();
    }
  });
});
