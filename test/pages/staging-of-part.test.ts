import { describe, expect, it } from '@jest/globals';
import { partOfPage } from '../../src/pages/presenters/page-part.js';
import { sampleRead } from '../browser/pages-sample.js';

const motion = { sceneIndex: 0, steps: [], isBehind: false, durationMs: null };
const beat = { sceneIndex: 0, picture: null, place: 'top', reveal: 'fade', durationMs: null } as const;

describe('the page of a part', () => {
  it('has nothing of the words and motions that the stage shows in the rest of the read', () => {
    const staging = {
      motions: [{ ...motion, entryIndex: 1, caption: 'Seen' }, { ...motion, entryIndex: 4, caption: 'Hidden' }],
      canvas: [{ ...beat, entryIndex: 2, text: 'Shown' }, { ...beat, entryIndex: 9, text: 'Secret' }],
    };
    const page = partOfPage({ ...sampleRead(), staging }, { firstEntry: 0, lastEntry: 3 });
    expect(page.staging).toEqual({ motions: [staging.motions[0]], canvas: [staging.canvas[0]] });
    expect(partOfPage(sampleRead(), { firstEntry: 0, lastEntry: 3 }).staging).toBeUndefined();
  });
});
