import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';
import { openHouse, ROOM, sampleRead, SPOKEN, TOKEN, type House } from './pages-house.js';

/** Every page, in every state that a visitor can bring about. `act` leads from the loaded page to that state. */
interface Sight { name: string; path: string; act?: (page: Page) => Promise<unknown>; closed?: true; alwaysDark?: true }

const at = (index: number): string => `t=${((SPOKEN[index]?.startMs ?? 0) / 1000 + 0.1).toFixed(2)}`;
const current = (page: Page): Promise<unknown> => page.waitForSelector('.row[aria-current], .bare [data-on]', { state: 'attached' });

const isPlaying = (page: Page): Promise<unknown> => page.waitForFunction(() => {
  const audio = document.querySelector<HTMLAudioElement>('#audio');
  return audio && !audio.paused && audio.currentTime > 0;
});
const secondsOf = (page: Page): Promise<number> => page.locator('#audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime);

const SIGHTS: readonly Sight[] = [
  { name: 'start', path: pagePaths.theater(TOKEN) },
  { name: 'theater', path: `${pagePaths.theater(TOKEN)}?${at(4)}`, act: current },
  { name: 'narration', path: `${pagePaths.theater(TOKEN)}?${at(6)}`, act: current },
  { name: 'scenes', path: `${pagePaths.theater(TOKEN)}?${at(8)}`, act: (page) => page.click('#tab-scenes') },
  { name: 'cast', path: `${pagePaths.theater(TOKEN)}?${at(8)}`, act: (page) => page.click('#tab-cast') },
  { name: 'keys', path: pagePaths.theater(TOKEN), act: (page) => page.keyboard.press('?') },
  { name: 'settings', path: pagePaths.theater(TOKEN), act: (page) => page.click('#show-settings') },
  { name: 'mixer', path: pagePaths.theater('mixed-token'), act: (page) => page.click('#show-mixer') },
  { name: 'share', path: pagePaths.theater(TOKEN), act: (page) => page.click('#share') },
  { name: 'full screen', path: `${pagePaths.fullscreen(TOKEN)}&${at(5)}`, act: current, alwaysDark: true },
  { name: 'audio', path: `${pagePaths.audio(TOKEN)}?${at(4)}`, act: current },
  { name: 'live', path: pagePaths.room(ROOM), act: (page) => page.waitForFunction(() => document.body.innerText.includes('voicing line 6 of 13')) },
  { name: 'live start', path: pagePaths.theater('live-token') },
  { name: 'rendering', path: pagePaths.theater('rendering-token') },
  { name: 'backoff', path: pagePaths.theater('backoff-token') },
  { name: 'empty', path: pagePaths.theater('empty-token') },
  { name: 'failed', path: pagePaths.theater('failed-token') },
  { name: 'closed', path: pagePaths.theater('nope'), closed: true },
  { name: 'nothing here', path: '/no/such/place', closed: true },
  { name: 'search', path: `${pagePaths.theater(TOKEN)}?${at(4)}`, act: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('train');
  } },
  { name: 'front door', path: '/' },
];

describeInBrowser('pages for everybody', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    house.source.rooms.get(ROOM)?.voice(5);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  const looks = SIGHTS.flatMap((sight) => (['desktop', 'phone'] as const).map((size) => [sight.name, size, sight] as const));

  it.each(looks)('%s, %s: has no fault of accessibility or layout in the dark and in the light theme', async (_name, size, sight) => {
    const { page, faults, close } = await visit(browser, house.url + sight.path, { colorScheme: 'dark', viewport: SIZES[size] });
    await sight.act?.(page);
    // The colour scheme affects style sheets only, so one visit checks both schemes.
    const grounds = new Set<string>();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      grounds.add(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
      expect([colorScheme, await axeFindings(page), await layoutFaults(page)]).toEqual([colorScheme, [], []]);
    }
    expect(grounds.size).toBe(sight.alwaysDark ? 1 : 2);
    expect(faults.filter((fault) => !(sight.closed && fault.includes('404')))).toEqual([]);
    await close();
  });

  it.each(SIGHTS)('$name fits 320 px, low windows, and 200 % text on a phone', async ({ path, act }) => {
    const { page, close } = await visit(browser, house.url + path, { viewport: { width: 320, height: 640 } });
    await act?.(page);
    expect(await layoutFaults(page)).toEqual([]);
    // A desktop window at 400 %, and a small phone on its side.
    for (const [width, height] of [[320, 256], [480, 270], [568, 320]] as const) {
      await page.setViewportSize({ width, height });
      const seek = page.locator('#seek:visible');
      const seekPx = await seek.count() > 0 ? await seek.evaluate((rail) => rail.getBoundingClientRect().width) : Infinity;
      expect([width, await layoutFaults(page), seekPx > 60]).toEqual([width, [], true]);
    }
    await page.setViewportSize(SIZES.phone);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await close();
  });

  it.each<[string, BrowserContextOptions]>([
    ['more contrast', { contrast: 'more' }], ['the colours of the system', { forcedColors: 'active' }],
    ['the light colours of the system', { forcedColors: 'active', colorScheme: 'light' }],
  ])('shows who speaks and where the script is with %s', async (_name, wish) => {
    for (const size of ['desktop', 'phone'] as const) {
      const { page, faults, close } = await visit(browser, `${house.url}${pagePaths.theater(TOKEN)}?${at(4)}`, { ...wish, viewport: SIZES[size] });
      await current(page);
      expect(await axeFindings(page)).toEqual([]);
      expect(await layoutFaults(page)).toEqual([]);
      const looks = await page.evaluate(() => {
        const style = (selector: string): CSSStyleDeclaration => getComputedStyle(document.querySelector(selector)!);
        return {
          plate: style('.actor[data-on] .plate').outlineStyle, row: style('.row[aria-current] .cue').outlineStyle, rowIn: Number.parseFloat(style('.row[aria-current] .cue').outlineOffset) < 0,
          quiet: style('.actor:not([data-on], [hidden]) .bust').filter, loud: style('.actor[data-on] .bust').filter,
          second: style('.row:not([aria-current]) .nm').color, first: style('body').color,
        };
      });
      expect(looks.quiet).not.toBe(looks.loud);
      if (wish.forcedColors) expect([looks.plate, looks.row, looks.rowIn]).toEqual(['solid', 'solid', true]);
      else expect(looks.second).toBe(looks.first);
      for (const path of [pagePaths.fullscreen(TOKEN), pagePaths.audio(TOKEN)]) {
        await page.goto(`${house.url}${path}${path.includes('?') ? '&' : '?'}${at(4)}`);
        await page.waitForSelector('html[data-ready]');
        expect([path, await axeFindings(page)]).toEqual([path, []]);
      }
      expect(faults).toEqual([]);
      await close();
    }
  });

  it('can be read without JavaScript', async () => {
    for (const path of [pagePaths.theater(TOKEN), pagePaths.audio(TOKEN)]) {
      const { page, close } = await visit(browser, house.url + path, { javaScriptEnabled: false });
      expect(await page.locator('.row:visible').count()).toBe(SPOKEN.length + 1);
      expect(await page.locator('audio[controls]:visible').getAttribute('aria-label')).toBe('The read');
      expect(await page.locator(':is(.transport, .curtain, .acts, .tabs, .follow, #show-find, .room):visible').count()).toBe(0);
      await close();
    }
    const mixed = await visit(browser, house.url + pagePaths.theater('mixed-token'), { javaScriptEnabled: false });
    expect(await mixed.page.locator('#show-mixer:visible, #mixer:visible').count()).toBe(0);
    await mixed.close();
    const live = await visit(browser, house.url + pagePaths.theater('live-token'), { javaScriptEnabled: false });
    expect(await live.page.locator('noscript, .plain-audio').first().textContent()).toContain('needs JavaScript');
    await live.close();
  });

  it('prints as a screenplay', async () => {
    const { page, close } = await visit(browser, `${house.url}${pagePaths.theater(TOKEN)}`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(.stage, .transport, .tabs, .acts, .follow, #show-find):visible').count()).toBe(0);
    expect(await page.locator('.row:visible').count()).toBe(SPOKEN.length + 1);
    const fonts = await page.locator('.tx').evaluateAll((all) => all.map((text) => getComputedStyle(text).fontFamily.split(',')[0]));
    expect(new Set(fonts)).toEqual(new Set(['"Courier Prime"']));
    await close();
  });

  it('puts captions on a dark plate, so that they are readable over any picture', async () => {
    const { page, close } = await visit(browser, `${house.url}${pagePaths.fullscreen(TOKEN)}&${at(4)}`);
    await current(page);
    const plate = await page.locator('#caption-say').evaluate((say) => getComputedStyle(say).backgroundColor);
    const alpha = Number(/[\d.]+(?=\)$)/.exec(plate)?.[0]);
    expect(alpha).toBeGreaterThanOrEqual(0.75);
    await close();
  });

  it('moves by five seconds with the arrow keys on the position, and by thirty with the Page keys, and says so at once', async () => {
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater(TOKEN));
    await page.click('#start');
    await isPlaying(page);
    await page.keyboard.press('k');
    await page.keyboard.press('Home');
    await page.locator('#seek').focus();
    const said = () => page.locator('#seek').getAttribute('aria-valuetext');
    for (const [key, second, words] of [['ArrowRight', 5, '0:05'], ['ArrowUp', 10, '0:10'], ['ArrowLeft', 5, '0:05'], ['PageDown', 0, '0:00']] as const) {
      await page.keyboard.press(key);
      expect([key, Number(await page.locator('#seek').inputValue()) / 1000, await said()]).toEqual([key, second, expect.stringContaining(`${words} of `)]);
      expect(await secondsOf(page)).toBeCloseTo(second, 1);
    }
    await page.keyboard.press('PageUp');
    expect(await secondsOf(page)).toBeGreaterThan(10);
    expect(faults).toEqual([]);
    await close();
  });

  it('shows spoken credits as captions of nobody while they are heard', async () => {
    const lastMs = SPOKEN.at(-1)!.endMs!;
    house.source.reads.set('credited-token', sampleRead({
      token: 'credited-token', audioUrl: pagePaths.media('credited-token', 'recording.mp3'), credits: [
        { place: 'opening', text: 'Last Train to Aldermere. Part 2 of 2.', startMs: 20, endMs: 280 },
        { place: 'closing', text: 'Performed by synthetic voices.', startMs: lastMs + 50, endMs: lastMs + 450 },
      ],
    }));
    const { page, faults, close } = await visit(browser, house.url + pagePaths.theater('credited-token'));
    await page.click('#start');
    await isPlaying(page);
    await page.keyboard.press('k');
    const captionAt = async (ms: number) => {
      await page.locator('#audio').evaluate((audio, value) => new Promise<void>((resolve) => {
        audio.addEventListener('seeked', () => requestAnimationFrame(() => resolve()), { once: true });
        (audio as HTMLAudioElement).currentTime = value;
      }), ms / 1000);
      return [await page.locator('#caption-who').textContent(), await page.locator('#caption-say').textContent()];
    };
    expect(await captionAt(100)).toEqual(['', 'Last Train to Aldermere. Part 2 of 2.']);
    expect((await captionAt(SPOKEN[1]!.startMs! + 10))[0]).toBe('OKORO');
    expect((await captionAt(lastMs + 20))[0]).toBe('OKORO');
    expect(await captionAt(lastMs + 200)).toEqual(['', 'Performed by synthetic voices.']);
    expect(await page.locator('.actor[data-on]').count()).toBe(0);
    expect((await captionAt(SPOKEN[1]!.startMs! + 10))[0]).toBe('OKORO');
    expect(faults).toEqual([]);
    await close();
  });

  it('ends a title that does not fit on a phone with an ellipsis', async () => {
    house.source.reads.set('titled-token', sampleRead({ token: 'titled-token', title: 'The Very Last Train to Aldermere and Everywhere Beyond', audioUrl: pagePaths.media('titled-token', 'recording.mp3') }));
    const { page, close } = await visit(browser, house.url + pagePaths.fullscreen('titled-token'), { viewport: SIZES.phone });
    const title = await page.locator('.elsewhere').evaluate((link) => {
      const { display, textOverflow } = getComputedStyle(link);
      return { display, textOverflow, isCut: link.scrollWidth > link.clientWidth, isLarge: link.getBoundingClientRect().height >= 44 };
    });
    expect(title).toEqual({ display: 'block', textOverflow: 'ellipsis', isCut: true, isLarge: true });
    await close();
  });
});
