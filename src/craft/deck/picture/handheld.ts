import { createHash } from 'node:crypto';
import { shownPart } from '../../film/camera.js';
import type { HeldShot, View } from '../../film/film.js';

export const HANDHELD = ['off', 'subtle', 'medium'] as const;
export type Handheld = (typeof HANDHELD)[number];

/** How far the picture is from its place: the root of the mean of squares, as a share of the width of the film. */
const AWAY: Readonly<Record<Exclude<Handheld, 'off'>, number>> = { subtle: 0.0015, medium: 0.005 };
/** A hand moves less up and down. */
const DOWN = 0.7;
/** Breath, sway and tremor, in hertz, with their shares: what is quicker is smaller. */
const SWAYS = [{ hertz: 0.17, share: 1 }, { hertz: 0.41, share: 0.62 }, { hertz: 0.83, share: 0.3 }] as const;
/** No frequency is further from its own than this share, so that two shots do not sway alike. */
const UNLIKE = 0.22;
const SQUARES = Math.sqrt(SWAYS.reduce((sum, { share }) => sum + share ** 2, 0) / 2);
/** The farthest that all sways together go, against the mean. */
const MOST = SWAYS.reduce((sum, { share }) => sum + share, 0) / SQUARES;

/** Places of the way are so far apart, and no more than this many: all of them stand in one argument of the encoder. */
const STEP_MS = 125;
const MOST_STEPS = 200;

type Sway = (seconds: number) => number;

/** A smooth way around 0 whose mean of squares is 1 in the long run; equal words give equal ways. */
function swayOf(words: string): Sway {
  const bytes = createHash('sha256').update(words).digest();
  const waves = SWAYS.map(({ hertz, share }, at) => ({
    share, hertz: hertz * (1 + UNLIKE * (bytes.readUInt16BE(at * 4) / 32_768 - 1)), phase: (bytes.readUInt16BE(at * 4 + 2) / 65_536) * 2 * Math.PI,
  }));
  return (seconds) => waves.reduce((sum, { share, hertz, phase }) => sum + share * Math.sin(2 * Math.PI * hertz * seconds + phase), 0) / SQUARES;
}

/** A view that is so near that nothing outside of the picture is seen, however far the hand goes: by `across` and `down` shares of what is shown. */
function within(view: View, across: number, down: number): View {
  const zoom = Math.max(view.zoom, 1 / (1 - 2 * Math.max(across, down)));
  const { left, right, top, bottom } = shownPart({ ...view, zoom });
  const inside = (middle: number, margin: number): number => Math.min(1 - 0.5 / zoom - margin / zoom, Math.max(0.5 / zoom + margin / zoom, middle));
  return { zoom, x: inside((left + right) / 2, across), y: inside((top + bottom) / 2, down) };
}

/**
 * The way of a camera that is held by hand from one view to another, for a held shot: it sways around the straight way, and sees a little less of the
 * picture, so that no edge of it is seen. `durationMs` is that of the shot, `aspect` the width of the film against its height. Equal seeds give equal ways.
 */
export function handheldVia(
  strength: Handheld, from: View, to: View, durationMs: number, seed: string, aspect = 16 / 9,
): Pick<HeldShot, 'from' | 'to' | 'via'> {
  if (strength === 'off') return { from, to };
  const [across, down] = [AWAY[strength], AWAY[strength] * DOWN * aspect];
  const [first, last] = [from, to].map((view) => within(view, across * MOST, down * MOST)) as [View, View];
  const [swayAcross, swayDown] = [swayOf(`${seed} across`), swayOf(`${seed} down`)];
  const at = (ms: number): View => {
    const share = ms / durationMs;
    const between = (side: keyof View): number => first[side] + (last[side] - first[side]) * share;
    const zoom = between('zoom');
    return { zoom, x: between('x') + (across * swayAcross(ms / 1_000)) / zoom, y: between('y') + (down * swayDown(ms / 1_000)) / zoom };
  };
  const steps = Math.min(MOST_STEPS, Math.floor(durationMs / STEP_MS));
  const via = Array.from({ length: Math.max(0, steps - 1) }, (_, step) => {
    const atMs = (durationMs * (step + 1)) / steps;
    return { atMs, view: at(atMs) };
  });
  return { from: at(0), to: at(durationMs), via };
}
