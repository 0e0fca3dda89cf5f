import { describe, expect, it } from '@jest/globals';
import { partTitle, workTitle } from '../../../src/craft/narrative/writing/plan/part-title.js';

describe('the title of a part', () => {
  it('names all parts but the first, and gives the title of the text back', () => {
    expect([1, 2, 11].map((index) => partTitle('Zenda', index))).toEqual(['Zenda', 'Zenda, part 2', 'Zenda, part 11']);
    expect([1, 2, 11].map((index) => workTitle(partTitle('Zenda', index), index))).toEqual(['Zenda', 'Zenda', 'Zenda']);
  });

  it('leaves a title alone that ends like one of a part', () => {
    expect([workTitle('Dune, part 2', null), workTitle('Dune, part 2', 1), workTitle('Dune, part 2', 3), workTitle('Dune, part 2, part 3', 3)])
      .toEqual(['Dune, part 2', 'Dune, part 2', 'Dune, part 2', 'Dune, part 2']);
  });
});
