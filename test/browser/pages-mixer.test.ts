import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { ffmpegForTests } from '../support/ffmpeg.js';
import { describeInBrowser, openBrowser, visit, type Visit } from './pages-browser.js';
import { DURATION_MS, openHouse, TOKEN, type House } from './pages-house.js';

/** A tone for each channel of the file: music left and right, voices, effects, atmosphere. */
const TONES = { musicLeft: 500, musicRight: 900, voices: 1_400, effects: 2_200, beds: 3_400 };

/** A file with one tone in each of its five channels, made like the file of the separate parts. */
async function tonesApart(): Promise<Buffer<ArrayBuffer>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mixer-'));
  const file = path.join(folder, 'mixer.m4a');
  const seconds = DURATION_MS / 1000;
  const tones = Object.values(TONES).map((hz) => `0.1*sin(2*PI*${hz}*t)`).join('|');
  await (await ffmpegForTests()).run([
    '-f', 'lavfi', '-i', `aevalsrc=exprs=${tones}:c=5.0:s=48000:d=${seconds}`, '-c:a', 'aac', '-b:a', '256k', '-movflags', '+faststart', file]);
  const bytes = Buffer.from(await readFile(file));
  await rm(folder, { recursive: true });
  return bytes;
}

type Connect = (this: AudioNode, to: AudioNode, output?: number, input?: number) => AudioNode;

/** Attaches an analyser to each of the two channels that reach the speakers. */
const eavesdrop = (): void => {
  const connect = AudioNode.prototype.connect as Connect;
  const heard = globalThis as unknown as { ears: AnalyserNode[] };
  let sides: AudioNode | null = null;
  const listening: Connect = function (to, output, input) {
    if (to instanceof AudioDestinationNode) {
      if (!sides) {
        const split = this.context.createChannelSplitter(2);
        heard.ears = [0, 1].map((side) => {
          const ear = this.context.createAnalyser();
          Object.assign(ear, { fftSize: 8192, smoothingTimeConstant: 0 });
          connect.call(split, ear, side);
          return ear;
        });
        sides = split;
      }
      connect.call(this, sides);
    }
    return connect.call(this, to, output, input);
  };
  AudioNode.prototype.connect = listening as AudioNode['connect'];
};

/** The tones that each ear hears. */
const heardTones = (page: Page): Promise<string[][]> => page.evaluate((tones) => (globalThis as unknown as { ears: AnalyserNode[] }).ears.map((ear) => {
  const levels = new Float32Array(ear.frequencyBinCount);
  ear.getFloatFrequencyData(levels);
  return Object.entries(tones).filter(([, hz]) => levels[Math.round((hz / ear.context.sampleRate) * ear.fftSize)]! > -55).map(([name]) => name);
}), TONES);

const hears = (page: Page, left: string[], right: string[]): Promise<unknown> => expectSoon(() => heardTones(page), [left, right]);

/** Waits up to six seconds for the wanted value: levels glide, and an analyser covers a stretch of time. */
async function expectSoon<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  for (let tries = 0; JSON.stringify(await look()) !== JSON.stringify(wanted) && tries < 60; tries++) await sleep(100);
  expect(await look()).toEqual(wanted);
}

describeInBrowser('the mixer of a player', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    house.source.mixerFile = await tonesApart();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  async function at(token: string, options: BrowserContextOptions = {}): Promise<Visit> {
    const visitor = await visit(browser, house.url + pagePaths.audio(token), options);
    await visitor.page.addInitScript(eavesdrop);
    await visitor.page.reload();
    return visitor;
  }

  const source = (page: Page): Promise<string> =>
    page.locator('#audio').evaluate((audio: HTMLAudioElement) => new URL(audio.currentSrc).pathname.split('/').at(-1)!);

  it('changes the levels of voices, music and effects while the read plays, and is remembered', async () => {
    const { page, faults, close } = await at('mixed-token');
    await page.click('#play');
    await page.waitForFunction(() => document.querySelector<HTMLAudioElement>('#audio')!.currentTime > 1);
    const before = await page.locator('#audio').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    expect(await source(page)).toBe('recording.mp3');
    await page.click('#show-mixer');
    await expectSoon(() => source(page), 'mixer.m4a');
    await page.waitForFunction((least) => {
      const { currentTime, paused } = document.querySelector<HTMLAudioElement>('#audio')!;
      return !paused && currentTime >= least && currentTime < least + 8;
    }, before);
    await hears(page, ['musicLeft', 'voices', 'effects', 'beds'], ['musicRight', 'voices', 'effects', 'beds']);
    expect(await page.locator('#mixer-parts label').allInnerTexts()).toEqual(['Voices', 'Music', 'Effects'].map((name) => expect.stringContaining(name)));
    await page.focus('[data-part=music]');
    await page.keyboard.press('Home');
    expect(await page.getAttribute('[data-part=music]', 'aria-valuetext')).toBe('0 per cent');
    await hears(page, ['voices', 'effects', 'beds'], ['voices', 'effects', 'beds']);
    await page.keyboard.press('Escape');
    expect(await source(page)).toBe('mixer.m4a');

    await page.reload();
    expect(await page.getAttribute('#show-mixer', 'data-on')).toBe('');
    await page.click('#play');
    await page.waitForSelector('html[data-playing]');
    await hears(page, ['voices', 'effects', 'beds'], ['voices', 'effects', 'beds']);
    await page.click('#show-mixer');
    await page.click('#mixer-reset');
    await hears(page, ['musicLeft', 'voices', 'effects', 'beds'], ['musicRight', 'voices', 'effects', 'beds']);
    await page.keyboard.press('Escape');
    await expectSoon(() => source(page), 'recording.mp3');
    await page.waitForSelector('html[data-playing]');
    // The recording of the sample read is silent.
    await hears(page, [], []);
    expect(await page.locator('#audio').evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(false);
    expect(faults).toEqual([]);
    await close();
  });

  it('is missing for voices alone, in the embed, and in browsers that cannot mix; without its file the recording plays', async () => {
    for (const path of [pagePaths.audio(TOKEN), pagePaths.fullscreen('mixed-token')]) {
      const { page, close } = await visit(browser, house.url + path);
      expect([path, await page.locator('#show-mixer, #mixer').count()]).toEqual([path, 0]);
      await close();
    }
    const old = await visit(browser, `${house.url}${pagePaths.audio('mixed-token')}`);
    await old.page.addInitScript(() => { delete (globalThis as { AudioContext?: unknown }).AudioContext; });
    await old.page.reload();
    await old.page.waitForSelector('html[data-ready]');
    expect(await old.page.locator('#show-mixer').isVisible()).toBe(false);
    await old.close();

    const bytes = house.source.mixerFile;
    house.source.mixerFile = Buffer.from('no sound at all');
    const { page, close } = await at('mixed-token');
    await page.click('#play');
    await page.waitForSelector('html[data-playing]');
    await page.click('#show-mixer');
    await page.waitForSelector('#status:has-text("The mixer could not be loaded.")', { state: 'attached' });
    await expectSoon(() => source(page), 'recording.mp3');
    house.source.mixerFile = bytes;
    await close();
  });
});
