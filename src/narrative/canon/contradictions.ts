/** Kinds of facts that a project can lock. */
export const FACT_KINDS = ['dead', 'alive', 'place', 'relation', 'age', 'trait', 'event'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A line that contradicts a fact. Places that do not apply are absent. */
export interface Contradiction {
  factId: string;
  statement: string;
  quote: string;
  /** What is wrong, in one sentence. */
  reason: string;
  scriptUploadId?: string;
  episodeId?: string;
  sceneIndex?: number;
  entryIndex?: number;
}
