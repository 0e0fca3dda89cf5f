import type { Veil } from '../../film/film.js';
import { levelOf, type Intensity, type VeiledEffect } from './effects.js';
import { loopSeconds, motesAt, type Mote } from './motes.js';

/** Increase it when the same veil looks different. */
const VERSION = 1;
const RATE = 24;

/** The longer side in pixels, by effect: thin drops need more pixels than clouds. */
const SIDES: Record<VeiledEffect, number> = { rain: 560, snow: 360, embers: 400, dust: 320, fog: 128, smoke: 128 };

/** The colours of an effect in front of a bright place and of a dark one. */
const COLOURS: Record<VeiledEffect, readonly [bright: string, dark: string]> = {
  rain: ['#f2f7fb', '#c4d4e6'], snow: ['#ffffff', '#eef3fb'], fog: ['#eef1f0', '#8796ac'], smoke: ['#56555a', '#6d6d76'],
  embers: ['#ff8a2a', '#ffa04a'], dust: ['#f6e6c2', '#d9c294'],
};

export const colourOf = (effect: VeiledEffect, isDark: boolean): string => COLOURS[effect][isDark ? 1 : 0];

/** Adds the colour of a mote to the pixels under it, softer towards its edge. */
function addMote(pixels: Uint8Array, width: number, height: number, { x, y, dx, dy, radius, light }: Mote): void {
  const [left, top] = [x * width, y * height];
  const [tailX, tailY] = [dx * height, dy * height];
  // Keeps motes at least a pixel thick, because thinner ones would flicker as they move.
  const reach = Math.max(0.75, radius * height);
  const shine = light * Math.min(1, (radius * height) / reach + 0.25);
  const length2 = tailX * tailX + tailY * tailY;
  const [fromX, toX] = [Math.max(0, Math.floor(Math.min(left, left + tailX) - reach)), Math.min(width - 1, Math.ceil(Math.max(left, left + tailX) + reach))];
  const [fromY, toY] = [Math.max(0, Math.floor(Math.min(top, top + tailY) - reach)), Math.min(height - 1, Math.ceil(Math.max(top, top + tailY) + reach))];
  for (let row = fromY; row <= toY; row++) {
    for (let column = fromX; column <= toX; column++) {
      const [offX, offY] = [column + 0.5 - left, row + 0.5 - top];
      const along = length2 > 0 ? Math.max(0, Math.min(1, (offX * tailX + offY * tailY) / length2)) : 0;
      const distance2 = ((offX - along * tailX) ** 2 + (offY - along * tailY) ** 2) / (reach * reach);
      if (distance2 >= 1) continue;
      const at = row * width + column;
      pixels[at] = Math.round(255 - (255 - pixels[at]!) * (1 - shine * (1 - distance2) ** 2));
    }
  }
}

const even = (length: number): number => 2 * Math.round(length / 2);

/** An effect as a seamless loop of frames in the aspect ratio of a film; equal arguments give equal veils. */
export function effectVeil(effect: VeiledEffect, intensity: Intensity, isDark: boolean, size: { widthPx: number; heightPx: number }): Veil {
  const longer = Math.max(size.widthPx, size.heightPx);
  const [widthPx, heightPx] = [even((SIDES[effect] * size.widthPx) / longer), even((SIDES[effect] * size.heightPx) / longer)];
  const frameCount = loopSeconds(effect) * RATE;
  const colour = colourOf(effect, isDark);
  return {
    key: `${effect}-${intensity}-${widthPx}x${heightPx}-${colour}-${VERSION}`, colour, widthPx, heightPx, frameCount,
    drawFrame(frame) {
      const pixels = new Uint8Array(widthPx * heightPx);
      for (const mote of motesAt(effect, levelOf(intensity), (frame % frameCount) / frameCount, size.widthPx / size.heightPx)) {
        addMote(pixels, widthPx, heightPx, mote);
      }
      return pixels;
    },
  };
}
