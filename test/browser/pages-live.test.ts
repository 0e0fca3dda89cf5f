import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/pages/paths.js';
import { describeInBrowser, openBrowser, visit } from './pages-browser.js';
import { openHouse, ROOM, SPOKEN, type FakeRoom, type House } from './pages-house.js';

const seconds = (page: Page): Promise<number> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime);
const heardAfter = (page: Page, from: number): Promise<unknown> =>
  page.waitForFunction((least) => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 0) > least, from);
const text = (page: Page, selector: string, wanted: string): Promise<unknown> =>
  page.waitForFunction(([where, what]) => document.querySelector(where ?? '')?.textContent?.includes(what ?? ''), [selector, wanted]);

/** Lines in the order in which the page showed them, from the moment this is called. */
async function recordLines(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    (globalThis as unknown as { seen: number[] }).seen = seen;
    new MutationObserver(() => {
      const row = document.querySelector<HTMLElement>('.row[aria-current]');
      const index = Number(row?.dataset.i ?? -1);
      if (index >= 0 && seen[seen.length - 1] !== index) seen.push(index);
    }).observe(document.querySelector('#script') ?? document.body, { subtree: true, attributes: true, attributeFilter: ['aria-current'] });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
}

describeInBrowser('a live room', () => {
  let house: House;
  let browser: Browser;
  let room: FakeRoom;
  beforeEach(async () => {
    house = await openHouse();
    browser = await openBrowser();
    const own = house.source.rooms.get(ROOM);
    if (!own) throw new Error('the house has no room');
    room = own;
  });
  afterEach(async () => {
    await browser?.close();
    await house?.close();
  });

  it('is opened by one press on the theater page and heard at once, on the element that was pressed', async () => {
    house.source.voiceEveryMs = 150;
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater('live-token'));
    const started = Date.now();
    await page.click('#start');
    await text(page, '#notice-title', 'Raising the curtain');
    await heardAfter(page, 0.05);
    expect(Date.now() - started).toBeLessThan(5000);
    expect(await page.locator('#notice').isVisible()).toBe(false);
    await text(page, '#live-text', 'Live read');
    await text(page, '#duration', '0:30');
    expect(await page.locator('#live').isVisible()).toBe(false);
    expect(await page.locator('.row[data-unvoiced]').count()).toBe(0);
    expect(await page.locator('audio').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  }, 30_000);

  it('shows how far it is, seeks in what is voiced and no further, and gets its length at the end', async () => {
    room.voice(4);
    const { page, faults, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await text(page, '#live-text', 'voicing line 5 of 13');
    expect(await page.locator('.tick').count()).toBe(0);
    await page.click('#start');
    await heardAfter(page, 0.1);
    await page.keyboard.press('End');
    expect(await seconds(page)).toBeLessThanOrEqual((SPOKEN[3]?.endMs ?? 0) / 1000);
    expect(await page.locator('.row[aria-current]').getAttribute('data-i')).toBe(String(SPOKEN[3]?.index));
    await page.locator(`.row[data-i="${SPOKEN[7]?.index}"] .cue`).click();
    await text(page, '#status', 'not voiced yet');
    await page.locator('#play').focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 99) < 2);
    room.voice(99);
    await text(page, '#duration', '0:30');
    expect(await page.locator('#live').isVisible()).toBe(false);
    expect(await page.locator('.tick').count()).toBe(2);
    expect(faults).toEqual([]);
    await close();
  }, 30_000);

  it('loses and doubles no line when its event stream is cut', async () => {
    room.voice(2);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    const lines = await recordLines(page);
    await page.selectOption('#speed', '2');
    await page.click('#start');
    await heardAfter(page, 0.1);
    room.voice(2);
    await page.waitForFunction((least) => document.querySelectorAll('.row[data-unvoiced]').length <= least, SPOKEN.length - 4);
    room.cutEvents();
    await text(page, '#status', 'Reconnecting');
    room.voice(4);
    await page.waitForFunction((least) => document.querySelectorAll('.row[data-unvoiced]').length <= least, SPOKEN.length - 8, { timeout: 8000 });
    room.cutEvents();
    room.voice(99);
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended, undefined, { timeout: 40_000 });
    expect(await lines()).toEqual(SPOKEN.map((entry) => entry.index));
    // The page came with two lines, so its first stream already asks for what follows them.
    expect(room.marks).toEqual([SPOKEN[1]?.index, SPOKEN[3]?.index, SPOKEN[7]?.index]);
    expect(await page.locator('#status').textContent()).toBe('');
    await close();
  }, 70_000);

  it('gives a listener who comes late the lines that have passed', async () => {
    room.voice(9);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.waitForFunction((least) => document.querySelectorAll('.row[data-unvoiced]').length === least, SPOKEN.length - 9);
    await close();
  }, 30_000);

  it('takes the sound up again where it was cut', async () => {
    room.voice(6);
    room.cutAudioAfterBytes = 417 * 120;
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.click('#start');
    await heardAfter(page, 5);
    expect(await page.locator('#status').textContent()).toBe('');
    await close();
  }, 40_000);

  it('asks for the sound again when it could not be loaded', async () => {
    room.voice(6);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.route('**/audio.mp3', (route) => route.abort(), { times: 1 });
    await page.click('#start');
    await text(page, '#status', 'Reconnecting');
    await heardAfter(page, 0.5);
    expect(await page.locator('#status').textContent()).toBe('');
    await close();
  }, 40_000);

  it('says when a voice service makes us wait, and when the read has stopped', async () => {
    room.voice(1);
    const { page, faults, close } = await visit(browser, house.url + pagePaths.room(ROOM), { timezoneId: 'UTC', locale: 'en-GB' });
    room.setStage('backoff', '2026-03-14T21:42:00.000Z');
    await text(page, '#live-text', 'waiting for a voice, next try 21:42');
    await page.click('#start');
    await text(page, '#status', 'Waiting for a voice service. Next try at 21:42.');
    room.setStage('failed');
    await text(page, '#notice-title', 'The read stopped');
    // What is done is played to its end first; then the offer stays.
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended);
    await page.locator('#notice-action').waitFor({ state: 'visible' });
    expect(faults).toEqual([]);
    await close();
  }, 30_000);

  it('says when the link has closed or the connection is away, and starts once it is back', async () => {
    house.source.voiceEveryMs = 30;
    const { page, close } = await visit(browser, house.url + pagePaths.theater('live-token'));
    await page.context().setOffline(true);
    await page.click('#start');
    await text(page, '#notice-title', 'You are offline');
    await page.context().setOffline(false);
    await page.locator('#start').waitFor({ state: 'visible' });
    await page.click('#start');
    await heardAfter(page, 0.05);
    await page.reload();
    house.source.reads.delete('live-token');
    await page.click('#start');
    await text(page, '#notice-title', 'This link has closed');
    await close();
  }, 30_000);

  it('can be heard again, and sought in, after its end', async () => {
    room.voice(4);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.click('#start');
    await heardAfter(page, 0.1);
    room.voice(99);
    await text(page, '#duration', '0:30');
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended);
    await page.locator(`.row[data-i="${SPOKEN[10]?.index}"] .cue`).click();
    await page.waitForFunction((fromMs) => {
      const audio = document.querySelector<HTMLAudioElement>('#audio');
      return audio && !audio.paused && Math.abs(audio.currentTime - fromMs / 1000) < 2;
    }, SPOKEN[10]?.startMs ?? 0);
    await page.locator('#play').focus();
    await page.keyboard.press('Home');
    await page.waitForFunction(() => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 99) < 2);
    await close();
  }, 30_000);
});

describeInBrowser('a read that is on its way', () => {
  it('opens its player by itself when it can be played', async () => {
    const house = await openHouse();
    const browser = await openBrowser();
    const { page, close } = await visit(browser, house.url + pagePaths.theater('rendering-token'));
    expect(await page.locator('h1').textContent()).toBe('Raising the curtain');
    const read = house.source.reads.get('rendering-token');
    if (!read) throw new Error('the house has lost its read');
    house.source.reads.set('rendering-token', { ...read, progress: { completedLines: 40, totalLines: 42, nextAttemptAt: null } });
    await text(page, '#state-lines', 'Line 40 of 42');
    house.source.reads.set('rendering-token', { ...read, state: 'ready' });
    await page.locator('#start').waitFor({ state: 'visible', timeout: 10_000 });
    await close();
    await browser.close();
    await house.close();
  }, 30_000);
});
