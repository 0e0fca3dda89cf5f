import { isVeiled } from '../../../craft/images/weather/effects.js';
import { flickersIn, lightningIn, type LightChange } from '../../../craft/images/weather/flashes.js';
import { loopSeconds, motesAt, type Mote } from '../../../craft/images/weather/motes.js';
import type { ClientWeather, StagingData } from '../../client-data.js';
import { byId, reducedMotion } from '../parts/dom.js';
import type { TimedEntry } from '../parts/timeline.js';
import type { StagePart } from './stage-part.js';

/** A low resolution and frame rate: rain looks soft anyway, and drawing it must not warm up a phone. */
const HEIGHT_PX = 270;
const FRAME_MS = 40;
const COMES_MS = 900;
/** A longer step between two frames is a jump in the read. */
const JUMP_MS = 1_000;
const SHAKE_PX = 7;

type Effect = Parameters<typeof motesAt>[0];

/** The share of a change of light at a time of its line, from 0 to 1. */
const shareOf = ({ atMs, riseMs, untilMs, fallMs }: LightChange, ms: number): number =>
  Math.max(0, Math.min(1, (ms - atMs) / riseMs, (untilMs - ms) / fallMs));

/** The weather of scenes on a canvas in front of the cast. It moves with the clock of the read, so that it stops while the read is paused. */
class Weather {
  private readonly canvas = document.createElement('canvas');
  private readonly context = this.canvas.getContext('2d')!;
  private readonly shares = new Map<ClientWeather, number>();
  private readonly isStill = reducedMotion();
  private shownMs = Number.NEGATIVE_INFINITY;
  private isEmpty = true;

  constructor(private readonly weather: readonly ClientWeather[]) {
    this.canvas.id = 'weather';
    this.canvas.ariaHidden = 'true';
    Object.assign(this.canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%', pointerEvents: 'none' });
    byId('cast').after(this.canvas);
  }

  show(entry: TimedEntry | null, ms: number): void {
    const stepMs = ms - this.shownMs;
    if (stepMs >= 0 && stepMs < FRAME_MS) return;
    this.shownMs = ms;
    const due = this.weather.filter(({ sceneIndex, fromEntry, untilEntry, durationMs }) => entry !== null && sceneIndex === entry.sceneIndex
      && fromEntry <= entry.index && entry.index <= untilEntry && (durationMs === null || ms < entry.startMs + durationMs));
    const most = stepMs >= 0 && stepMs < JUMP_MS ? stepMs / COMES_MS : 1;
    for (const one of this.weather) {
      const share = this.shares.get(one) ?? 0;
      this.shares.set(one, due.includes(one) ? Math.min(1, share + most) : Math.max(0, share - most));
    }
    this.draw(entry, ms);
  }

  private draw(entry: TimedEntry | null, ms: number): void {
    const seen = this.weather.filter((one) => this.shares.get(one)! > 0);
    this.shake(seen.find(({ effect }) => effect === 'shake'), entry, ms);
    if (seen.length === 0 && this.isEmpty) return;
    this.isEmpty = seen.length === 0;
    const { canvas, context } = this;
    const width = Math.round((HEIGHT_PX * canvas.clientWidth) / Math.max(1, canvas.clientHeight));
    // Setting the size also clears a canvas.
    if (canvas.width !== width || canvas.height !== HEIGHT_PX) [canvas.width, canvas.height] = [width, HEIGHT_PX];
    else context.clearRect(0, 0, width, HEIGHT_PX);
    const hasLightning = seen.some(({ effect }) => effect === 'lightning');
    for (const one of seen) {
      const share = this.lightOf(one, entry, ms, hasLightning);
      if (share > 0 && one.wash) {
        context.globalAlpha = share * one.wash.opacity;
        context.fillStyle = one.wash.colour;
        context.fillRect(0, 0, width, HEIGHT_PX);
      }
      if (one.colour && !this.isStill) this.motes(one, share, ms);
    }
  }

  /** The strength of an effect now. Lasting effects fade in and out; lightning and flickering lights follow their own course within each line. */
  private lightOf(one: ClientWeather, entry: TimedEntry | null, ms: number, hasLightning: boolean): number {
    const { effect } = one;
    if (effect !== 'lightning' && effect !== 'flicker') return this.shares.get(one)!;
    if (this.isStill || !entry || entry.index < one.fromEntry || entry.index > one.untilEntry) return 0;
    const lengthMs = entry.endMs - entry.startMs;
    const changes = effect === 'lightning' ? lightningIn(lengthMs) : hasLightning ? [] : flickersIn(Math.min(lengthMs, one.durationMs ?? lengthMs), entry.index);
    return Math.max(0, ...changes.map((change) => shareOf(change, ms - entry.startMs)));
  }

  private motes({ effect, level, colour }: ClientWeather, share: number, ms: number): void {
    if (!isVeiled(effect as Effect)) return;
    const { context, canvas: { width, height } } = this;
    const loopMs = loopSeconds(effect as Effect) * 1_000;
    context.strokeStyle = context.fillStyle = colour;
    context.lineCap = 'round';
    for (const mote of motesAt(effect as Effect, level, (ms % loopMs) / loopMs, width / height)) {
      context.globalAlpha = share * mote.light;
      this.mote(mote, colour, width, height);
    }
  }

  private mote({ x, y, dx, dy, radius, light }: Mote, colour: string, width: number, height: number): void {
    const { context } = this;
    const [left, top, size] = [x * width, y * height, radius * height];
    context.beginPath();
    if (dy > 0) {
      context.lineWidth = Math.max(1, size * 2);
      context.moveTo(left, top);
      context.lineTo(left + dx * height, top + dy * height);
      context.stroke();
      return;
    }
    if (size > 20) {
      // Clouds fade towards their edge.
      const soft = context.createRadialGradient(left, top, 0, left, top, size);
      soft.addColorStop(0, colour);
      soft.addColorStop(0.5, `${colour}8f`);
      soft.addColorStop(1, `${colour}00`);
      context.fillStyle = soft;
      context.globalAlpha *= Math.min(1, light + 0.6);
      context.fillRect(left - size, top - size, size * 2, size * 2);
      context.fillStyle = colour;
      return;
    }
    context.arc(left, top, Math.max(0.7, size * 0.75), 0, 7);
    context.fill();
  }

  /** Shakes the pictures, but not words or controls. */
  private shake(one: ClientWeather | undefined, entry: TimedEntry | null, ms: number): void {
    const left = one && entry && !this.isStill ? 1 - (ms - entry.startMs) / one.durationMs! : 0;
    const reach = left > 0 && left <= 1 ? SHAKE_PX * (one!.level + 1) * 0.5 * left : 0;
    const moved = reach > 0 ? `${(Math.sin(ms / 23) * reach).toFixed(1)}px ${(Math.sin(ms / 17 + 1) * reach).toFixed(1)}px` : '';
    for (const shown of document.querySelectorAll<HTMLElement>('#picture > .backdrop, #cast')) shown.style.translate = moved;
  }
}

/** Plays the effects of the scenes; null when there are none. */
export function setUpWeather({ weather }: StagingData): StagePart | null {
  if (!weather) return null;
  const shown = new Weather(weather);
  return (entry, ms) => { shown.show(entry, ms); };
}
