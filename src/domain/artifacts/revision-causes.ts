/** What made a state of an artifact: its first read, corrections, another script, an update of its sound, another cut of the same words, or paid work. */
export const REVISION_CAUSES = ['initial', 'edit', 'script', 'update', 'edition', 'refine'] as const;
export type RevisionCause = (typeof REVISION_CAUSES)[number];

/** The cause of all revisions that work makes for credits: those that `refineCount` counts, and after which a film has a price again. */
export const PAID_CAUSE = 'refine' satisfies RevisionCause;
