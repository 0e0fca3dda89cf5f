import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { pagePaths } from '../../src/kernel/contract/page-paths.js';
import { readDirection } from '../../src/craft/stage/direction.js';
import type { StagingData } from '../../src/pages/client-data.js';
import { axeFindings, describeInBrowser, layoutFaults, openBrowser, SIZES, visit } from './pages-browser.js';
import { openHouse, sampleRead, TIMED, type House } from './pages-house.js';

const steps = (words: string) => readDirection(words, ['MARA', 'OKORO', 'TOBY', 'MRS. PELL']).steps;
const motion = { sceneIndex: 0, isBehind: false, caption: null, durationMs: null };
const STAGING: StagingData = {
  motions: [
    { ...motion, entryIndex: 3, steps: steps('fast push in on Mara'), caption: 'The <i>hardest</i> part' },
    { ...motion, entryIndex: 5, steps: steps('pan left'), isBehind: true },
    { ...motion, sceneIndex: 1, entryIndex: 8, steps: steps('shake'), durationMs: 20_000 },
  ],
  canvas: [
    { sceneIndex: 0, entryIndex: 2, text: 'Nine & forty, by the <b>clock', picture: null, place: 'left', reveal: 'drift', durationMs: null },
    { sceneIndex: 1, entryIndex: 9, text: 'Nobody has sung here since nineteen seventy-one', picture: null, place: 'centre', reveal: 'spotlight', durationMs: 20_000 },
    { sceneIndex: 1, entryIndex: 9, text: null, picture: { url: '', alt: 'a stove' }, place: 'right', reveal: 'fade', durationMs: null },
  ],
};

describeInBrowser('a stage on which something moves', () => {
  let house: House;
  let browser: Browser;
  beforeAll(async () => {
    house = await openHouse();
    browser = await openBrowser();
    const read = sampleRead({ token: 'staged-token' });
    const [picture] = read.cast.flatMap(({ bust }) => bust ?? []);
    const canvas = STAGING.canvas!.map((beat) => (beat.picture ? { ...beat, picture: { ...beat.picture, url: picture!.url.replace('open-token', 'staged-token') } } : beat));
    house.source.reads.set('staged-token', { ...read, staging: { ...STAGING, canvas } });
  });
  afterAll(async () => {
    await browser?.close();
    await house?.close();
  });

  const opened = async (options: Parameters<typeof visit>[2] = {}, path = pagePaths.theater('staged-token')) => {
    const visited = await visit(browser, house.url + path, { reducedMotion: 'no-preference', ...options });
    await visited.page.waitForSelector('html[data-ready]');
    await visited.page.click('#start');
    await visited.page.waitForFunction(() => (document.querySelector<HTMLAudioElement>('#audio')?.currentTime ?? 0) > 0);
    return visited;
  };
  /** Pauses within an entry, at this share of its duration. */
  const at = async (page: Page, entry: number, share: number): Promise<void> => {
    const { startMs, endMs } = TIMED[entry]!;
    await page.evaluate((to) => new Promise<void>((resolve) => {
      const audio = document.querySelector<HTMLAudioElement>('#audio')!;
      audio.pause();
      audio.addEventListener('seeked', () => requestAnimationFrame(() => requestAnimationFrame(() => resolve())), { once: true });
      audio.currentTime = to;
    }), (startMs! + (endMs! - startMs!) * share) / 1_000);
  };
  const beats = (page: Page): Promise<string[]> => page.evaluate(() => [...document.querySelectorAll('#picture > .beat')].map((beat) =>
    beat.textContent || beat.querySelector('img')!.alt));
  /** The scale and the horizontal shift that the camera gives an element. */
  const cameraOn = (page: Page, selector: string): Promise<{ zoom: number; aside: number }> => page.evaluate((query) => {
    const { a, e } = new DOMMatrix(getComputedStyle(document.querySelector(query)!).transform);
    return { zoom: a, aside: e };
  }, selector);

  it('shows words at their entry and not before, in their place, over nobody\'s face', async () => {
    const { page, faults, close } = await opened();
    await at(page, 1, 0.8);
    expect(await beats(page)).toEqual([]);
    await at(page, 2, 0.3);
    expect(await beats(page)).toEqual(['Nine & forty, by the <b>clock']);
    const { box, picture, faces } = await page.evaluate(() => {
      const rect = (element: Element) => { const { left, top, right, bottom } = element.getBoundingClientRect(); return { left, top, right, bottom }; };
      return {
        box: rect(document.querySelector('.beat > span')!), picture: rect(document.querySelector('#picture')!),
        faces: [...document.querySelectorAll('.actor:not([hidden]) .bust')].map((bust) => {
          const { left, right, top, bottom } = rect(bust);
          const [wide, high] = [right - left, bottom - top];
          return { left: left + wide * 0.3, right: right - wide * 0.3, top: top + high * 0.1, bottom: top + high * 0.5 };
        }),
      };
    });
    expect([box.left >= picture.left, box.right <= picture.right, box.top >= picture.top, box.bottom <= picture.bottom]).toEqual([true, true, true, true]);
    expect(faces.length).toBeGreaterThan(2);
    expect(faces.filter((face) => face.left < box.right && face.right > box.left && face.top < box.bottom && face.bottom > box.top)).toEqual([]);
    await at(page, 3, 0.3);
    expect(await beats(page)).toEqual(['The <i>hardest</i> part']);
    await at(page, 7, 0.5);
    expect(await beats(page)).toEqual([]);
    await at(page, 9, 0.4);
    expect((await beats(page)).sort()).toEqual(['Nobody has sung here since nineteen seventy-one', 'a stove']);
    await at(page, 10, 0.4);
    expect(await beats(page)).toEqual(['Nobody has sung here since nineteen seventy-one']);
    await at(page, 11, 0.4);
    expect([await beats(page), faults]).toEqual([[], []]);
    await close();
  });

  it('moves the camera as directed, over the place with its people or over the place alone', async () => {
    const { page, faults, close } = await opened();
    const both = async () => [await cameraOn(page, '.backdrop[data-shown]'), await cameraOn(page, '#cast')] as const;
    await at(page, 1, 0.8);
    expect((await both()).map(({ zoom }) => zoom)).toEqual([1, 1]);
    await at(page, 3, 0.25);
    const [early] = await both();
    await at(page, 3, 0.9);
    const [place, people] = await both();
    expect([early.zoom > 1.01, place.zoom > early.zoom + 0.2, place.zoom > 1.5]).toEqual([true, true, true]);
    expect([people.zoom, people.aside]).toEqual([place.zoom, place.aside]);
    // Seeking back moves the camera back too.
    await at(page, 3, 0.25);
    expect((await both())[0].zoom).toBeLessThan(early.zoom + 0.12);
    await at(page, 5, 0.5);
    const [behind, still] = await both();
    expect([behind.zoom > 1.1, still.zoom]).toEqual([true, 1]);
    await at(page, 9, 0.5);
    expect((await both())[0].zoom).toBeGreaterThan(1.01);
    await at(page, 11, 0.6);
    await page.waitForFunction(() => new DOMMatrix(getComputedStyle(document.querySelector('#cast')!).transform).a === 1);
    expect(faults).toEqual([]);
    await close();
  });

  it('keeps still for those who want less motion, and shows its words all the same', async () => {
    const { page, close } = await opened({ reducedMotion: 'reduce' });
    await at(page, 3, 0.6);
    expect([(await cameraOn(page, '#cast')).zoom, await beats(page)]).toEqual([1, ['The <i>hardest</i> part']]);
    expect(await page.evaluate(() => document.querySelector('.beat')!.getAnimations().length)).toBe(0);
    await close();
  });

  it.each([
    ['a desktop', SIZES.desktop, 'dark', ''], ['a phone', SIZES.phone, 'light', ''], ['a small embed', { width: 480, height: 270 }, 'dark', '?view=fullscreen'],
  ] as const)('fits %s', async (name, viewport, colorScheme, view) => {
    const { page, faults, close } = await opened({ viewport, colorScheme, reducedMotion: 'reduce' }, pagePaths.theater('staged-token') + view);
    for (const [entry, count] of [[2, 1], [9, 2]] as const) {
      await at(page, entry, 0.5);
      expect((await beats(page)).length).toBe(count);
      if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name.replaceAll(' ', '-')}-${entry}.png` });
      const inside = await page.evaluate(() => {
        const picture = document.querySelector('#picture')!.getBoundingClientRect();
        return [...document.querySelectorAll('.beat > *')].map((beat) => beat.getBoundingClientRect())
          .every(({ left, right, top, bottom }) =>
            left >= picture.left - 1 && right <= picture.right + 1 && top >= picture.top - 1 && bottom <= picture.bottom + 1);
      });
      expect([faults, inside, await axeFindings(page), await layoutFaults(page)]).toEqual([[], true, [], []]);
    }
    await close();
  });

  it('loads its files only on pages on which something moves', async () => {
    const { page, close } = await visit(browser, house.url + pagePaths.theater('open-token'));
    expect(await page.evaluate(() => document.querySelectorAll('[src*=staging], [href*=staging]').length)).toBe(0);
    await close();
  });
});
