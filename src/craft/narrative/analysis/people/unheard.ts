import { statedFacts, type PersonFacts } from '../../../people/facts.js';
import type { Person } from '../../model.js';
import type { Figure } from '../names/figures.js';

/** A name that occurs only once may be that of a horse, a street or a poet. */
const MIN_MENTIONS = 2;

const capitals = (name: string): string => name.replace(/^the\s/u, '').replace(/\./g, '').replace(/[^\p{L}\p{N}’' -]/gu, ' ').replace(/\s+/g, ' ').trim().toUpperCase();

/** People whom a text mentions but who never speak, the most frequent first. Their cues differ from each other and from those of the cast. */
export function unheardOf(figures: readonly Figure[], cast: readonly Person[], facts: ReadonlyMap<Figure, PersonFacts>): Person[] {
  const used = new Set(cast.map(({ cue }) => cue));
  const named = figures.filter(({ kind, mentions }) => kind !== 'description' && mentions >= MIN_MENTIONS).sort((one, other) => other.mentions - one.mentions);
  return named.flatMap((figure, at): Person[] => {
    const { title, first, last, name, forms } = figure;
    const short = title !== null && last !== null ? `${title} ${last}` : first ?? last ?? name;
    const cue = [short, name].map(capitals).find((one) => one !== '' && !used.has(one));
    if (cue === undefined) return [];
    used.add(cue);
    return [{
      id: `u${at}`, cue, name, aliases: [...forms].filter((form) => form !== name).sort(), gender: facts.get(figure)?.gender ?? figure.gender ?? 'neutral',
      role: 'person', description: `${name}.`, quoteCount: 0, ...statedFacts(facts.get(figure)),
    }];
  });
}
