import type { Gender } from '../../screenplay/model.js';
import type { DesignedPerson } from './design-id.js';

interface Heard extends DesignedPerson { pitchHz: number; rate: number; tractFactor: number }

/** Median pitch in Hz below which a voice is low, and above which it is high. */
const PITCH_BOUNDS: Record<Gender, readonly [low: number, high: number]> = { female: [168, 215], male: [100, 145], neutral: [115, 175] };
const [SLOW_BELOW, QUICK_FROM] = [0.95, 1.05];
const [BROAD_BELOW, SLENDER_FROM] = [0.96, 1.05];

/** How a voice sounds, in the words of style tags. */
export function tagsOf({ gender, ageRange, pitchHz, rate, tractFactor }: Heard): string[] {
  const [low, high] = PITCH_BOUNDS[gender];
  const grown = ageRange !== 'child' && ageRange !== 'teen';
  return [
    ageRange === 'senior' ? 'old' : ageRange === 'child' ? 'child' : ageRange === 'teen' ? 'young' : null,
    grown && pitchHz < low ? 'low' : grown && pitchHz >= high ? 'high' : null,
    rate < SLOW_BELOW ? 'slow' : rate >= QUICK_FROM ? 'quick' : null,
    grown && tractFactor < BROAD_BELOW ? 'broad' : grown && tractFactor >= SLENDER_FROM ? 'slender' : null,
  ].filter((tag) => tag !== null);
}

const PEOPLE: Record<Gender, readonly [grown: string, young: string]> = { female: ['woman', 'girl'], male: ['man', 'boy'], neutral: ['person', 'child'] };

/** A name that helps people choose: `Low slow woman, British`. */
export function titleOf(tags: readonly string[], { gender, ageRange }: DesignedPerson, accent: string): string {
  const young = ageRange === 'child' || ageRange === 'teen';
  const manner = tags.filter((tag) => tag !== 'child' && !(young && tag === 'young'));
  const text = [...manner, PEOPLE[gender][young ? 1 : 0]].join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}, ${accent}`;
}
