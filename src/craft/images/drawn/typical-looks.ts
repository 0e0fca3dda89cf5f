import type { Look } from '../person/look.js';
import type { PersonDrawing } from '../../screenplay/model.js';

const MAN: Look = {
  version: 1, name: '', age: 'adult', presentation: 'masculine', skin: 1, hair: 'short', hairColour: '#3d281e', eyeColour: '#4a3a2a', brow: 0.5, eyeSize: 0.5, nose: 1, jaw: 0.5, lips: 0.5,
  faceWidth: 0.5, build: 0.5, facialHair: 'none', glasses: 'none', hat: 'none', garment: 'shirt', cloth: '#5a6470', trim: '#b8653f', extras: [],
};

const WOMAN: Look = { ...MAN, presentation: 'feminine' };
const STOUT = { faceWidth: 1, build: 1 };

/** Typical figures whose measures are given to the authors of drawings on such figures. */
export const TYPICAL_LOOKS = {
  man: MAN, woman: WOMAN, child: { ...MAN, age: 'child' }, 'stout man': { ...MAN, ...STOUT }, 'stout woman': { ...WOMAN, ...STOUT },
} as const satisfies Record<string, Look>;
export type TypicalLook = keyof typeof TYPICAL_LOOKS;

/** The build of the figure that a drawing is made for. */
export const drawnBuild = ({ stout }: Pick<PersonDrawing, 'stout'>): Pick<Look, 'faceWidth' | 'build'> => (stout ? STOUT : { faceWidth: MAN.faceWidth, build: MAN.build });
