import type { Look } from '../person/look.js';
import type { PersonDrawing } from '../../screenplay/model.js';

const MAN: Look = {
  version: 1, name: '', age: 'adult', presentation: 'masculine', skin: 1, hair: 'short', hairColour: '#3d281e', eyeColour: '#4a3a2a', brow: 0.5, eyeSize: 0.5, nose: 1, jaw: 0.5, lips: 0.5,
  faceWidth: 0.5, build: 0.5, facialHair: 'none', glasses: 'none', hat: 'none', garment: 'shirt', cloth: '#5a6470', trim: '#b8653f', extras: [],
};

const WOMAN: Look = { ...MAN, presentation: 'feminine' };
const STOUT = { faceWidth: 1, build: 1 };

/** Figures whose measures those are given who draw onto figures of these kinds. */
export const TYPICAL_LOOKS = {
  man: MAN, woman: WOMAN, child: { ...MAN, age: 'child' }, 'stout man': { ...MAN, ...STOUT }, 'stout woman': { ...WOMAN, ...STOUT },
} as const satisfies Record<string, Look>;
export type TypicalLook = keyof typeof TYPICAL_LOOKS;

/** The build of whoever is drawn onto. */
export const drawnBuild = ({ stout }: Pick<PersonDrawing, 'stout'>): Pick<Look, 'faceWidth' | 'build'> => (stout ? STOUT : { faceWidth: MAN.faceWidth, build: MAN.build });
