import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contrastOf, coloursOf, LEAST_CONTRAST } from '../../../src/craft/deck/documents/colours.js';
import { Composer, PAGE, type Area, type ComposedPage } from '../../../src/craft/deck/documents/composition.js';
import { Wording, type TextShape } from '../../../src/craft/deck/documents/fit.js';
import { officeLetters } from '../../../src/craft/deck/documents/pptx/office-letters.js';
import { deckPptx } from '../../../src/craft/deck/documents/pptx/deck-pptx.js';
import { quoted, speakerOf } from '../../../src/craft/deck/documents/words.js';
import { rasterisePixels } from '../../../src/craft/images/raster.js';
import { packageFaults } from '../../support/files/office-package.js';
import { anyDeck } from './any-decks.js';
import { SMALL_JPEG, timeMachineDeck } from './sample-decks.js';

const composed = (deck = timeMachineDeck(), withClip = false) => new Composer(deck, officeLetters, withClip).compose();
const overlap = (one: Area, other: Area): boolean => one.x < other.x + other.width - 0.1 && other.x < one.x + one.width - 0.1
  && one.y < other.y + other.height - 0.1 && other.y < one.y + one.height - 0.1;
const hex = (value: number): string => value.toString(16).padStart(2, '0');

/** The faults in the layout of a page: texts that are outside of it, too small, or over another text or a picture. */
function misplaced({ texts, picture, clip }: ComposedPage): string[] {
  const inside = ({ x, y, width, height }: Area): boolean => x >= 0 && y >= 0 && x + width <= PAGE.width && y + height <= PAGE.height;
  const boxed = [clip, picture && picture.area.width < PAGE.width ? picture.area : null].filter((area) => area !== null);
  return texts.flatMap((text, at) => [
    ...(inside(text.area) ? [] : [`${text.role} is outside`]),
    ...(text.set.size >= 9 ? [] : [`${text.role} has ${text.set.size} points`]),
    ...texts.slice(at + 1).filter((other) => overlap(text.area, other.area)).map((other) => `${text.role} is over ${other.role}`),
    ...boxed.filter((area) => overlap(text.area, area)).map(() => `${text.role} is over a picture`),
  ]);
}

describe('the pages of a deck', () => {
  it('keep texts inside the page and off each other and off pictures, whatever the texts are', async () => {
    await fc.assert(fc.asyncProperty(anyDeck, fc.boolean(), async (deck, withClip) => {
      for (const page of composed(deck, withClip).pages) expect(misplaced(page)).toEqual([]);
      const clip = withClip ? { bytes: Buffer.from('film'), poster: SMALL_JPEG } : null;
      expect(await packageFaults(await deckPptx(deck, { rasterise: () => Promise.resolve(SMALL_JPEG), clip }))).toEqual([]);
    }), { numRuns: 20 });
  });

  it('lose no sentence of a deck of usual length', () => {
    for (const { set } of composed().pages.flatMap(({ texts }) => texts)) expect(set.text).not.toContain('…');
  });

  it('give the speaker of a quotation in title case, and nobody for the narrator', () => {
    const page = composed().pages[6]!;
    expect(page.texts.filter(({ role }) => role === 'speaker').map(({ set }) => set.text)).toEqual(['The Time Traveller', 'Filby']);
    expect(['MCDONALD OF THE ISLES', "O'BRIEN", "THE CAPTAIN'S WIFE", 'MARY-JANE II', 'de Selby'].map(speakerOf))
      .toEqual(['Mcdonald of the Isles', "O'Brien", "The Captain's Wife", 'Mary-Jane II', 'de Selby']);
    expect([quoted('“Hm.”', 'en'), quoted('Hm.', 'fr-CA'), quoted('He said “no”.', 'en')]).toEqual(['“Hm.”', '«\u00a0Hm.\u00a0»', '“He said “no”.”']);
  });

  it('are legible in any colours', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const any = fc.tuple(channel, channel, channel).map((parts) => `#${parts.map(hex).join('')}`);
    fc.assert(fc.property(any, any, any, (ground, ink, accent) => {
      const colours = coloursOf({ ground, ink, accent });
      for (const one of [colours.ink, colours.quiet, colours.accent]) expect(contrastOf(one, colours.ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    }), { numRuns: 500 });
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('keep the colours of a palette that is legible', () => {
    const palette = { ground: '#141726', ink: '#f6e7c8', accent: '#e0a458' };
    expect(coloursOf(palette)).toMatchObject(palette);
  });

  const palettes = [
    { ground: '#141726', ink: '#f6e7c8', accent: '#e0a458' }, { ground: '#f4ede0', ink: '#22242b', accent: '#b4532a' },
    { ground: '#7a7a7a', ink: '#808080', accent: '#ff0000' },
  ];
  it.each(palettes)(
    'are legible before any picture, point by point, in %j', async (palette) => {
      // The hardest ground: black and white side by side.
      const stripes = Array.from({ length: 16 }, (_, at) => `<rect x="${at * 100}" width="50" height="900" fill="#ffffff"/>`).join('');
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 900"><rect width="1600" height="900" fill="#000000"/>${stripes}</svg>`;
      const deck = timeMachineDeck({ palette });
      const pages = [deck.pages[0]!, deck.pages[5]!].map((page) => ({ ...page, picture: { svg, words: 'Stripes' } }));
      for (const { picture, texts } of composed({ ...deck, pages }).pages) {
        const { rgba, widthPx } = await rasterisePixels(picture!.svg, PAGE.width);
        for (const { area, colour } of texts) {
          for (let y = Math.ceil(area.y); y < area.y + area.height; y += 5) for (let x = Math.ceil(area.x); x < area.x + area.width; x += 7) {
            const at = (y * widthPx + x) * 4;
            expect(contrastOf(colour, `#${[...rgba.subarray(at, at + 3)].map(hex).join('')}`)).toBeGreaterThan(LEAST_CONTRAST - 0.05);
          }
        }
      }
    });
});

describe('a text in a box', () => {
  const shape: TextShape = { style: 'display', max: 40, min: 16, leading: 1.2, mostLines: 3, isBalanced: true };
  const set = (text: string, width: number, height: number, more: Partial<TextShape> = {}) =>
    new Wording(text, { ...shape, ...more }, officeLetters).within(width, height);

  it('has no word alone on its last line, and lines of like lengths', () => {
    const titles = ['The garden at the end of the world', 'A dinner in Richmond with friends', 'What nobody in the house had seen', 'One two three four five six'];
    for (const title of titles) {
      for (let width = 180; width < 420; width += 20) {
        const { lines } = set(title, width, 400);
        if (lines.length > 1) expect(`${width}: ${lines.at(-1)}`).toMatch(/: \S+ \S+/);
      }
    }
  });

  it('shrinks before it is cut, and is cut behind a word', () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at}`).join(' ');
    expect(set('A short one', 300, 100).size).toBe(40);
    const whole = set(words, 480, 400, { mostLines: Infinity });
    expect(whole.size).toBeLessThan(40);
    expect(whole.text).toBe(words);
    const cut = set(words, 300, 60);
    expect(cut.size).toBe(16);
    expect(cut.text).toMatch(/word\d+…$/);
    expect(words.startsWith(cut.text.slice(0, -1))).toBe(true);
    expect(cut.height).toBeLessThanOrEqual(60);
  });

  it('fits with words that are wider than the box, and in scripts without spaces', () => {
    fc.assert(fc.property(fc.constantFrom('x'.repeat(2_000), '長い文章'.repeat(80), 'e\u0301'.repeat(500)), fc.integer({ min: 60, max: 500 }), (text, width) => {
      const { lines, size, tracking } = set(text, width, 200);
      for (const line of lines) expect(officeLetters.widthOf(line, 'display') * size + tracking).toBeLessThanOrEqual(width + size * 0.05);
      expect(lines.join('').normalize('NFC').replace('…', '')).toBe(text.normalize('NFC').slice(0, lines.join('').normalize('NFC').replace('…', '').length));
    }), { numRuns: 40 });
  });
});
