import { describe, expect, it } from '@jest/globals';
import { presentedName } from '../../src/kernel/contract/texts/presented-name.js';
import { introductionFrom, type Material } from '../../src/domain/publishing/series/introduction.js';

describe('the name of a file as a title', () => {
  it.each([
    ['greenhouse.epub', 'Greenhouse'], ['the_last-train to_oxford.pdf', 'The Last Train to Oxford'], ['MARA at sea', 'MARA at sea'], ['of mice.txt', 'Of Mice'],
    ['épée', 'Épée'], ['Vol. 2', 'Vol. 2'],
  ])('%s is %s', (name, title) => {
    expect(presentedName(name)).toBe(title);
  });
});

describe('what a series says of itself', () => {
  const book: Material = { type: 'epub', label: 'greenhouse', metadata: { title: 'The Last Greenhouse', author: 'Ines Okafor' } };
  const page: Material = { type: 'url', label: 'example.org/boats', metadata: { title: 'Boats | Example', byline: 'By Tom Reed' } };

  it.each<[string, Material[], { title: string; author: string | null }]>([
    ['greenhouse', [book], { title: 'The Last Greenhouse', author: 'Ines Okafor' }],
    ['Greenhouse', [book], { title: 'The Last Greenhouse', author: 'Ines Okafor' }],
    ['Nights under Saturn', [book], { title: 'Nights under Saturn', author: 'Ines Okafor' }],
    ['greenhouse', [{ ...book, metadata: {} }], { title: 'Greenhouse', author: null }],
    ['greenhouse', [book, page], { title: 'Greenhouse', author: null }],
    ['Boats', [page], { title: 'Boats', author: 'Tom Reed' }],
    ['Untouched', [], { title: 'Untouched', author: null }],
  ])('%s', (name, material, expected) => {
    expect(introductionFrom(name, material)).toEqual(expected);
  });
});
