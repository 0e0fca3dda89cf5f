import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { describeInBrowser, openBrowser, SIZES, visit } from './pages-browser.js';
import { openHouse, SPOKEN, TOKEN, type House } from './pages-house.js';

const seconds = (page: Page): Promise<number> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime);
const paused = (page: Page): Promise<boolean> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).paused);
const playing = (page: Page): Promise<unknown> => page.waitForFunction(() => {
  const audio = document.querySelector<HTMLAudioElement>('#audio');
  return audio && !audio.paused && audio.currentTime > 0;
});
const startMs = (index: number): number => SPOKEN[index]?.startMs ?? 0;

/** What a frame shows (caption, marked row, marked words), and the time of the audio at this frame (`ms`) and at the one before (`fromMs`). */
interface Sample { fromMs: number; ms: number; said: string; row: string; marked: string[] }

const STEP_MS = 10;

/** Whether `isRight` holds at some moment since the frame before. A busy machine paints few frames, and nothing shown changes in between. */
function isSo({ fromMs, ms }: Sample, isRight: (ms: number) => boolean): boolean {
  for (let at = ms; at > fromMs; at -= STEP_MS) if (isRight(at)) return true;
  return isRight(Math.min(fromMs, ms));
}

describeInBrowser('the player', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  it('shows the line that the audio is at, in at least 99 % of samples at double speed', async () => {
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater(TOKEN));
    await page.selectOption('#speed', '2');
    await page.click('#start');
    await playing(page);
    const samples = await page.evaluate(() => new Promise<Sample[]>((resolve) => {
      const audio = document.querySelector<HTMLAudioElement>('#audio');
      const taken: Sample[] = [];
      let last = 0;
      let fromMs = 0;
      // Sampled on painted frames, at most every 50 ms: nobody sees what happens between frames.
      const sample = (now: number): void => {
        requestAnimationFrame(sample);
        const beforeMs = fromMs;
        fromMs = (audio?.currentTime ?? 0) * 1000;
        if (now - last < 50) return;
        last = now;
        const said = document.querySelector('#caption-say')?.textContent ?? '';
        const row = document.querySelector<HTMLElement>('.row[aria-current]')?.dataset.i ?? '';
        const marked = [...CSS.highlights.get('said') ?? []].map((range) => range.toString());
        if (audio) taken.push({ fromMs: beforeMs, ms: audio.currentTime * 1000, said, row, marked });
        if (audio?.ended) resolve(taken);
      };
      requestAnimationFrame(sample);
    }));
    expect(samples.length).toBeGreaterThan(100);
    const heard = samples.filter(({ ms }) => ms >= startMs(0));
    const lineAt = (ms: number) => SPOKEN.findLast((line) => (line.startMs ?? 0) <= ms);
    const right = heard.filter((sample) => isSo(sample, (ms) => {
      const entry = lineAt(ms);
      return entry !== undefined && sample.said !== '' && entry.text.includes(sample.said) && sample.row === String(entry.index);
    }));
    expect(right.length / heard.length).toBeGreaterThanOrEqual(0.99);
    const marked = heard.filter((sample) => isSo(sample, (ms) => {
      const entry = lineAt(ms);
      const word = entry?.words!.findLast(({ startMs: from }) => entry.startMs! + from <= ms);
      if (!entry || !word) return false;
      // A word is marked in the caption and in the script; between two lines it may be marked in both or in neither.
      const { length } = sample.marked;
      return ms < entry.endMs! ? length === 2 && sample.marked.every((each) => each === entry.text.slice(word.from, word.to)) : length % 2 === 0;
    }));
    expect(marked.length / heard.length).toBeGreaterThanOrEqual(0.97);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows every word of a long line, part by part', async () => {
    const long = SPOKEN.find((entry) => entry.text.length > 100);
    const { page, close } = await visit(browser, `${house.url}${pagePaths.theater(TOKEN)}`);
    await page.click('#start');
    await playing(page);
    await page.keyboard.press('Space');
    const parts: string[] = [];
    for (let ms = (long?.startMs ?? 0) + 10; ms < (long?.endMs ?? 0); ms += 120) {
      await page.locator('#audio').evaluate((audio, value) => { (audio as HTMLAudioElement).currentTime = value; }, ms / 1000);
      await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.seeking === false);
      const said = await page.locator('#caption-say').textContent() ?? '';
      if (said && parts[parts.length - 1] !== said) parts.push(said);
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every((part) => part.length <= 84)).toBe(true);
    expect(parts.join(' ')).toBe(long?.text);
    await close();
  });

  it('is played with keys alone', async () => {
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater(TOKEN));
    await page.locator('#start').focus();
    await page.keyboard.press('Enter');
    await playing(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('play');
    await page.keyboard.press('k');
    expect(await paused(page)).toBe(true);
    await page.keyboard.press('Home');
    for (let line = 0; line <= 2; line++) await page.keyboard.press('ArrowRight');
    expect(await seconds(page)).toBeCloseTo(startMs(2) / 1000, 1);
    await page.keyboard.press('ArrowLeft');
    expect(await seconds(page)).toBeCloseTo(startMs(1) / 1000, 1);
    await page.keyboard.press('l');
    expect(await seconds(page)).toBeCloseTo(startMs(1) / 1000 + 15, 1);
    await page.keyboard.press('j');
    await page.keyboard.press('Home');
    expect(await seconds(page)).toBe(0);
    await page.keyboard.press('End');
    expect(await seconds(page)).toBeCloseTo(startMs(SPOKEN.length - 1) / 1000, 1);
    await page.keyboard.press('c');
    expect(await page.locator('.caption').isVisible()).toBe(false);
    await page.keyboard.press('C');
    expect(await page.locator('.caption').isVisible()).toBe(true);
    await page.keyboard.press('m');
    expect(await page.locator('#mute').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press(']');
    expect(await page.locator('#speed').inputValue()).toBe('1.25');
    await page.keyboard.press('?');
    expect(await page.locator('#keys').isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.locator('#letter-keys').isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await page.locator('#keys').isVisible()).toBe(false);
    await page.keyboard.press('m');
    expect(await page.locator('#mute').getAttribute('aria-pressed')).toBe('true');
    expect(faults).toEqual([]);
    await close();
  });

  it('is walked by Tab in the order of use, with one stop for the whole script', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater(TOKEN));
    const stops: string[] = [];
    for (let step = 0; step < 22; step++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const active = document.activeElement;
        const outlined = active ? getComputedStyle(active).outlineStyle !== 'none' : false;
        return active && active !== document.body ? `${active.id || active.className.split(' ')[0]}${outlined ? '' : ' (unseen)'}` : '';
      });
      if (!focused) break;
      stops.push(focused);
    }
    expect(stops).toEqual(['skip', 'brand', 'show-settings', 'pill', 'share', 'start', 'play', 'previous', 'back', 'ahead', 'next', 'seek', 'speed',
      'captions', 'mute', 'volume', 'full', 'tab-script', 'show-find', 'cue']);
    await page.locator('.cue').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.closest<HTMLElement>('.row')?.dataset.i)).toBe('2');
    await page.keyboard.press('Enter');
    await playing(page);
    expect(await seconds(page)).toBeGreaterThanOrEqual(startMs(2) / 1000);
    await page.locator('#tab-script').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#panel-scenes').isVisible()).toBe(true);
    await close();
  });

  it('follows the line until someone scrolls, and comes back when asked', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater(TOKEN), { viewport: { width: 1280, height: 600 } });
    await page.click('#start');
    await playing(page);
    await page.keyboard.press('End');
    const inView = (): Promise<boolean> => page.evaluate(() => {
      const row = document.querySelector('.row[aria-current]')?.getBoundingClientRect();
      const panel = document.querySelector('#panel-script')?.getBoundingClientRect();
      return !!row && !!panel && row.top >= panel.top && row.bottom <= panel.bottom;
    });
    expect(await inView()).toBe(true);
    await page.locator('#panel-script').hover();
    await page.mouse.wheel(0, -4000);
    await page.locator('#follow').waitFor({ state: 'visible' });
    await page.waitForFunction(() => document.querySelector('#panel-script')?.scrollTop === 0);
    await page.click('#follow');
    expect(await inView()).toBe(true);
    await close();
  });

  it.each([905, 960, 1040, 1160, 1280])('has no control over another in a window %d wide', async (width) => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater(TOKEN), { viewport: { width, height: 640 } });
    const boxes = await page.locator('#transport :is(button, select, input)').evaluateAll((all) => all.map((each) => ({ id: each.id, box: each.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0).map(({ id, box: { left, right, top, bottom } }) => ({ id, left, right, top, bottom })));
    type Box = (typeof boxes)[number];
    const meet = (one: Box, other: Box): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const over = boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => meet(one, other)).map((other) => `${one.id} and ${other.id}`));
    expect([boxes.length >= 8, over]).toEqual([true, []]);
    await close();
  });

  it.each([['desktop', 6], ['phone', 4]] as const)('has at most the nearest speakers on stage, in their order, and touches only the lines that change: %s', async (size, most) => {
    const { page, faults, close } = await visit(browser, `${house.url}${pagePaths.theater('long-token')}?t=100.1`, { viewport: SIZES[size] });
    await page.waitForSelector('.row[aria-current]');
    const cast = await page.locator('.actor').evaluateAll((all) => all.map((actor) => (actor as HTMLElement).dataset.name));
    expect(cast).toHaveLength(9);
    await page.evaluate(() => {
      const touched: number[] = [];
      (globalThis as unknown as { touched: number[] }).touched = touched;
      new MutationObserver((records) => {
        touched.push(new Set(records.map((record) => (record.target as HTMLElement).closest('.row'))).size);
      }).observe(document.querySelector('#script')!, { subtree: true, attributes: true });
    });
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('ArrowRight');
      const stage = await page.evaluate(() => ({
        standing: [...document.querySelectorAll<HTMLElement>('.actor:not([hidden])')].map((actor) => actor.dataset.name),
        lit: document.querySelector<HTMLElement>('.actor[data-on]')?.dataset.name, saying: document.querySelector('#caption-who')?.textContent,
        wide: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(stage.standing.length).toBe(most);
      expect(stage.standing).toEqual(cast.filter((name) => stage.standing.includes(name)));
      expect(stage.lit).toBe(stage.saying);
      expect(stage.wide).toBe(0);
    }
    const touched = await page.evaluate(() => (globalThis as unknown as { touched: number[] }).touched);
    expect(touched.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...touched)).toBeLessThanOrEqual(3);
    expect(faults).toEqual([]);
    await close();
  });

  it('remembers light or dark when someone has chosen, and shows it before anything is drawn', async () => {
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater(TOKEN), { colorScheme: 'light' });
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await ground();
    await page.click('#show-settings');
    await page.selectOption('#theme', 'dark');
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.goto(house.url + pagePaths.audio(TOKEN));
    expect(await ground()).toBe(dark);
    await page.click('#show-settings');
    await page.selectOption('#theme', 'auto');
    await page.reload();
    expect(await ground()).toBe(light);
    expect(faults).toEqual([]);
    await close();
  });

  it('stops by itself when the sleep timer says so, at the end of a scene or after some minutes', async () => {
    const { page, faults, close } = await visit(browser, `${house.url}${pagePaths.theater(TOKEN)}?t=${(startMs(6) / 1000 - 2).toFixed(2)}`);
    await page.waitForSelector('.row[aria-current]');
    await page.click('#show-settings');
    await page.selectOption('#sleep', 'scene');
    await page.keyboard.press('Escape');
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector('#status')?.textContent === 'Stopped by the sleep timer.');
    expect(await paused(page)).toBe(true);
    expect(Math.abs(await seconds(page) - startMs(6) / 1000)).toBeLessThan(1.5);
    expect(await page.locator('#sleep-badge').isVisible()).toBe(false);
    await page.clock.install();
    await page.click('#show-settings');
    await page.selectOption('#sleep', '5');
    await page.keyboard.press('Escape');
    expect(await page.locator('#sleep-badge').textContent()).toBe('5m');
    await page.keyboard.press('Home');
    await page.click('#play');
    await page.clock.runFor(4 * 60_000 + 1000);
    expect(await page.locator('#sleep-badge').textContent()).toBe('1m');
    expect(await paused(page)).toBe(false);
    await page.clock.runFor(61_000);
    expect(await paused(page)).toBe(true);
    expect(await page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).volume)).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps the volume that was chosen', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater(TOKEN));
    await page.locator('#volume').focus();
    for (let step = 0; step < 8; step++) await page.keyboard.press('ArrowLeft');
    const volume = (): Promise<number> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).volume);
    expect(await volume()).toBeCloseTo(0.6);
    await page.reload();
    expect(await volume()).toBeCloseTo(0.6);
    await close();
  });

  it('shares its link, with the day it closes, and the code of an embed', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater(TOKEN), { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.click('#share');
    expect(await page.locator('#share-sheet').textContent()).toContain('This link closes on 24 December 2026.');
    await page.click('[data-copy=share-link]');
    await page.waitForFunction(() => document.querySelector('#status')?.textContent === 'Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(house.url + pagePaths.theater(TOKEN));
    expect(await page.locator('#share-code').inputValue()).toContain(`<iframe src="${house.url}${pagePaths.fullscreen(TOKEN)}"`);
    await close();
  });

  it('says so when the browser refuses sound, and starts on the next press', async () => {
    const { page, faults, close } = await visit(browser, `${house.url}${pagePaths.theater(TOKEN)}?autoplay=1`);
    await page.waitForFunction(() => document.querySelector('#status')?.textContent === 'Press play to start the sound.');
    expect(await page.locator('#start').isVisible()).toBe(true);
    await page.click('#start');
    await playing(page);
    expect(await page.locator('#status').textContent()).toBe('');
    expect(faults).toEqual([]);
    await close();
  });

  it('offers to try again when its sound cannot be loaded', async () => {
    const { page, close } = await visit(browser, `${house.url}/`);
    await page.route('**/recording.mp3', (route) => route.abort());
    await page.goto(house.url + pagePaths.theater(TOKEN));
    await page.click('#start');
    await page.locator('#notice-action').waitFor({ state: 'visible' });
    await page.unroute('**/recording.mp3');
    await page.click('#notice-action');
    await playing(page);
    expect(await page.locator('#notice').isVisible()).toBe(false);
    await close();
  });

  it('continues when its link closes while it plays, and shows the closed page after a reload', async () => {
    const read = house.source.reads.get(TOKEN);
    if (!read) throw new Error('the house has lost its read');
    house.source.reads.set('closing', { ...read, token: 'closing', audioUrl: pagePaths.media('closing', 'recording.mp3') });
    const { page, close } = await visit(browser, house.url + pagePaths.theater('closing'));
    await page.click('#start');
    await playing(page);
    house.source.reads.delete('closing');
    const before = await seconds(page);
    await page.waitForFunction((from) => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 0) > from + 1, before);
    await page.reload();
    expect(await page.locator('h1').textContent()).toBe('This link has closed');
    await close();
  });

  it('hides the controls of an embed while nobody moves, and never while paused', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.fullscreen(TOKEN));
    await page.click('#start');
    await playing(page);
    await page.waitForSelector('.bare[data-idle]');
    await page.mouse.move(300, 300);
    expect(await page.locator('.bare').getAttribute('data-idle')).toBeNull();
    await page.keyboard.press('k');
    await page.waitForTimeout(2900);
    expect(await page.locator('.bare').getAttribute('data-idle')).toBeNull();
    await close();
  });

  it('plays inside a frame of another site, where nothing else of ours may be framed', async () => {
    const frames = [pagePaths.fullscreen(TOKEN), pagePaths.theater(TOKEN)]
      .map((path) => `<iframe src="${house.url}${path}" allow="autoplay; fullscreen" width="640" height="360"></iframe>`).join('');
    const other = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(frames));
    other.listen(0);
    await once(other, 'listening');
    const plain = await browser.newContext();
    const outside = await plain.newPage();
    await outside.goto(`http://localhost:${(other.address() as AddressInfo).port}/`);
    const [open, shut] = [outside.frameLocator('iframe').first(), outside.frameLocator('iframe').last()];
    await open.locator('#start').click();
    await open.locator('.stage[data-state=playing]').waitFor();
    expect(await shut.locator('#start').count()).toBe(0);
    await plain.close();
    other.close();
  });
});
