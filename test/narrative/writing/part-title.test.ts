import { describe, expect, it } from '@jest/globals';
import { partTitle, workTitle } from '../../../src/craft/narrative/writing/plan/part-title.js';

describe('the title of a part', () => {
  it('has the number of every part but the first, and can be turned back into the title of the text', () => {
    expect([1, 2, 11].map((index) => partTitle('Zenda', index))).toEqual(['Zenda', 'Zenda, part 2', 'Zenda, part 11']);
    expect([1, 2, 11].map((index) => workTitle(partTitle('Zenda', index), index))).toEqual(['Zenda', 'Zenda', 'Zenda']);
  });

  it('keeps “, part 2” when it belongs to the title of the work', () => {
    expect([workTitle('Dune, part 2', null), workTitle('Dune, part 2', 1), workTitle('Dune, part 2', 3), workTitle('Dune, part 2, part 3', 3)])
      .toEqual(['Dune, part 2', 'Dune, part 2', 'Dune, part 2', 'Dune, part 2']);
  });
});
