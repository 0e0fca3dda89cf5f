import type { FilmFormat, Finish, FinishIntensity, FinishLook } from '../film.js';

/** Increase it when the same finish produces different pictures. */
const FINISHER = 2;

/** The finish of the pictures of a piece; the key of the piece contains all of it. */
export interface PieceFinish extends Finish {
  finisher: number;
  /** Whether the finish changes from frame to frame, with grain and gate weave. */
  alive: boolean;
}

/** A draft gets no grain, which would only cost time at one frame a second. */
export const finishOf = ({ finish, grade }: FilmFormat): PieceFinish | null =>
  finish ? { finisher: FINISHER, look: finish.look, intensity: finish.intensity, alive: grade !== 'draft' } : null;

/** The strength of each intensity, as a multiple of the standard. */
const STRENGTHS: Readonly<Record<FinishIntensity, number>> = { light: 0.55, standard: 1, strong: 1.6 };

interface Look {
  /** `contrast` steepens the middle greys. `gamma` darkens them: the exponent of the lightness, at least 1. */
  contrast: number;
  gamma: number;
  /** The darkest black, as a share of white. */
  lift: number;
  saturation: number;
  /** Shifts of red and blue in shadows and in highlights, as shares of the range. */
  shadows: { red: number; blue: number };
  highlights: { red: number; blue: number };
  /** Angle of the lens in radians: the larger, the darker the corners. */
  vignette: number;
  /** A glow in a fixed warm colour around everything brighter than `from`. */
  glow: { from: number; share: number; spread: number } | null;
  /** `size` is the blur of a grain in pixels of a film of 720 rows. */
  grain: { amount: number; size: number } | null;
  /** How far the picture moves in the gate, at most, in pixels. */
  weave: number;
}

const NONE = { red: 0, blue: 0 };

const LOOKS: Readonly<Record<FinishLook, Look>> = {
  camera: {
    contrast: 0.14, gamma: 1, lift: 0, saturation: 0.04, shadows: NONE, highlights: NONE, vignette: 0.36, glow: null, grain: { amount: 4, size: 0.5 }, weave: 0,
  },
  'period-35mm': {
    contrast: 0.1, gamma: 1, lift: 0.035, saturation: -0.14, shadows: { red: 0.012, blue: -0.004 }, highlights: { red: 0.022, blue: -0.05 }, vignette: 0.42,
    glow: { from: 0.76, share: 0.22, spread: 16 }, grain: { amount: 7, size: 0.75 }, weave: 0.28,
  },
  'night-interior': {
    contrast: 0.06, gamma: 1.36, lift: 0.02, saturation: -0.12, shadows: { red: -0.024, blue: 0.042 }, highlights: { red: 0.034, blue: -0.052 }, vignette: 0.46,
    glow: { from: 0.68, share: 0.26, spread: 22 }, grain: null, weave: 0,
  },
};

/** The limits of luma in video, and the chroma value for no colour. */
const [BLACK, WHITE, NEUTRAL] = [16, 235, 128];
const number = (value: number): string => value.toFixed(4);

/** A tone curve from black to white that is steeper and darker in the middle. */
function tone({ contrast, gamma, lift }: Look, strength: number): string {
  const value = `clip((val-${BLACK})/${WHITE - BLACK},0,1)`;
  const darker = `pow(${value},${number(1 + (gamma - 1) * strength)})`;
  const curve = `(${darker}-${number((contrast * strength) / (2 * Math.PI))}*sin(2*PI*${darker}))`;
  const low = lift * strength;
  return `lutyuv=y='${BLACK}+${WHITE - BLACK}*(${number(low)}+${number(1 - low)}*${curve})'`;
}

const colours = ({ shadows, highlights, saturation }: Look, strength: number): string => {
  const [low, high] = [shadows, highlights].map(({ red, blue }) => ({ red: number(red * strength), blue: number(blue * strength) }));
  return `colorcorrect=rl=${low!.red}:bl=${low!.blue}:rh=${high!.red}:bh=${high!.blue}:saturation=${number(1 + saturation * strength)}`;
};

/** A glow around bright areas, computed at a quarter of the size because it has no sharp edges. */
function glowing({ from, share, spread }: NonNullable<Look['glow']>, strength: number, { widthPx, heightPx }: FinishSize): string {
  const [wide, high] = [widthPx, heightPx].map((px) => 2 * Math.max(1, Math.round(px / 8)));
  const bright = `clip((val-${BLACK})/${WHITE - BLACK}-${from},0,1)/${number(1 - from)}`;
  const light = `scale=${wide}:${high}:flags=area,lutyuv=y='${number(255 * share * strength)}*${bright}':u=${NEUTRAL}:v=${NEUTRAL}`;
  const spilt = `gblur=sigma=${number((spread / 4) * (heightPx / 720))}:planes=1,colorcorrect=rh=0.5:bh=-0.28,scale=${widthPx}:${heightPx}:flags=bilinear`;
  return `split[finished][bright];[bright]${light},${spilt}[glow];[finished][glow]blend=c0_mode=addition:c1_mode=grainmerge:c2_mode=grainmerge`;
}

export interface FinishSize { widthPx: number; heightPx: number }

/** Filters that are the same for every frame, so that a still picture passes through them only once. */
export function toneFilters({ look, intensity }: Pick<PieceFinish, 'look' | 'intensity'>, size: FinishSize): string[] {
  const [wanted, strength] = [LOOKS[look], STRENGTHS[intensity]];
  return [
    tone(wanted, strength), colours(wanted, strength), ...wanted.glow ? [glowing(wanted.glow, strength, size)] : [],
    `vignette=angle=${number(wanted.vignette * (0.6 + 0.4 * strength))}:dither=1`,
  ];
}

/**
 * The number of grain pictures before they repeat. Each is shown for two frames: new grain on every frame would double the bytes of a film without looking
 * better.
 */
const GRAINS = 24;

/** Noise around middle grey, which leaves the average brightness unchanged. */
function grainy({ amount, size }: NonNullable<Look['grain']>, strength: number, { widthPx, heightPx }: FinishSize, rate: number): string {
  const grain = [
    `color=c=gray:s=${widthPx}x${heightPx}:r=${rate}/2`, 'format=yuv420p', `trim=end_frame=${GRAINS}`, `lutyuv=y=${NEUTRAL}:u=${NEUTRAL}:v=${NEUTRAL}`,
    `noise=c0_seed=35:c0s=${Math.round(amount * (0.6 + 0.4 * strength))}:c0f=t`, `gblur=sigma=${number(size * Math.max(1, heightPx / 720))}:planes=1`, `loop=-1:${GRAINS}`,
  ];
  return `null[clean];${grain.join(',')}[grain];[clean][grain]blend=c0_mode=grainmerge:c1_mode=normal:c2_mode=normal`;
}

/** Gate weave: the picture shifts slightly in each frame, by slow and fast sines without a common period. */
function weaving(most: number, { widthPx, heightPx }: FinishSize): string {
  const [across, down] = [`${number(most * 0.45)}*(sin(on*0.71)+sin(on*1.93+1))`, `${number(most * 0.5)}*(sin(on*0.53+2)+sin(on*2.31))`];
  const corner = (name: string, right: number, low: number): string => `x${name}='${right}+${across}':y${name}='${low}+${down}'`;
  const corners = [corner('0', 0, 0), corner('1', widthPx, 0), corner('2', 0, heightPx), corner('3', widthPx, heightPx)];
  return `perspective=${corners.join(':')}:interpolation=linear:eval=frame`;
}

/** Filters for every frame; none when the finish does not change from frame to frame. */
export function frameFilters({ look, intensity, alive }: PieceFinish, size: FinishSize, rate: number): string[] {
  const [{ grain, weave }, strength] = [LOOKS[look], STRENGTHS[intensity]];
  if (!alive) return [];
  return [...weave > 0 ? [weaving(weave * strength, size)] : [], ...grain ? [grainy(grain, strength, size, rate)] : []];
}
