import type { Category } from '../../places/place-words.js';
import type { Thing } from '../../places/things.js';

/** A kind of room: its colours, and the things that define it. */
export interface Interior {
  walls: readonly string[];
  floor: string;
  pattern: 'plank' | 'tile' | 'plain';
  /** Things that are drawn even if no word mentions them. */
  core: readonly Thing[];
  /** Usual things of such a room, drawn when few things are stated. */
  usual?: readonly Thing[];
  /** The material of the walls, if they are not plastered. */
  built?: 'stone' | 'boards' | 'glass' | 'rock';
}

const PAPERS = ['#d3bd97', '#a9bca6', '#c9a49c', '#9fb2c4', '#d9c3a0', '#b3a4bd'] as const;

/** Rooms furnished with the stated things. Other rooms have a drawing of their own, to which things are added. */
export const INTERIORS: Partial<Record<Category, Interior>> = {
  abstract: { walls: ['#c9c0b2', '#bcc2c0', '#c6b8b0', '#b9bcc8', '#c3c2ac'], floor: '#8a7866', pattern: 'plain', core: [] },
  living: { walls: PAPERS, floor: '#96683f', pattern: 'plank', core: [], usual: ['fire', 'armchair', 'table', 'picture', 'rug'] },
  kitchen: { walls: ['#e4d3b4', '#dfe2cf', '#d9d3c6'], floor: '#b98d66', pattern: 'tile', core: ['stove', 'table'], usual: ['shelves', 'chair'] },
  bedroom: { walls: ['#b9a7c4', '#a3b4c9', '#cfae93', '#a9bfae', '#d6c8b4'], floor: '#86603f', pattern: 'plank', core: ['bed'], usual: ['washstand', 'picture', 'rug'] },
  library: { walls: ['#7b5238', '#54684f', '#6a4a52'], floor: '#744a30', pattern: 'plank', core: ['bookshelves'], usual: ['armchair', 'table', 'rug'] },
  office: { walls: ['#c3bda8', '#a99a84', '#b8c0c4'], floor: '#7f6a52', pattern: 'plank', core: ['desk'], usual: ['chair', 'bookshelves'] },
  bar: { walls: ['#6e4636', '#7a5a44', '#5f4a44'], floor: '#5f3d29', pattern: 'plank', core: ['counter'] },
  bakery: { walls: ['#ece4d2', '#e6dcc8'], floor: '#a8967e', pattern: 'tile', core: ['oven', 'longTable', 'food'] },
  ballroom: { walls: ['#e6d9bc', '#d3dcd6', '#e2c9c4'], floor: '#b8844e', pattern: 'plank', core: ['chandelier', 'tallWindow'] },
  shop: { walls: ['#c9b48e', '#b0b89a', '#c0a898'], floor: '#7f6246', pattern: 'plank', core: ['counter', 'shelves'] },
  cellar: { walls: ['#857a6e', '#7a7672'], floor: '#6a6058', pattern: 'tile', core: ['barrel'], built: 'stone' },
  stable: { walls: ['#8a6242', '#7d5c46'], floor: '#b8964e', pattern: 'plain', core: ['horse'], built: 'boards' },
  greenhouse: { walls: ['#c9ddd4'], floor: '#a89a84', pattern: 'tile', core: ['plant'], built: 'glass' },
  cave: { walls: ['#6f665e'], floor: '#5a524a', pattern: 'plain', core: ['rocks'], built: 'rock' },
};
