/** What is made for a deck as a whole: music that is written to its pictures, or moments that lead to its title. */
export const ADDITIONS = ['score', 'titleMotion'] as const;
export interface AdditionBrief { part: (typeof ADDITIONS)[number]; seed: string }
/** What was made, and how long it lasts. */
export interface AdditionFacts { part: AdditionBrief['part']; seed: string; durationMs: number }

export const ADDITION_KIND = 'deck-addition';
