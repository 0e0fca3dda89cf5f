import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { insertPerformanceRow } from '../support/work-rows.js';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import type { ApiClient } from '../support/api-client.js';
import { approvedPlan, finalizedRead, finishedJob, startJob } from '../support/main-job.js';
import { insertReadyRead } from '../support/ready-read.js';
import { ALL_QUEUES, openStand, type Stand } from '../support/stands/stand.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';

interface Sample { ms: number; line: number; caption: string }
interface Timed { entryIndex: number; startMs: number; endMs: number }

const pressAndHear = async (page: Page): Promise<number> => {
  const pressedAt = Date.now();
  await page.click('#start');
  await page.waitForFunction(() => {
    const audio = document.querySelector<HTMLAudioElement>('#audio');
    return audio && !audio.src.includes('silence') && audio.currentTime > 0;
  }, null, { polling: 20 });
  return Date.now() - pressedAt;
};

/** Samples the marked line and the caption with the time on the rail, once a frame for `forMs`. The audio of a room may begin anywhere in the read. */
function watchCaptions(page: Page, forMs: number): Promise<Sample[]> {
  return page.evaluate((lengthMs) => new Promise<Sample[]>((resolve) => {
    const samples: Sample[] = [];
    const endAt = performance.now() + lengthMs;
    const look = (): void => {
      samples.push({
        ms: Number(document.querySelector<HTMLInputElement>('#seek')!.value), line: Number(document.querySelector<HTMLElement>('.row[aria-current]')?.dataset.i ?? -1),
        caption: document.querySelector('#caption-say')?.textContent ?? '',
      });
      if (performance.now() < endAt) requestAnimationFrame(look);
      else resolve(samples);
    };
    requestAnimationFrame(look);
  }), forMs);
}

/** Lines of a room or recording by the clock of its audio, from the events it sends. */
async function timesOf(eventsUrl: string): Promise<Timed[]> {
  const body = await (await fetch(eventsUrl)).text();
  return [...body.matchAll(/event: line\ndata: (.*)/g)].map((match) => JSON.parse(match[1]!) as Timed);
}

/** The rail, which gives a sample its time, moves in steps of a tenth of a second. */
const RAIL_HALF_STEP_MS = 50;

/**
 * The share of samples that mark (and caption) a line which was heard at some moment since the frame before. Samples before the first line do not count. A
 * busy machine paints few frames, and a frame shows what was heard when it was made.
 */
function agreement(samples: readonly Sample[], times: readonly Timed[], texts: ReadonlyMap<number, string>, captioned: boolean): number {
  const framed = samples.map((sample, at) => ({ ...sample, fromMs: Math.min(sample.ms, samples[at - 1]?.ms ?? sample.ms) }));
  // The first line may be marked late, by up to a frame and half a step of the rail, like every other line.
  const due = framed.filter(({ fromMs }) => fromMs - RAIL_HALF_STEP_MS >= times[0]!.startMs);
  expect(due.length).toBeGreaterThan(40);
  const heardAt = (ms: number): number => times.findLastIndex(({ startMs }) => startMs <= ms);
  const right = due.filter(({ fromMs, ms, line, caption }) =>
    times.slice(Math.max(0, heardAt(fromMs - RAIL_HALF_STEP_MS)), heardAt(ms + RAIL_HALF_STEP_MS) + 1).some(({ entryIndex }) => entryIndex === line)
      && (!captioned || (caption !== '' && (texts.get(line) ?? '').includes(caption))));
  return right.length / due.length;
}

async function scriptTexts(page: Page): Promise<Map<number, string>> {
  const rows = await page.locator('.row').evaluateAll((all) => all.map((row) =>
    [Number((row as HTMLElement).dataset.i), row.querySelector('.tx')?.textContent?.trim() ?? ''] as const));
  return new Map(rows);
}

describeInBrowser('a table read, from a story to a recording', () => {
  let stand: Stand;
  let browser: Browser;
  let client: ApiClient;
  let artifactId: string;
  beforeAll(async () => {
    stand = await openStand({ queues: ALL_QUEUES });
    client = await stand.newAccount();
    browser = await openBrowser();
    const job = await finishedJob(client, (await startJob(client, await approvedPlan(client, 120))).body.job.id as string);
    if (job.status !== 'READY') throw new Error(`the job is ${job.status}: ${job.failureMessage}`);
    artifactId = job.artifacts[0].id as string;
  });
  afterAll(async () => {
    await browser?.close();
    await stand?.close();
  });

  const manifest = async (): Promise<any> => (await client.get(`/artifacts/${artifactId}`)).body.artifact.manifest;

  it('is heard live on the theater page and in its room, then as a file, with captions at the audio clock', async () => {
    const { theaterUrl } = await manifest();
    const theater = await visit(browser, theaterUrl);
    expect(await axeFindings(theater.page)).toEqual([]);
    const opened = theater.page.waitForResponse((response) => response.url().endsWith('/live/start'));
    const firstSoundMs = await pressAndHear(theater.page);
    process.stderr.write(`sound ${firstSoundMs} ms after the press\n`);
    const room = await (await opened).json() as { liveRoomUrl: string; eventsUrl: string };
    const texts = await scriptTexts(theater.page);
    const samples = await watchCaptions(theater.page, 9_000);
    expect(samples.at(-1)!.ms - samples[0]!.ms).toBeGreaterThan(6_000);
    const times = await timesOf(room.eventsUrl);
    expect(times.length).toBeGreaterThan(3);
    expect(agreement(samples, times, texts, true)).toBeGreaterThanOrEqual(0.99);
    expect(await axeFindings(theater.page)).toEqual([]);
    expect(theater.faults).toEqual([]);
    await theater.close();

    const live = await visit(browser, room.liveRoomUrl);
    await pressAndHear(live.page);
    expect(agreement(await watchCaptions(live.page, 3_000), times, texts, true)).toBeGreaterThanOrEqual(0.99);
    const late = await visit(browser, room.liveRoomUrl);
    await pressAndHear(late.page);
    await late.page.waitForTimeout(5_000);
    const [one, other] = await Promise.all([live.page, late.page].map((page) => page.evaluate(() =>
      Number(document.querySelector<HTMLInputElement>('#seek')!.value) - Date.now())));
    process.stderr.write(`two listeners of a room are ${Math.round(Math.abs(one! - other!))} ms apart\n`);
    expect(Math.abs(one! - other!)).toBeLessThan(300);
    await late.close();
    expect(await axeFindings(live.page)).toEqual([]);
    expect(live.faults).toEqual([]);
    await live.close();

    const finalized = await finalizedRead(client, artifactId);
    expect(finalized.audio.finalize.status).toBe('complete');
    const audio = await visit(browser, finalized.audio.liveUrl);
    expect(await axeFindings(audio.page)).toEqual([]);
    await audio.page.click('#play');
    await audio.page.waitForFunction(() => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 0) > 0.2);
    const wanted = times[Math.floor(times.length / 2)]!;
    await audio.page.click(`.row[data-i="${wanted.entryIndex}"] .tx`);
    await audio.page.waitForFunction((seconds) => {
      const now = document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 0;
      return now >= seconds && now < seconds + 2;
    }, wanted.startMs / 1000);
    expect(agreement(await watchCaptions(audio.page, 4_000), times, texts, false)).toBeGreaterThanOrEqual(0.99);
    expect(await axeFindings(audio.page)).toEqual([]);
    expect(audio.faults).toEqual([]);
    await audio.close();
  });

  it('fits a phone and an embed, reads without JavaScript, and closes with its link', async () => {
    const { theaterUrl, theaterFullscreenUrl, shareToken } = await manifest();
    for (const [url, viewport] of [[theaterFullscreenUrl, SIZES.desktop], [theaterUrl, SIZES.phone]] as const) {
      const { page, faults, close } = await visit(browser, url, { viewport });
      expect([await axeFindings(page), await layoutFaults(page), faults]).toEqual([[], [], []]);
      await close();
    }
    const plain = await visit(browser, theaterUrl, { javaScriptEnabled: false });
    expect(await plain.page.locator('.row:visible').count()).toBeGreaterThan(3);
    await plain.close();

    const expired = stand.api.services.tokens.sign('share', artifactId, new Date(Date.now() - 1_000));
    const closed = await visit(browser, theaterUrl.replace(shareToken, expired));
    expect(await closed.page.locator('h1').textContent()).toBe('This link has closed');
    expect(await closed.page.locator('.row, audio').count()).toBe(0);
    await closed.close();
  });

  it('lets a visitor start a failed read again', async () => {
    const { db } = stand.api.services;
    const read = await insertReadyRead(stand, client.accountId);
    await insertPerformanceRow(db, { ...read, accountId: client.accountId }, { status: 'FAILED', lineCount: 7 });
    const { page, faults, close } = await visit(browser, stand.config.appUrl + pagePaths.theater(read.shareToken));
    expect([await axeFindings(page), await layoutFaults(page)]).toEqual([[], []]);
    await page.click('#state-again');
    await page.locator('#start').waitFor({ state: 'visible' });
    await pressAndHear(page);
    expect(faults).toEqual([]);
    await close();
  });
});
