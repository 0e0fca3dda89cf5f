import { addressWords } from '../scripts/slugs.js';

export const seriesSlugOf = (title: string): string => addressWords(title, 'series');
