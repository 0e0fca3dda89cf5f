import { wordTable } from '../../patterns/word-table.js';

/** Parts of speech and marks, in the order of the columns of `RARITY`. */
export const TAGS = ['ADJ', 'ADP', 'ADV', 'AUX', 'CCONJ', 'DET', 'INTJ', 'NOUN', 'NUM', 'PART', 'PRON', 'PROPN', 'SCONJ', 'VERB', ',', '.'] as const;

/**
 * How rarely one part of speech follows another in English prose: ten times the negative logarithm of its share, counted in 1,847 passages of old novels and
 * tales. A row is the first part of speech, a column the second.
 */
export const RARITY: Readonly<Record<string, string>> = wordTable({
  ADJ: '32 22 46 45 34 40 95 6 49 38 40 45 44 42 24 31',
  ADP: '30 33 40 58 53 8 100 20 39 62 17 30 66 36 42 49',
  ADV: '17 22 24 33 44 29 93 40 44 41 25 52 42 17 21 30',
  AUX: '24 31 19 23 59 22 94 41 47 26 29 51 57 12 39 47',
  CCONJ: '26 25 20 33 88 20 77 22 36 43 18 35 37 19 40 72',
  DET: '13 42 33 58 77 46 88 6 44 72 49 28 83 45 48 56',
  INTJ: '52 52 52 52 52 52 52 52 52 52 52 52 41 52 4 15',
  NOUN: '43 13 36 26 31 40 103 29 62 41 31 50 48 29 15 19',
  NUM: '25 19 36 32 27 65 76 8 28 44 40 41 56 38 32 37',
  PART: '37 39 31 24 70 35 70 26 49 53 44 51 65 4 48 53',
  PRON: '33 30 32 12 50 41 83 18 60 45 33 52 49 15 31 32',
  PROPN: '50 28 39 29 34 46 68 24 72 39 40 13 55 27 15 22',
  SCONJ: '33 38 39 40 79 16 79 38 50 45 6 41 39 35 41 52',
  VERB: '34 13 26 49 41 20 88 31 47 32 18 40 32 41 26 30',
  ',': '34 21 23 32 14 26 69 33 45 48 19 34 30 23 69 70',
  '.': '56 24 22 38 27 20 37 55 47 46 10 26 42 30 63 54',
});
