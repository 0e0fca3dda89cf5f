import { lch, mix, toLch } from './colour.js';

/** A colour treatment of all pictures, which gives a production its overall look. */
export const GRADES = ['monochrome', 'sepia', 'muted', 'vivid', 'pastel', 'dark', 'bright'] as const;
export type Grade = (typeof GRADES)[number];

const clamp = (lightness: number): number => Math.min(0.97, Math.max(0.04, lightness));

const TREATMENTS: Record<Grade, (lightness: number, chroma: number, hue: number) => string> = {
  monochrome: (lightness) => lch(lightness, 0.004, 250),
  sepia: (lightness, chroma, hue) => mix(lch(lightness, 0.045, 68), lch(lightness, chroma, hue), 0.18),
  muted: (lightness, chroma, hue) => lch(lightness, chroma * 0.45, hue),
  vivid: (lightness, chroma, hue) => lch(lightness, Math.min(0.26, chroma * 1.45), hue),
  pastel: (lightness, chroma, hue) => lch(clamp(0.42 + lightness * 0.56), chroma * 0.72, hue),
  dark: (lightness, chroma, hue) => lch(clamp(lightness * 0.76), chroma * 0.92, hue),
  bright: (lightness, chroma, hue) => lch(clamp(0.14 + lightness * 0.88), chroma, hue),
};

/** The drawing with every colour `#rrggbb` changed. Shapes and opacities stay. */
export function repainted(svg: string, paintOf: (colour: string) => string): string {
  const known = new Map<string, string>();
  return svg.replace(/(fill|stroke|stop-color)="(#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3}))"/g, (_all, paint: string, code: string) => {
    let colour = known.get(code);
    if (colour === undefined) {
      const whole = code.length === 7 ? code : `#${[...code.slice(1)].map((digit) => digit + digit).join('')}`;
      colour = paintOf(whole.toLowerCase());
      known.set(code, colour);
    }
    return `${paint}="${colour}"`;
  });
}

/** The drawing with the colours of its grades, one after the other. */
export const graded = (svg: string, grades: readonly Grade[]): string =>
  (grades.length === 0 ? svg : repainted(svg, (colour) => grades.reduce((now, grade) => TREATMENTS[grade](...toLch(now)), colour)));

const GRADE_WORDS: readonly (readonly [Grade, RegExp])[] = [
  ['vivid', /\b(vivid|saturated|technicolou?r|neon|bold colou?rs|pop[- ]art|vibrant|comic[- ]book)\b/],
  ['monochrome', /\b(black[- ]and[- ]white|monochrome|gr[ae]yscale|film noir|charcoal drawing|woodcut|pen and ink|ink (on|and) (gr[ae]y |white )?paper)\b/],
  ['sepia', /\b(sepia|daguerreotypes?|tintypes?|old photographs?|aged paper)\b/],
  ['pastel', /\b(pastels?|watercolou?rs?|soft colou?rs|storybook)\b/],
  ['muted', /\b(muted|desaturated|faded|washed[- ]out|bleached|drab|subdued|restrained colou?rs?|naturalistic)\b/],
];
const LIGHT_WORDS: readonly (readonly [Grade, RegExp])[] = [
  ['dark', /\b(low[- ]key|chiaroscuro|dim(ly)?|deep shadows?|under-?exposed|murky|single (source|lamp|candle)|one source of light|candle-?light|candles?)\b/],
  ['bright', /\b(high[- ]key|over-?exposed|bright(ly)?|sun-?drenched|flooded with light)\b/],
];

/** The treatments that words about style and light ask for, at most one from each text. Negations such as "never" and "no" exclude the words after them. */
export function gradesIn(style: string, light: string): Grade[] {
  const asked = (words: readonly (readonly [Grade, RegExp])[], text: string): Grade[] => {
    const plain = text.toLowerCase().replace(/\b(?:no|not|never|without|avoid(?:ing)?)\s+(?:[\w-]+[\s,]*){1,2}/g, ' ');
    return words.filter(([, pattern]) => pattern.test(plain)).map(([grade]) => grade).slice(0, 1);
  };
  return [...asked(GRADE_WORDS, style), ...asked(LIGHT_WORDS, light)];
}
