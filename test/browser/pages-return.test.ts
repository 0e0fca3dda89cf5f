import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';
import { DURATION_MS, openHouse, SPOKEN, TOKEN, type House } from './pages-house.js';

const seconds = async (page: Page): Promise<number> => Number(await page.locator('#seek').inputValue()) / 1000;
const playing = (page: Page): Promise<unknown> => page.waitForFunction(() => {
  const audio = document.querySelector<HTMLAudioElement>('#audio')!;
  return !audio.paused && audio.currentTime > 0.05 && !audio.src.includes('silence');
});
const theater = pagePaths.theater(TOKEN);

describeInBrowser('a visitor who comes back, looks for something, or passes it on', () => {
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

  const revisit = async (context: BrowserContext, path: string): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(house.url + path);
    return page;
  };

  it('continues where the read was left, on any of its pages, and from the start once it was heard', async () => {
    const { page, faults } = await visit(browser, house.url + theater);
    expect(await page.locator('.curtain-title').textContent()).toBe('Start the read');
    await page.click('#start');
    await playing(page);
    await page.locator(`.row[data-i="${SPOKEN[6]!.index}"] .cue`).click();
    await page.keyboard.press('k');
    const left = await seconds(page);
    await page.close();
    const audio = await revisit(page.context(), pagePaths.audio(TOKEN));
    await audio.waitForFunction((from) => Number(document.querySelector<HTMLInputElement>('#seek')!.value) / 1000 >= from - 0.1, left);
    expect(await audio.locator('#play').getAttribute('aria-label')).toMatch(/^Go on at 0:1\d$/);
    await audio.close();
    const again = await revisit(page.context(), theater);
    await again.waitForFunction(() => document.querySelector('.curtain-title')?.textContent?.startsWith('Go on at 0:1'));
    await again.click('#start');
    await playing(again);
    expect(Math.abs(await seconds(again) - left)).toBeLessThan(1.5);
    await again.evaluate(() => { document.querySelector<HTMLAudioElement>('#audio')!.currentTime = 29; });
    await again.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.ended);
    await again.close();
    const fresh = await revisit(page.context(), theater);
    expect(await fresh.locator('.curtain-title').textContent()).toBe('Start the read');
    const linked = await revisit(page.context(), `${theater}?t=3`);
    await linked.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('#seek')!.value) === 3000);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('steps 15 seconds, plays at half to three times the speed, and sets the volume with keys', async () => {
    const { page, faults, close } = await visit(browser, `${house.url}${theater}?t=2`);
    await page.waitForSelector('.row[aria-current]');
    await page.click('#ahead');
    expect(await seconds(page)).toBeCloseTo(17, 1);
    await page.click('#back');
    expect(await seconds(page)).toBeCloseTo(2, 1);
    expect(await page.locator('#speed option').evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value)))
      .toEqual(['0.5', '0.75', '1', '1.25', '1.5', '1.75', '2', '2.5', '3']);
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown');
    const volume = (): Promise<number> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).volume);
    expect(await volume()).toBeCloseTo(0.7);
    await page.keyboard.press('Shift+ArrowUp');
    expect(await volume()).toBeCloseTo(0.8);
    expect(faults).toEqual([]);
    await close();
  });

  it.each([['desktop', theater], ['phone', pagePaths.audio(TOKEN)]] as const)('finds words in the script with keys: %s', async (size, path) => {
    const { page, faults, close } = await visit(browser, house.url + path, { viewport: SIZES[size] });
    await page.locator('#show-find').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('TRAIN');
    const marked = (name: string): Promise<string[]> => page.evaluate((which) =>
      [...CSS.highlights.get(which) as unknown as Set<Range>].map((range) => range.toString()), name);
    expect(await page.locator('#found').textContent()).toBe('1 of 4');
    expect(await marked('found')).toEqual(['train', 'train', 'train', 'train']);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await page.locator('#found').textContent()).toBe('3 of 4');
    const inView = await page.evaluate(() => {
      const [range] = [...CSS.highlights.get('found-here') as unknown as Set<Range>];
      const { top, bottom } = range!.getBoundingClientRect();
      return top > 0 && bottom < innerHeight;
    });
    expect(inView).toBe(true);
    expect([await axeFindings(page), await layoutFaults(page)]).toEqual([[], []]);
    await page.keyboard.press('Shift+Enter');
    expect(await page.locator('#found').textContent()).toBe('2 of 4');
    await page.locator('#find').fill('zeppelin');
    expect(await page.locator('#found').textContent()).toBe('Not found');
    await page.keyboard.press('Escape');
    expect(await page.locator('#finder').isVisible()).toBe(false);
    expect(await marked('found')).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('shares this very moment, the sound as a file, and a code for a phone', async () => {
    const { page, faults, close } = await visit(browser, `${house.url}${theater}?t=9`);
    await page.waitForSelector('.row[aria-current]');
    await page.click('#share');
    expect(await page.locator('#share-link').inputValue()).toBe(house.url + theater);
    await page.click('text=Start at 0:09');
    expect(await page.locator('#share-link').inputValue()).toBe(`${house.url}${theater}?t=9`);
    expect(await page.locator('text=Download MP3').getAttribute('href')).toBe(pagePaths.media(TOKEN, 'recording.mp3'));
    await page.click('.more summary');
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.more img')?.naturalWidth ?? 0) > 0);
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('gets from the theater to the audio page and back, and from an embed to the theater', async () => {
    const { page, faults, close } = await visit(browser, house.url + theater);
    await page.click('.acts a');
    expect(new URL(page.url()).pathname).toBe(pagePaths.audio(TOKEN));
    await page.setViewportSize(SIZES.phone);
    await page.click('#show-settings');
    await page.click('#settings a');
    expect(new URL(page.url()).pathname).toBe(theater);
    await page.goto(house.url + pagePaths.fullscreen(TOKEN));
    expect(await page.locator('.elsewhere').getAttribute('href')).toBe(theater);
    expect(await page.locator('.elsewhere').textContent()).toContain('Last Train to Aldermere');
    expect(await axeFindings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows past lines of the audio page in the same colour as those to come', async () => {
    const { page, close } = await visit(browser, `${house.url}${pagePaths.audio(TOKEN)}?t=${(DURATION_MS / 2000).toFixed(1)}`);
    await page.waitForSelector('.row[data-past] .tx', { state: 'attached' });
    const [past, next] = await page.evaluate(() => ['.row[data-past]:not(.act) .tx', '.row:not([data-past], [aria-current], .act, .note) .tx']
      .map((row) => getComputedStyle(document.querySelector(row)!).color));
    expect(past).toBe(next);
    await close();
  });
});
