import { describe, expect, it } from '@jest/globals';
import { chapterCardSvg, chapterOverSvg, closingSvg, interludeSvg, titleSequenceSvg, type ChapterCard } from '../../../src/craft/deck/picture/cards.js';
import { cardColours } from '../../../src/craft/deck/picture/colours.js';
import { cardParts, WHOLE_CARD } from '../../../src/craft/deck/picture/text-motion.js';
import { setText, wordsIn } from '../../../src/craft/deck/picture/words.js';
import { rasterisePixels, type RasterPixels } from '../../../src/craft/images/raster.js';

const WIDE = { width: 1_600, height: 900 };
const PX = 640;
const LONG = 'The keeper waits. She counts the hours, and the sea counts with her; nobody comes. '.repeat(14);
const CARDS: readonly ChapterCard[] = [
  { kicker: 'Setup', title: 'The light', text: 'Four hours, one lamp.', quotes: [{ speaker: 'MARA', text: 'Did you wind the weights?' }] },
  {
    kicker: 'ESCALATION OF EVERYTHING THAT WAS EVER SAID', title: 'MWMW '.repeat(20), text: LONG,
    quotes: Array.from({ length: 4 }, () => ({ speaker: 'W'.repeat(60), text: LONG })),
  },
  { kicker: '', title: 'W'.repeat(90), text: 'M'.repeat(300), quotes: [] }, { kicker: '', title: '', text: `MMMM WWWW `.repeat(60), quotes: [] },
  { kicker: '', title: '', text: '', quotes: [{ speaker: null, text: 'WIDE AND WILD '.repeat(40) }] }, { kicker: '灯台', title: '🙂', text: 'Ľúbezný šťastný život', quotes: [] },
];
const PALETTES = [[], ['#2f6f8f', '#e8d7b0', '#7a2f35'], ['#ffffff', '#fefefe'], ['#000000'], ['#00ff00', '#ff00ff']];

const drawn = (svg: string): Promise<RasterPixels> => rasterisePixels(svg, PX);
const part = (shown: Partial<typeof WHOLE_CARD>) => ({ ground: false, head: false, words: null, quotes: false, ...shown });

type Rgb = readonly [number, number, number];
function luminance(rgb: Rgb): number {
  const linear = (value: number): number => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = rgb.map((value) => linear(value / 255)) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (one: Rgb, other: Rgb): number => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};
const at = ({ rgba }: RasterPixels, place: number): [Rgb, number] =>
  [[rgba[place * 4]!, rgba[place * 4 + 1]!, rgba[place * 4 + 2]!], rgba[place * 4 + 3]! / 255];
const over = ([[red, green, blue], alpha]: [Rgb, number], ground: number): Rgb =>
  [red, green, blue].map((value) => value * alpha + ground * (1 - alpha)) as unknown as Rgb;

/** Indices of the pixels whose opacity is at least `least`; by default those that letters cover fully. */
const letters = (pixels: RasterPixels, least = 0.99): number[] =>
  Array.from({ length: pixels.rgba.length / 4 }, (_, place) => place).filter((place) => pixels.rgba[place * 4 + 3]! / 255 >= least);

/** The smallest distance of these pixels from an edge, as a share of the width or height; 0.5 without pixels. */
function nearest(places: readonly number[], { widthPx, heightPx }: RasterPixels): number {
  return places.reduce((least, place) => {
    const [x, y] = [(place % widthPx) / widthPx, Math.floor(place / widthPx) / heightPx];
    return Math.min(least, x, 1 - x, y, 1 - y);
  }, 0.5);
}

describe('a card of a chapter', () => {
  it('keeps everything within its margins, whatever is written', async () => {
    for (const [index, card] of CARDS.entries()) {
      for (const svg of [await chapterCardSvg(card, WIDE, [], part({ head: true, words: [0, Infinity], quotes: true })),
        await chapterOverSvg(card, WIDE, part({ head: true, words: [0, Infinity] }))]) {
        const pixels = await drawn(svg);
        const edge = nearest(letters(pixels, 0.02), pixels);
        expect({ index, edge, isSafe: edge >= 0.05 }).toMatchObject({ isSafe: true });
      }
    }
  });

  it('is legible in the colours of every palette', async () => {
    for (const palette of PALETTES) {
      const { ground, lit, ink, accent } = cardColours(palette);
      const rgb = (hex: string): Rgb => [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16)) as unknown as Rgb;
      for (const colour of [ink, accent]) {
        for (const below of [ground, lit]) expect([palette, colour, contrast(rgb(colour), rgb(below)) >= 4.5]).toEqual([palette, colour, true]);
      }
      const [words, below] = [await drawn(await chapterCardSvg(CARDS[0]!, WIDE, palette, part({ head: true, words: [0, 99], quotes: true }))),
        await drawn(await chapterCardSvg(CARDS[0]!, WIDE, palette, part({ ground: true })))];
      expect(Math.min(...letters(words).map((place) => contrast(at(words, place)[0], at(below, place)[0])))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('is legible over white and over black', async () => {
    for (const card of CARDS.slice(0, 2)) {
      const words = await drawn(await chapterOverSvg(card, WIDE, part({ head: true, words: [0, Infinity] })));
      const shade = await drawn(await chapterOverSvg(card, WIDE, part({ ground: true })));
      const places = letters(words);
      expect(places.length).toBeGreaterThan(300);
      for (const ground of [0, 128, 255]) {
        const least = Math.min(...places.map((place) => contrast(at(words, place)[0], over(at(shade, place), ground))));
        expect({ ground, least, isRead: least >= 4.5 }).toMatchObject({ isRead: true });
      }
      // The upper half of the picture stays free.
      expect(Array.from({ length: PX }, (_, x) => at(shade, x + PX * 90)[1]).every((alpha) => alpha < 0.02)).toBe(true);
    }
  });

  it('consists of its parts, each at its place', async () => {
    const card = CARDS[0]!;
    for (const motion of ['by_sentence', 'typed', 'rise'] as const) {
      const parts = cardParts(motion, card).map((one) => ({ ...one.part, ground: false }));
      const all = await Promise.all(parts.map(async (one) => drawn(await chapterCardSvg(card, WIDE, [], one))));
      const whole = await drawn(await chapterCardSvg(card, WIDE, [], { ...WHOLE_CARD, ground: false }));
      const together = new Set(all.flatMap((pixels) => letters(pixels)));
      expect(letters(whole).filter((place) => !together.has(place)).length).toBe(0);
      expect(together.size).toBe(letters(whole).length);
    }
  });
});

describe('a text that is set', () => {
  it('is as large as its room allows, shrinks when it is long, and is cut with an ellipsis when it is too long', () => {
    const room = { width: 1_000, height: 200 };
    const [short, longer, long] = ['Four hours.', LONG.slice(0, 300), LONG].map((text) => setText(text, room, { max: 48, min: 24 }));
    expect([short!.size, longer!.size < 48 && longer!.size > 24, long!.size]).toEqual([48, true, 24]);
    const textOf = ({ lines }: typeof short & object): string => lines.map((line) => line.map(({ text }) => text).join(' ')).join(' ');
    expect(textOf(longer!)).toBe(wordsIn(LONG.slice(0, 300)).join(' '));
    expect([textOf(long!).endsWith('…'), LONG.startsWith(textOf(long!).slice(0, -1)), long!.lines.length]).toEqual([true, true, Math.floor(200 / (24 * 1.22))]);
  });

  it('has lines of about equal length when it is set evenly', () => {
    const lengths = setText('Who will keep the light when the keepers are gone?', { width: 1_000, height: 400 }, { max: 54, min: 24, isEven: true })
      .lines.map((line) => line.map(({ text }) => text).join(' ').length);
    expect([lengths.length, Math.min(...lengths) > Math.max(...lengths) * 0.6]).toEqual([2, true]);
  });
});

describe('the other cards', () => {
  it.each([
    ['title', (text: string) => titleSequenceSvg({ title: text, kicker: text, byline: text }, WIDE, [])],
    ['interlude', (text: string) => interludeSvg({ number: 12, title: text, arcStage: 'closing_question' }, WIDE, [])],
    ['closing', (text: string) => closingSvg({ title: text, words: text, contact: text }, WIDE, [])],
  ])('%s: keeps to its margins', async (_name, card) => {
    for (const text of ['The light', 'MWMW '.repeat(40), 'W'.repeat(120), LONG, '']) {
      const pixels = await drawn(await card(text));
      // The ground is dark everywhere, so brighter pixels belong to letters.
      const places = Array.from({ length: pixels.rgba.length / 4 }, (_, place) => place).filter((place) => luminance(at(pixels, place)[0]) > 0.12);
      const edge = nearest(places, pixels);
      expect({ text: text.slice(0, 20), edge, isSafe: edge >= 0.05, isSeen: text === '' || places.length > 200 }).toMatchObject({ isSafe: true, isSeen: true });
    }
  });
});
