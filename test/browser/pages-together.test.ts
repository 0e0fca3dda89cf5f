import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, visit } from './pages-browser.js';
import { openHouse, ROOM, TOKEN, type FakeRoom, type House } from './pages-house.js';

/** The position in the read minus the current time, in milliseconds: equal for pages that play the same moment. */
const place = (page: Page): Promise<number> => page.evaluate(() => new Promise<number>((resolve) => {
  requestAnimationFrame(() => resolve(Number(document.querySelector<HTMLInputElement>('#seek')!.value) - Date.now()));
}));
const seconds = async (page: Page): Promise<number> => Number(await page.locator('#seek').inputValue()) / 1000;
const spread = async (pages: readonly Page[]): Promise<number> => {
  const places = await Promise.all(pages.map(place));
  return Math.max(...places) - Math.min(...places);
};
const playing = (page: Page): Promise<unknown> => page.waitForFunction(() => {
  const audio = document.querySelector<HTMLAudioElement>('#audio')!;
  return !audio.paused && audio.currentTime > 0.05 && !audio.src.includes('silence');
});
const paused = (page: Page): Promise<boolean> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).paused);

describeInBrowser('a room with a clock', () => {
  let house: House;
  let browser: Browser;
  let room: FakeRoom;
  beforeAll(async () => { browser = await openBrowser(); });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    house = await openHouse();
    room = house.source.rooms.get(ROOM)!;
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await house?.close();
  });

  const enter = async (): Promise<Page> => (await visit(browser, house.url + pagePaths.room(ROOM))).page;

  it.each([['complete', 99], ['while it is performed', 11]])('is heard at one moment by all who are in it, %s', async (_state, lines) => {
    room.voice(lines);
    const pages = [await enter(), await enter(), await enter()] as const;
    const [first, second, third] = pages;
    room.startedAt = new Date(Date.now() + 400);
    await first.click('#start');
    await playing(first);
    await first.waitForTimeout(3_500);
    await second.waitForFunction(() => document.querySelector('.curtain-title')?.textContent?.startsWith('Join at 0:0'));
    await second.click('#start');
    await playing(second);
    expect(await seconds(second)).toBeGreaterThan(3);
    await first.waitForTimeout(1_500);
    await third.click('#start');
    await playing(third);
    await first.waitForTimeout(5_000);
    const apart = await spread(pages);
    process.stderr.write(`three listeners are ${Math.round(apart)} ms apart\n`);
    expect(apart).toBeLessThan(300);
    expect(Math.abs(await place(first) + room.startedAt.getTime())).toBeLessThan(300);
    await third.waitForFunction(() => document.querySelector('#listeners')?.textContent === '3 listening');
    expect(await axeFindings(third)).toEqual([]);
    expect(await layoutFaults(third)).toEqual([]);
  });

  it('lets a listener hear it from the start, and join the others again', async () => {
    room.voice(99);
    room.startedAt = new Date(Date.now() - 5_000);
    const [other, page] = [await enter(), await enter()];
    await other.click('#start');
    await playing(other);
    await page.click('#start');
    await playing(page);
    expect(await seconds(page)).toBeGreaterThan(4);
    await page.click('#from-start');
    await page.waitForFunction(() => Number(document.querySelector<HTMLInputElement>('#seek')!.value) < 2_000);
    await playing(page);
    await page.waitForTimeout(1_500);
    expect(await seconds(page)).toBeLessThan(5);
    await page.click('#join');
    await page.waitForTimeout(4_000);
    expect(await spread([page, other])).toBeLessThan(300);
  });

  it('does not pull back a listener who seeks', async () => {
    room.voice(99);
    room.startedAt = new Date(Date.now() - 5_000);
    const page = await enter();
    await page.click('#start');
    await playing(page);
    await page.keyboard.press('Home');
    await page.locator('#join').waitFor({ state: 'visible' });
    await page.waitForTimeout(1_200);
    expect(await seconds(page)).toBeLessThan(4);
  });

  it('lets a listener choose to begin at the start, and plays from the start once it is over', async () => {
    room.voice(99);
    room.startedAt = new Date(Date.now() - 9_000);
    const early = await enter();
    await early.click('#from-start');
    await playing(early);
    expect(await seconds(early)).toBeLessThan(3);
    room.startedAt = new Date(Date.now() - 3_600_000);
    const late = await enter();
    await late.click('#start');
    await playing(late);
    await late.waitForTimeout(1_500);
    expect(await seconds(late)).toBeLessThan(5);
    expect(await late.locator('#join:visible, #from-start:visible').count()).toBe(0);
  });

  it('can be shared by its link from the page that opened it', async () => {
    const { page } = await visit(browser, house.url + pagePaths.theater('live-token'));
    await page.click('#start');
    await playing(page);
    await page.keyboard.press('k');
    await page.click('#share');
    const link = await page.locator('#room-link').inputValue();
    expect(new URL(link).pathname).toBe(pagePaths.room([...house.source.rooms.keys()].at(-1)!));
    expect(await axeFindings(page)).toEqual([]);
  });

  it('pauses in one tab of a browser when another tab plays it or any other read', async () => {
    room.voice(99);
    const first = await enter();
    await first.click('#start');
    await playing(first);
    const second = await first.context().newPage();
    await second.goto(house.url + pagePaths.audio(TOKEN));
    await second.click('#play');
    await playing(second);
    await first.waitForFunction(() => document.querySelector('#status')?.textContent === 'Playing in another tab.');
    expect([await paused(first), await paused(second)]).toEqual([true, false]);
    await first.bringToFront();
    await first.click('#play');
    await playing(first);
    await second.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.paused);
    expect([await paused(first), await paused(second)]).toEqual([false, true]);
  });
});
