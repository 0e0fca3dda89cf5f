import type { Origin } from '../../../craft/deck/deck.js';

/** Resolves origins: the label of a source, and the scene of an entry of the read, from 0. */
export interface NamedOrigins { labelOf(sourceId: string): string | null; sceneOf(entryIndex: number): number | null }

const count = new Intl.NumberFormat('en');

/** `sourceDigest.gaps` as "source digest, gaps". */
const fieldInWords = (field: string): string =>
  field.split('.').map((part) => part.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()).join(', ');

function inWords(origin: Origin, { labelOf, sceneOf }: NamedOrigins): string {
  switch (origin.kind) {
    case 'source': return `${labelOf(origin.sourceId) ?? 'The source'}, characters ${count.format(origin.from)}–${count.format(origin.to)}${origin.retold ? ', retold' : ''}`;
    case 'entry': {
      const scene = sceneOf(origin.entryIndex);
      return scene === null ? 'the read' : `the read, scene ${count.format(scene + 1)}`;
    }
    case 'plan': return `the plan: ${fieldInWords(origin.field)}`;
    case 'canon': return `the Series Bible: ${fieldInWords(origin.field)}`;
    default: return origin.field === 'edit' ? 'written by the producer' : `told by the producer: ${origin.field}`;
  }
}

/** Where a sentence comes from, in words, each place once. */
export const sourcesInWords = (origins: readonly Origin[], named: NamedOrigins): string[] => [...new Set(origins.map((origin) => inWords(origin, named)))];
