import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';
import { openHouse, TOKEN, type House } from './pages-house.js';

/** Contrast of two computed colours, as WCAG counts it. */
function contrast(one: string, other: string): number {
  const light = (colour: string): number => {
    const [r, g, b] = (colour.match(/[\d.]+/g) ?? []).map(Number).map((part) => part / (colour.startsWith('color') ? 1 : 255))
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** A computed colour as red, green and blue, whatever notation the browser reports it in. */
const colour = (page: Page, selector: string, property: 'color' | 'backgroundColor'): Promise<string> =>
  page.locator(selector).first().evaluate((element, name) => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = getComputedStyle(element)[name];
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return `rgb(${r} ${g} ${b})`;
  }, property);

/** Sums the layout shifts without user input from now on, as the browser reports them. */
const watchShifts = (page: Page): Promise<void> => page.evaluate(() => {
  const store = globalThis as unknown as { shifted: number };
  store.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) store.shifted += entry.value;
    }
  }).observe({ type: 'layout-shift' });
});

describeInBrowser('a player that is comfortable', () => {
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

  it.each(['dark', 'light'] as const)('keeps its play button legible under the mouse and after a tap, in the %s theme', async (colorScheme) => {
    const seen = async (page: Page): Promise<number> => contrast(await colour(page, '#play', 'color'), await colour(page, '#play', 'backgroundColor'));
    const desk = await visit(browser, house.url + pagePaths.theater(TOKEN), { colorScheme });
    await desk.page.hover('#play');
    expect(await seen(desk.page)).toBeGreaterThan(4.5);
    await desk.close();
    const phone = await visit(browser, house.url + pagePaths.audio(TOKEN), { colorScheme, viewport: SIZES.phone, hasTouch: true });
    await phone.page.tap('#play');
    await phone.page.waitForSelector('html[data-playing]');
    expect(await seen(phone.page)).toBeGreaterThan(4.5);
    await phone.close();
  });

  it('fills the screen as the embed does, dark in the light theme, and hides its controls while nobody moves', async () => {
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater(TOKEN), { colorScheme: 'light' });
    await page.click('#start');
    await page.waitForSelector('.stage[data-state=playing]');
    await page.click('#full');
    await page.waitForSelector('.left.bare:fullscreen');
    for (const selector of ['.time', '#previous', '#speed']) {
      expect([selector, contrast(await colour(page, selector, 'color'), 'rgb(13 10 16)') > 4.5]).toEqual([selector, true]);
    }
    expect(await layoutFaults(page)).toEqual([]);
    const stage = await page.locator('#stage').boundingBox();
    expect(stage).toEqual({ x: 0, y: 0, ...SIZES.desktop });
    await page.locator('body').click({ position: { x: 10, y: 10 }, force: true, trial: true });
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.waitForSelector('.left[data-idle]');
    await page.mouse.move(200, 200);
    await page.waitForSelector('.left:not([data-idle])');
    await page.keyboard.press('f');
    await page.waitForSelector('.left:not(.bare)');
    expect(contrast(await colour(page, '.time', 'color'), await colour(page, 'html', 'backgroundColor'))).toBeGreaterThan(4.5);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['desktop', 'phone'] as const)('keeps the controls of the audio page in reach and leads back to the line: %s', async (size) => {
    const { page, faults, close } = await visit(browser, `${house.url}${pagePaths.audio('long-token')}?t=200.1`, { viewport: SIZES[size] });
    const inView = (selector: string): Promise<boolean> => page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.waitForSelector('.row[aria-current]', { state: 'attached' });
    expect(await inView('#play')).toBe(true);
    // The current line is far below the window; the page offers a button that leads to it.
    expect(await inView('.row[aria-current]')).toBe(false);
    const [offer, play] = await Promise.all(['#follow', '#play'].map((selector) => page.locator(selector).boundingBox()));
    expect(offer!.y > play!.y + play!.height || offer!.y + offer!.height < play!.y).toBe(true);
    await page.click('#follow');
    await page.waitForFunction(() => {
      const { top } = document.querySelector('.row[aria-current]')!.getBoundingClientRect();
      return top > 120 && top < innerHeight - 100;
    });
    await page.waitForFunction(() => document.querySelector<HTMLElement>('#follow')!.hidden);
    expect(await inView('#play')).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2));
    await page.locator('#follow').waitFor({ state: 'visible' });
    expect(await inView('#play')).toBe(true);
    await page.mouse.move(200, 300);
    await page.keyboard.press('ArrowRight');
    expect(faults).toEqual([]);
    await close();
  });

  it.each<[string, string, keyof typeof SIZES]>([
    ['theater', pagePaths.theater(TOKEN), 'desktop'], ['theater', pagePaths.theater(TOKEN), 'phone'],
    ['theater of nine people', pagePaths.theater('long-token'), 'desktop'], ['embed', pagePaths.fullscreen(TOKEN), 'desktop'],
    ['audio', pagePaths.audio(TOKEN), 'phone'],
  ])('shifts nothing while it plays and seeks: %s, %s, %s', async (_name, path, size) => {
    const { page, close } = await visit(browser, house.url + path, { viewport: SIZES[size], reducedMotion: 'no-preference' });
    await page.click(await page.locator('#start').count() > 0 ? '#start' : '#play');
    await page.waitForSelector('html[data-playing]');
    await page.waitForTimeout(900);
    await watchShifts(page);
    await page.evaluate(async () => {
      const audio = document.querySelector<HTMLAudioElement>('#audio')!;
      for (let step = 0; step < 14; step++) {
        audio.currentTime = (audio.duration * ((step * 5) % 14)) / 14.2;
        await new Promise((resolve) => { setTimeout(resolve, 450); });
      }
    });
    expect(await page.locator('.row[aria-current], .actor[data-on]').count()).toBeGreaterThan(0);
    expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
    await close();
  });
});
