import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { TYPICAL_LOOKS } from '../../src/craft/images/drawn/typical-looks.js';
import { HAIR_STYLES, type Look } from '../../src/craft/images/person/look.js';
import { bustFace, drawBust } from '../../src/craft/images/person/portrait.js';

/** Green hair on red skin, so that each pixel tells which it is. */
const told = (look: Look): Look => ({
  ...look, hairColour: '#20a040',
  drawn: { skin: '#d03030', eyes: '#101010', cloth: '#202020', behind: [], clothes: [], face: [], over: [], hat: [], keepsHat: false, stature: 1, stout: false },
});
const BALD = new Set(['bald', 'receding', 'none']);

describe.each(Object.entries(TYPICAL_LOOKS))('the hair of a %s', (_kind, figure) => {
  it.each(HAIR_STYLES.filter((hair) => !BALD.has(hair)))('%s covers the skull from side to side', (hair) => {
    const look = told({ ...figure, hair });
    const stature = look.age === 'child' ? 0.8 : 1;
    const { y, height } = bustFace(look);
    for (const facing of [-1, 0, 1] as const) {
      const { pixels, width } = new Resvg(drawBust(look, { facing }), { fitTo: { mode: 'width', value: 600 } }).render();
      // Just within the outline of the skull: at its top, and half way down to each temple.
      const skull = [[0, 0.5], [0.5, 0.46], [-0.5, 0.46], [0.77, 0.345], [-0.77, 0.345]] as const;
      const half = (look.age === 'child' ? 104 : 90) * stature;
      const seen = skull.map(([across, up]) => {
        const at = (Math.round(y - up * height + 5) * width + Math.round(300 + across * half)) * 4;
        return pixels[at]! > pixels[at + 1]! ? 'skin' : 'hair';
      });
      expect(seen).toEqual(skull.map(() => 'hair'));
    }
  });
});
