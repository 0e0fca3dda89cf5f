import type { Block } from '../../arrangement/windows.js';
import type { Item, Material } from '../../material/items.js';
import { namesByItem, startsOf, stopsOf, type Start } from '../../material/passage-limits.js';
import { NamedPeople } from '../../material/named-people.js';

/** A passage of a drama. A bridge holds only necessary narration (the opening, an introduction) and never grows. */
export interface PlayedPassage extends Block { bridge: boolean }

/** One source of a drama with what the choice of its passages depends on. */
export interface PlayedSource {
  items: readonly Item[];
  starts: readonly Start[];
  stops: readonly boolean[];
  /** Cast ids that each item names. */
  names: readonly string[][];
  people: NamedPeople;
  narrator: string | null;
}

const played = new WeakMap<Material, PlayedSource>();

/** Where passages of a source may start and stop; computed once per material. */
export function playedSource(material: Material): PlayedSource {
  const known = played.get(material);
  if (known) return known;
  const people = new NamedPeople(material.analysis.cast);
  const source: PlayedSource = { items: material.items, starts: startsOf(material.items),
    stops: stopsOf(material.items),
    names: namesByItem(material.items, people), people, narrator: material.analysis.narrator };
  played.set(material, source);
  return source;
}
