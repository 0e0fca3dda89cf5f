import { createHash } from 'node:crypto';
import { shownPart } from '../../film/camera.js';
import type { HeldShot, View } from '../../film/film.js';

export const HANDHELD = ['off', 'subtle', 'medium'] as const;
export type Handheld = (typeof HANDHELD)[number];

/** How far the picture sways from its place: the root mean square, as a share of the width of the film. */
const AWAY: Readonly<Record<Exclude<Handheld, 'off'>, number>> = { subtle: 0.0015, medium: 0.005 };
/** A hand moves less vertically: the share of the horizontal sway. */
const DOWN = 0.7;
/** Breath, sway and tremor, in hertz, with their share of the movement: the faster ones are smaller. */
const SWAYS = [{ hertz: 0.17, share: 1 }, { hertz: 0.41, share: 0.62 }, { hertz: 0.83, share: 0.3 }] as const;
/** The share by which each shot may vary the frequencies, so that two shots do not sway alike. */
const UNLIKE = 0.22;
const SQUARES = Math.sqrt(SWAYS.reduce((sum, { share }) => sum + share ** 2, 0) / 2);
/** The largest possible sway, when all waves peak at once, as a multiple of the root mean square. */
const MOST = SWAYS.reduce((sum, { share }) => sum + share, 0) / SQUARES;

/** The interval between the points of a path, and the most points: all of them go into one argument of the encoder. */
const STEP_MS = 125;
const MOST_STEPS = 200;

type Sway = (seconds: number) => number;

/** A smooth path around 0 whose long-run mean square is 1; equal words give equal paths. */
function swayOf(words: string): Sway {
  const bytes = createHash('sha256').update(words).digest();
  const waves = SWAYS.map(({ hertz, share }, at) => ({
    share, hertz: hertz * (1 + UNLIKE * (bytes.readUInt16BE(at * 4) / 32_768 - 1)), phase: (bytes.readUInt16BE(at * 4 + 2) / 65_536) * 2 * Math.PI,
  }));
  return (seconds) => waves.reduce((sum, { share, hertz, phase }) => sum + share * Math.sin(2 * Math.PI * hertz * seconds + phase), 0) / SQUARES;
}

/**
 * A view zoomed and moved so that nothing outside the picture shows, however far the hand sways: at most the shares `across` and `down` of the visible part.
 */
function within(view: View, across: number, down: number): View {
  const zoom = Math.max(view.zoom, 1 / (1 - 2 * Math.max(across, down)));
  const { left, right, top, bottom } = shownPart({ ...view, zoom });
  const inside = (middle: number, margin: number): number => Math.min(1 - 0.5 / zoom - margin / zoom, Math.max(0.5 / zoom + margin / zoom, middle));
  return { zoom, x: inside((left + right) / 2, across), y: inside((top + bottom) / 2, down) };
}

/**
 * The path of a hand-held camera from one view to another, for a held shot. The camera sways around the straight path, and zooms in slightly so that no edge
 * of the picture shows. `durationMs` is the length of the shot, `aspect` the width of the film divided by its height. Equal seeds give equal paths.
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
