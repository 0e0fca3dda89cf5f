import type { PersonDrawing } from '../../screenplay/model.js';

/** The values of a `Look`: how a person looks is decided once, stored, and may then be edited. */
export const AGES = ['child', 'teen', 'young', 'adult', 'mid', 'old'] as const;
export type Age = (typeof AGES)[number];
export const HAIR_STYLES = [
  'short', 'side', 'crop', 'curly', 'slick', 'wavy', 'bald', 'receding', 'mop', 'afro',
  'long', 'bob', 'bun', 'wavylong', 'ponytail', 'curlylong', 'pixie', 'braids', 'updo', 'none',
] as const;
export type HairStyle = (typeof HAIR_STYLES)[number];
export const FACIAL_HAIR = ['none', 'stubble', 'beard', 'moustache', 'goatee', 'whiskers'] as const;
export type FacialHair = (typeof FACIAL_HAIR)[number];
export const GLASSES = ['none', 'round', 'square', 'monocle'] as const;
export type Glasses = (typeof GLASSES)[number];
export const HATS = ['none', 'cap', 'fedora', 'top', 'crown', 'widebrim', 'beanie', 'headscarf', 'nurse', 'chef', 'bowler', 'bonnet', 'tricorn', 'souwester'] as const;
export type Hat = (typeof HATS)[number];
export const GARMENTS = [
  'suit', 'dinner', 'shirt', 'coat', 'hoodie', 'rollneck', 'lab', 'nurse', 'clergy', 'uniform', 'armour', 'robe', 'apron', 'space',
  'tee', 'gown', 'dress', 'frock', 'bodice', 'workwear', 'oilskin', 'justaucorps', 'tunic', 'toga', 'jumpsuit',
] as const;
export type Garment = (typeof GARMENTS)[number];
export const EXTRAS = ['earrings', 'necklace', 'scarf', 'freckles', 'scar', 'patch'] as const;
export type Extra = (typeof EXTRAS)[number];
export const EXPRESSIONS = ['neutral', 'happy', 'speaking', 'sad', 'angry', 'afraid'] as const;
export type Expression = (typeof EXPRESSIONS)[number];

/** Colours are `#rrggbb`; numbers without a comment are from 0 to 1. */
export interface Look {
  version: 1;
  name: string;
  age: Age;
  presentation: 'feminine' | 'masculine';
  /** Index into `SKIN_TONES`. */
  skin: number;
  hair: HairStyle;
  hairColour: string;
  eyeColour: string;
  brow: number;
  eyeSize: number;
  /** Index of a shape, 0 to 3. */
  nose: number;
  jaw: number;
  lips: number;
  faceWidth: number;
  build: number;
  facialHair: FacialHair;
  glasses: Glasses;
  hat: Hat;
  garment: Garment;
  cloth: string;
  trim: string;
  extras: Extra[];
  /** A model's drawing of the person, which replaces the garment and the hat. */
  drawn?: PersonDrawing;
}

export const SKIN_TONES = ['#f6d9c4', '#efc8a8', '#e6b48d', '#d79c72', '#c58a5e', '#a96f49', '#8b5636', '#6e4229', '#55321f', '#f0cdb0'] as const;

/** The colour of a look's skin. */
export const skinOf = ({ skin, drawn }: Look): string => drawn?.skin || SKIN_TONES[skin]!;

export const COMPLEXIONS = ['light', 'olive', 'brown', 'dark'] as const;
export type Complexion = (typeof COMPLEXIONS)[number];
/** The first and the last index into `SKIN_TONES` of a complexion. */
export const SKINS_OF: Record<Complexion, readonly [number, number]> = { light: [0, 1], olive: [2, 3], brown: [5, 6], dark: [7, 8] };

export const HAIR_COLOURS = {
  black: '#1f1b20', darkbrown: '#3d281e', brown: '#66432b', auburn: '#853e23', red: '#b44d20', blond: '#d9ab5c', fair: '#e9cd8e',
  grey: '#8f9196', white: '#e6e4df', silver: '#b9bcc2',
} as const;
export type HairColour = keyof typeof HAIR_COLOURS;

const AGE_PHRASES: Record<Age, string> = {
  child: 'a child', teen: 'a teenager', young: 'in the twenties', adult: 'in the thirties', mid: 'in the fifties', old: 'over sixty',
};
const HAIR_PHRASES: Partial<Record<HairStyle, string>> = {
  bald: 'bald', receding: 'thinning hair', long: 'long hair', bob: 'a bob', bun: 'hair in a bun', wavylong: 'long wavy hair',
  ponytail: 'a ponytail', curlylong: 'long curls', braids: 'braids', afro: 'an afro', curly: 'curly hair', pixie: 'short hair',
  short: 'short hair', crop: 'cropped hair', side: 'parted hair', slick: 'slicked hair', wavy: 'wavy hair', mop: 'tousled hair', updo: 'hair pinned up',
};
const FACIAL_PHRASES: Partial<Record<FacialHair, string>> = { beard: 'a beard', moustache: 'a moustache', goatee: 'a goatee', whiskers: 'side whiskers' };
export const GARMENT_PHRASES: Record<Garment, string> = {
  suit: 'a suit', dinner: 'a dinner jacket', shirt: 'a shirt', coat: 'a coat', hoodie: 'a hooded top', rollneck: 'a roll-neck', lab: 'a lab coat',
  nurse: 'a nurse’s dress', clergy: 'a clerical collar', uniform: 'a uniform', armour: 'armour', robe: 'a robe', apron: 'an apron', space: 'a space suit',
  tee: 'a T-shirt', gown: 'a gown', dress: 'a dress', frock: 'a frock coat', bodice: 'a high-necked dress', workwear: 'a waistcoat and neckerchief', oilskin: 'oilskins',
  justaucorps: 'a long laced coat', tunic: 'a tunic', toga: 'a draped robe', jumpsuit: 'a jumpsuit',
};

/** The look in words, e.g. `Mara, in the thirties, long hair, glasses, a coat`. */
export function describeLook(look: Look): string {
  const parts = [
    look.name, AGE_PHRASES[look.age], look.hat === 'headscarf' ? 'a headscarf' : HAIR_PHRASES[look.hair], FACIAL_PHRASES[look.facialHair],
    look.glasses === 'monocle' ? 'a monocle' : look.glasses === 'none' ? undefined : 'glasses', look.extras.includes('patch') ? 'an eye patch' : undefined,
    GARMENT_PHRASES[look.garment],
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}
