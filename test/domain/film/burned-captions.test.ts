import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { planFilm } from '../../../src/craft/film/plan.js';
import type { HeldShot, Picture, Shot } from '../../../src/craft/film/film.js';
import { captionOverSvg } from '../../../src/craft/images/compose.js';
import { filmShots } from '../../../src/domain/artifacts/film/shots.js';
import { FORMAT, staged, TWO_SCENES, type Said } from './staged-read.js';

const heldIn = (shots: readonly Shot[]): HeldShot[] => shots.filter((shot) => shot.kind === 'held');
const captionsIn = (shots: readonly Shot[]): { picture: Picture; fromMs: number; untilMs: number }[] => {
  let startMs = 0;
  return shots.flatMap((shot) => {
    const from = startMs;
    startMs += shot.durationMs;
    return shot.kind === 'held' ? (shot.passing ?? []).map(({ shown, fromMs, untilMs }) => ({ picture: shown as Picture, fromMs: from + fromMs, untilMs: from + untilMs })) : [];
  });
};
/** The box that a picture with a transparent ground covers, as shares of its width and height. */
async function coveredBy(svg: string): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: 320 } }).render();
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = 0; at < width * height; at++) if (pixels[at * 4 + 3]! > 40) { xs.push(at % width); ys.push(Math.floor(at / width)); }
  return { left: Math.min(...xs) / width, right: (Math.max(...xs) + 1) / width, top: ys.at(0)! / height, bottom: (ys.at(-1)! + 1) / height };
}

const LONG = 'It must be slow, and it must be even, or it will tell them a lie; and whoever comes by sea will believe the lie, because we taught them to trust it.';

describe('captions in the picture', () => {
  it.each([[1_280, 720], [720, 1_280]])('of %i×%i are shown once each, at the times of their lines, and name a person only when another one speaks', async (widthPx, heightPx) => {
    const said: Said[] = [...TWO_SCENES, [1, 'MARA', LONG], [1, 'MARA', 'Yes.']];
    const read = staged(said, { format: { widthPx, heightPx }, burned: true });
    const shown = captionsIn(filmShots(read));
    const words = read.burned!.map(({ startMs, endMs }) => [startMs, endMs]);
    // A caption may go on in the next shot.
    const whole = shown.reduce<{ key: string; fromMs: number; untilMs: number }[]>((all, { picture: { key }, fromMs, untilMs }) => {
      const last = all.at(-1);
      if (last?.key === key && last.untilMs === fromMs) last.untilMs = untilMs;
      else all.push({ key, fromMs, untilMs });
      return all;
    }, []);
    expect(whole.map(({ fromMs, untilMs }) => [fromMs, untilMs])).toEqual(words);
    const last = read.burned!.slice(-3);
    expect(last.every(({ speaker }) => speaker === 'MARA')).toBe(true);
    const tops = await Promise.all(shown.slice(-2).map(async ({ picture }) => (await coveredBy(await picture.draw())).bottom));
    expect(tops[1]).toBeGreaterThan(0.1);
    expect(heldIn(filmShots(staged(said, { format: { widthPx, heightPx } }))).some(({ passing }) => passing)).toBe(false);
  });

  it('are encoded again only for the line that was edited', () => {
    const keys = (said: readonly Said[]): string[] => planFilm({ format: FORMAT, shots: filmShots(staged(said, { burned: true })) }, 'v').placed.map(({ piece }) => piece.key);
    const before = keys(TWO_SCENES);
    const edited = TWO_SCENES.map((line, at): Said => (at === 1 ? [line[0], line[1], 'Have you wound the clockwork, Tobias?'] : line));
    const after = keys(edited);
    const changed = after.filter((key) => !before.includes(key));
    expect([after.length, changed.length]).toEqual([before.length, 1]);
  });

  it.each([[1_600, 900], [900, 1_600]])('lie within the safe area of %i×%i in two lines at most, whatever is said', async (width, height) => {
    for (const text of ['Yes.', LONG.slice(0, width > height ? 84 : 42), 'W'.repeat(40), 'Donaudampfschifffahrtsgesellschaftskapitän', 'O <script>alert(1)</script> & "so on"']) {
      const svg = await captionOverSvg({ text, speaker: 'Captain Mara Voss' }, { width, height });
      expect(svg).not.toMatch(/<script|<text|<foreignObject|NaN/i);
      const { left, right, top, bottom } = await coveredBy(svg);
      expect(left).toBeGreaterThan(0.05);
      expect(right).toBeLessThan(0.95);
      expect(top).toBeGreaterThan(width > height ? 0.65 : 0.1);
      expect(bottom).toBeLessThan(width > height ? 0.95 : 0.3);
    }
    expect(await captionOverSvg({ text: '  ', speaker: null }, { width, height })).not.toContain('path');
  });
});
