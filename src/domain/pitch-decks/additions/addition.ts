/** What can be added to a deck as a whole: music written to its pictures, or moving shots that lead to its title. */
export const ADDITIONS = ['score', 'titleMotion'] as const;
export interface AdditionBrief { part: (typeof ADDITIONS)[number]; seed: string }
/** The finished addition; `durationMs` is its length. */
export interface AdditionFacts { part: AdditionBrief['part']; seed: string; durationMs: number }

export const ADDITION_KIND = 'deck-addition';
