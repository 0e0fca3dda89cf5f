import type { Figures } from '../names/figures.js';
import { genderOfFirstName, isFirstName } from '../names/first-names.js';

/** How a text uses one form of a name. `told` counts its uses in the narration. */
export interface Naming { form: string; count: number; told: number; inner: number; places: number; vocatives: number; acts: number }

/** In a family with several daughters (`the Miss Quills`), `Miss Quill` is the eldest, so she is never the same person as a `Miss Ann`. */
export function keepSistersApart(namings: ReadonlyMap<string, Naming>, figures: Figures): void {
  const younger = [...namings.keys()].filter((form) => /^Miss \p{Lu}\S+$/u.test(form) && isFirstName(form.slice('Miss '.length)));
  const daughters = new Map<string, Set<string>>();
  for (const form of namings.keys()) {
    const [, first, last] = /^(?:Miss )?(\p{Lu}\S+) (\p{Lu}\S+)$/u.exec(form) ?? [];
    if (first && last && genderOfFirstName(first) === 'female') daughters.set(last, (daughters.get(last) ?? new Set()).add(first));
  }
  for (const form of namings.keys()) {
    const last = /^Miss (\p{Lu}\S+)$/u.exec(form)?.[1];
    if (last === undefined || isFirstName(last)) continue;
    const several = namings.has(`${form}s`) || namings.has(`${form}es`) || namings.has(`Misses ${last}`) || (daughters.get(last)?.size ?? 0) > 1;
    if (several) for (const sister of younger) figures.keepApart(form, sister);
  }
}

/**
 * True when `Mrs. Lennox` is not Mary Lennox, and `General Lennox` not Ned Lennox: the text calls Mary and Ned by their first names rather than by
 * their full names. A name that others only call her to her face (`But Mrs. Lennox!`) may be hers.
 */
export function isAnotherOfTheFamily(form: string, figures: Figures, namings: ReadonlyMap<string, Naming>): boolean {
  const [, title = '', last] = /^(Mrs\.?|Lady|General|Colonel|Admiral|Sir|Lord) (\S+)$/.exec(form) ?? [];
  if (last === undefined) return false;
  const isWoman = /^(?:Mrs|Lady)/.test(title);
  const { told = 0, vocatives = 0 } = namings.get(form) ?? {};
  if (told === 0 && vocatives > 0) return false;
  return [...figures.withName(last)].some((figure) => figure.kind === 'name' && figure.last === last
    && figure.first !== null && (figure.title === null || (!isWoman && /^Mr\b/.test(figure.title))) && figure.gender !== (isWoman ? 'male' : 'female')
    && (namings.get(figure.first)?.count ?? 0) > (namings.get(`${figure.first} ${last}`)?.count ?? 0));
}
