import { html, type Markup } from '../../html.js';
import { workplacePaths } from '../paths.js';

const DOORS = [
  ['bible', 'Series Bible'], ['outline', 'Outline'], ['castWall', 'Cast'], ['moodBoard', 'Mood board'],
] as const;

export type CanonDoor = (typeof DOORS)[number][0];

/** Links between the pages of a production's canon. `current` is the page that shows them. */
export const canonDoors = (projectId: string, current: CanonDoor | null = null): Markup => html`<nav class="canon-doors" aria-label="Canon"><ul>${DOORS.map(([door, label]) =>
  html`<li><a class="pill" href="${workplacePaths[door](projectId)}"${door === current ? html` aria-current="page"` : null}>${label}</a></li>`)}</ul></nav>`;
