import type { Script } from '../script.js';
import type { PageList } from './paginate.js';

/** The pages and length of a scene. `eighths` is the length in eighths of a page, rounded up, at least 1. */
export interface SceneLength {
  heading: string; number: string | null; element: number; fromPage: number; toPage: number; eighths: number;
}

/** The scenes in order, each from its heading to the last line before the next heading. */
export function sceneLengths(script: Script, { profile, pages }: PageList): SceneLength[] {
  const perPage = profile.linesPerPage;
  const open: { element: number; first: number; last: number }[] = [];
  for (const { number, lines } of pages) {
    for (const { kind, element, row } of lines) {
      const at = (number - 1) * perPage + row;
      const scene = open.at(-1);
      if (kind === 'heading' && scene?.element !== element) open.push({ element, first: at, last: at });
      else if (scene) scene.last = Math.max(scene.last, at);
    }
  }
  return open.map(({ element, first, last }) => {
    const heading = script.elements[element]!;
    const [text, number] = heading.type === 'scene_heading' ? [heading.text, heading.number ?? null] : ['', null];
    return {
      heading: text, number, element,
      fromPage: Math.floor(first / perPage) + 1, toPage: Math.floor(last / perPage) + 1,
      eighths: Math.max(1, Math.ceil((last - first + 1) / (perPage / 8))),
    };
  });
}
