import type { Look } from '../person/look.js';

const MAN: Look = {
  version: 1, name: '', age: 'adult', presentation: 'masculine', skin: 1, hair: 'short', hairColour: '#3d281e', eyeColour: '#4a3a2a', brow: 0.5, eyeSize: 0.5, nose: 1, jaw: 0.5, lips: 0.5,
  faceWidth: 0.5, build: 0.5, facialHair: 'none', glasses: 'none', hat: 'none', garment: 'shirt', cloth: '#5a6470', trim: '#b8653f', extras: [],
};

/** Figures of middling build, whose measures those are given who draw onto figures of these kinds. */
export const TYPICAL_LOOKS = { man: MAN, woman: { ...MAN, presentation: 'feminine' }, child: { ...MAN, age: 'child' } } as const satisfies Record<string, Look>;
export type TypicalLook = keyof typeof TYPICAL_LOOKS;

/** The build of everybody who is drawn onto. */
export const TYPICAL_BUILD = { faceWidth: MAN.faceWidth, build: MAN.build };
