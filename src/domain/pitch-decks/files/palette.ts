import { contrastOf } from '../../../craft/deck/documents/colours.js';
import type { DeckDocument } from '../../../craft/deck/pages.js';

/** The default colours, for plans that name fewer than three. */
const HOUSE = { ground: '#16121a', ink: '#f8f4ec', accent: '#e0a458' } as const;
const HEX = /#[0-9a-f]{6}\b/i;

const darkness = (colour: string): number => contrastOf('#ffffff', colour);

function colourfulness(colour: string): number {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts);
}

/** The colours of documents from those that a plan names: the darkest is the ground, the lightest the ink, the most colourful of the others the accent. */
export function paletteOf(named: readonly string[]): DeckDocument['palette'] {
  const colours = [...new Set(named.flatMap((one) => HEX.exec(one)?.[0].toLowerCase() ?? []))].sort((one, next) => darkness(next) - darkness(one));
  if (colours.length < 3) return HOUSE;
  const [ground, ink] = [colours[0]!, colours.at(-1)!];
  const accent = colours.slice(1, -1).reduce((best, colour) => (colourfulness(colour) > colourfulness(best) ? colour : best));
  return { ground, ink, accent };
}
