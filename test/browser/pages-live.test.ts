import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { describeInBrowser, openBrowser, visit } from './pages-browser.js';
import { ffmpegForTests } from '../support/ffmpeg.js';
import { openHouse, FRAME_MS, ROOM, SPOKEN, toneHz, toneSamples, type FakeRoom, type House } from './pages-house.js';

/** The read's clock, as the rail shows it; a live room's audio element counts from wherever it was last asked to begin. */
const seconds = async (page: Page): Promise<number> => Number(await page.locator('#seek').inputValue()) / 1000;
const heardAfter = (page: Page, from: number): Promise<unknown> => page.waitForFunction((least) => {
  const audio = document.querySelector<HTMLAudioElement>('#audio');
  return audio && audio.currentTime > 0.02 && !audio.paused && Number(document.querySelector<HTMLInputElement>('#seek')?.value) / 1000 > least;
}, from);
const clockWithin = (page: Page, fromSeconds: number, toSeconds: number): Promise<unknown> => page.waitForFunction(([from, to]) => {
  const now = Number(document.querySelector<HTMLInputElement>('#seek')?.value) / 1000;
  return now >= (from ?? 0) && now <= (to ?? 0);
}, [fromSeconds, toSeconds]);
const spokenStart = (line: number): number => (SPOKEN[line]?.startMs ?? 0) / 1000;
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

/** The tones of the sample read as an MP3 like that of the live encoder: frames of constant size, no bit reservoir. */
async function tonePerformance(): Promise<Buffer> {
  const { stdin, stdout, done } = await (await ffmpegForTests()).open([
    '-f', 's16le', '-ar', '48000', '-ac', '1', '-i', 'pipe:0', '-c:a', 'libmp3lame', '-b:a', '96k', '-reservoir', '0', '-write_xing', '0',
    '-id3v2_version', '0', '-f', 'mp3', 'pipe:1',
  ]);
  stdin.end(Buffer.from(toneSamples().buffer));
  const chunks: Buffer[] = [];
  for await (const chunk of stdout) chunks.push(chunk as Buffer);
  await done;
  return Buffer.concat(chunks);
}

/** Connects an analyser to the audio element, for `lineNow`. */
function listenClosely(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const context = new AudioContext();
    const ear = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0 });
    context.createMediaElementSource(document.querySelector<HTMLAudioElement>('#audio')!).connect(ear).connect(context.destination);
    await context.resume();
    (globalThis as unknown as { ear: AnalyserNode }).ear = ear;
  });
}

/** The line that is shown and the line whose tone is heard, both as positions among the spoken lines. */
async function lineNow(page: Page): Promise<{ shown: number; heard: number }> {
  const [index, hz] = await page.evaluate(() => {
    const { ear } = globalThis as unknown as { ear: AnalyserNode };
    const loudness = new Float32Array(ear.frequencyBinCount);
    ear.getFloatFrequencyData(loudness);
    const loudest = loudness.indexOf(Math.max(...loudness));
    return [Number(document.querySelector<HTMLElement>('.row[aria-current]')?.dataset.i ?? -1), (loudest * ear.context.sampleRate) / ear.fftSize] as const;
  });
  return { shown: SPOKEN.findIndex((entry) => entry.index === index), heard: Math.round((hz - toneHz(0)) / 100) };
}

describeInBrowser('a live room', () => {
  let house: House;
  let browser: Browser;
  let room: FakeRoom;
  beforeAll(async () => { browser = await openBrowser(); });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    house = await openHouse();
    const own = house.source.rooms.get(ROOM);
    if (!own) throw new Error('the house has no room');
    room = own;
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    await house?.close();
  });

  it('is opened by one press on the theater page and heard at once, on the element that was pressed', async () => {
    house.source.voiceEveryMs = 3_000;
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater('live-token'));
    await page.click('#start');
    await text(page, '#notice-title', 'Raising the curtain');
    await heardAfter(page, 0.05);
    // Lines that are not voiced yet stay marked as unvoiced.
    expect(await page.locator('.row[data-unvoiced]').count()).toBeGreaterThan(0);
    [...house.source.rooms.values()].at(-1)?.voice(99);
    expect(await page.locator('#notice').isVisible()).toBe(false);
    await text(page, '#live-text', 'Live read');
    await text(page, '#duration', '0:30');
    expect(await page.locator('#live').isVisible()).toBe(false);
    expect(await page.locator('.row[data-unvoiced]').count()).toBe(0);
    expect(await page.locator('audio').count()).toBe(1);
    expect(faults).toEqual([]);
    await close();
  });

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
    await heardAfter(page, 0);
    expect(await seconds(page)).toBeLessThan(2);
    expect(room.starts.slice(1)).toEqual([Math.floor(((SPOKEN[3]?.startMs ?? 0) + 5) / FRAME_MS) * 288, 0]);
    room.voice(99);
    await text(page, '#duration', '0:30');
    expect(await page.locator('#live').isVisible()).toBe(false);
    expect(await page.locator('.tick').count()).toBe(2);
    expect(faults).toEqual([]);
    await close();
  });

  it('is heard at the very line that is picked while the rest is still voiced', async () => {
    room.recording = await tonePerformance();
    room.voice(6);
    const { page, faults, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.click('#start');
    await heardAfter(page, 0.1);
    await listenClosely(page);
    const both = async (): Promise<{ shown: number; heard: number }> => {
      await page.waitForTimeout(300);
      return lineNow(page);
    };
    for (const line of [4, 1, 5]) {
      await page.locator(`.row[data-i="${SPOKEN[line]?.index}"] .cue`).click();
      await heardAfter(page, spokenStart(line));
      expect(await both()).toEqual({ shown: line, heard: line });
      room.voice();
    }
    await page.click('#previous');
    await clockWithin(page, spokenStart(4), spokenStart(5));
    expect(await both()).toEqual({ shown: 4, heard: 4 });
    await page.click('#next');
    await page.click('#next');
    await clockWithin(page, spokenStart(6), spokenStart(7));
    expect(await both()).toEqual({ shown: 6, heard: 6 });
    // The rail requests no audio while its thumb is dragged, and makes one request when it is released.
    const before = room.starts.length;
    await page.locator('#seek').evaluate((rail, ms) => {
      const input = rail as HTMLInputElement;
      for (const at of [9000, 6000, ms]) {
        input.value = String(at);
        input.dispatchEvent(new Event('input'));
      }
      input.dispatchEvent(new Event('change'));
    }, spokenStart(2) * 1000 + 100);
    await clockWithin(page, spokenStart(2), spokenStart(3));
    expect(await both()).toEqual({ shown: 2, heard: 2 });
    expect(room.starts.length).toBe(before + 1);
    expect(faults).toEqual([]);
    await close();
  });

  it('starts at the line that is picked before anything was heard', async () => {
    room.voice(6);
    const { page, faults, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.locator(`.row[data-i="${SPOKEN[3]?.index}"] .cue`).click();
    await heardAfter(page, spokenStart(3));
    expect(await seconds(page)).toBeLessThan(spokenStart(4));
    expect(room.starts).toEqual([Math.floor(((SPOKEN[3]?.startMs ?? 0) + 5) / FRAME_MS) * 288]);
    expect(faults).toEqual([]);
    await close();
  });

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
    await page.waitForFunction((least) => document.querySelectorAll('.row[data-unvoiced]').length <= least, SPOKEN.length - 8);
    room.cutEvents();
    room.voice(99);
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended);
    expect(await lines()).toEqual(SPOKEN.map((entry) => entry.index));
    // The page already showed the first two lines, so its first stream asks for those after them.
    expect(room.marks).toEqual([SPOKEN[1]?.index, SPOKEN[3]?.index, SPOKEN[7]?.index]);
    expect(await page.locator('#status').textContent()).toBe('');
    await close();
  });

  it('gives a listener who comes late the lines that have passed', async () => {
    room.voice(9);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.waitForFunction((least) => document.querySelectorAll('.row[data-unvoiced]').length === least, SPOKEN.length - 9);
    await close();
  });

  it('continues without losing or doubling a word when the sound is cut', async () => {
    room.recording = await tonePerformance();
    room.voice(2);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    const lines = await recordLines(page);
    await page.click('#start');
    await heardAfter(page, 1.5);
    await listenClosely(page);
    room.cutAudio();
    room.voice(5);
    for (const line of [1, 3, 5]) {
      await heardAfter(page, spokenStart(line) + 0.3);
      expect(await lineNow(page)).toEqual({ shown: line, heard: line });
    }
    const seen = await lines();
    expect(seen).toEqual(SPOKEN.slice(0, seen.length).map((entry) => entry.index));
    await close();
  });

  it('requests the rest, to the frame, when its sound ends before the read does', async () => {
    room.voice(1);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    const lines = await recordLines(page);
    await page.click('#start');
    await heardAfter(page, 1);
    const sentBytes = Math.floor(((SPOKEN[1]?.startMs ?? 0)) / FRAME_MS) * 288;
    room.cutAudio('ended');
    await text(page, '#status', 'Reconnecting');
    room.voice(3);
    await heardAfter(page, spokenStart(2));
    expect(room.starts).toHaveLength(2);
    expect(Math.abs((room.starts[1] ?? 0) - sentBytes)).toBeLessThanOrEqual(2 * 288);
    const seen = await lines();
    expect(seen).toEqual(SPOKEN.slice(0, seen.length).map((entry) => entry.index));
    await close();
  });

  it('continues where it stopped when the connection was away, by whichever way it comes back', async () => {
    room.voice(2);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    const lines = await recordLines(page);
    await page.click('#start');
    await heardAfter(page, 1);
    await page.evaluate(() => {
      const clock: number[] = [];
      (globalThis as unknown as { clock: number[] }).clock = clock;
      const look = (): void => {
        clock.push(Number(document.querySelector<HTMLInputElement>('#seek')?.value));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.context().setOffline(true);
    room.cutAudio();
    room.cutEvents();
    room.voice(5);
    await text(page, '#status', 'Reconnecting');
    await page.waitForTimeout(1500);
    await page.context().setOffline(false);
    await heardAfter(page, spokenStart(4));
    const clock = await page.evaluate(() => (globalThis as unknown as { clock: number[] }).clock);
    const back = clock.filter((ms, index) => ms < (clock[index - 1] ?? 0));
    expect(back).toEqual([]);
    const seen = await lines();
    expect(seen).toEqual(SPOKEN.slice(0, seen.length).map((entry) => entry.index));
    expect(await page.locator('#notice').isVisible()).toBe(false);
    await close();
  });

  it('asks for the sound again when it could not be loaded', async () => {
    room.voice(6);
    const { page, close } = await visit(browser, house.url + pagePaths.room(ROOM));
    await page.route('**/audio.mp3', (route) => route.abort(), { times: 1 });
    await page.click('#start');
    await text(page, '#status', 'Reconnecting');
    await heardAfter(page, 0.5);
    expect(room.starts).toEqual([0]);
    expect(await page.locator('#status').textContent()).toBe('');
    await close();
  });

  it('says when a voice service makes us wait, and when the read has stopped', async () => {
    room.voice(1);
    const { page, faults, close } = await visit(browser, house.url + pagePaths.room(ROOM), { timezoneId: 'UTC', locale: 'en-GB' });
    room.setStage('backoff', '2026-03-14T21:42:00.000Z');
    await text(page, '#live-text', 'waiting for a voice, next try 21:42');
    await page.click('#start');
    await text(page, '#status', 'Waiting for a voice service. Next try at 21:42.');
    room.setStage('failed');
    await text(page, '#notice-title', 'The read stopped');
    // The voiced part plays to its end; then the page offers to try again.
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended);
    await page.locator('#notice-action').waitFor({ state: 'visible' });
    expect(faults).toEqual([]);
    await close();
  });

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
  });

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
    await heardAfter(page, spokenStart(10));
    expect(await seconds(page)).toBeLessThan(spokenStart(10) + 2);
    await page.locator('#play').focus();
    await page.keyboard.press('Home');
    await clockWithin(page, 0, 2);
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')?.ended);
    await page.click('#play');
    await heardAfter(page, 0.05);
    expect(await seconds(page)).toBeLessThan(2);
    await close();
  });
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
    await page.locator('#start').waitFor({ state: 'visible' });
    await close();
    await browser.close();
    await house.close();
  });
});
