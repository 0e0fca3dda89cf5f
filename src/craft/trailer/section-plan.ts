import type { CutSection } from '../audio/composer/cut-wish.js';
import type { Cut, Slot } from './cut.js';

const SECTIONS: Readonly<Record<Slot, Omit<CutSection, 'counts'>>> = {
  hook: { role: 'held', level: [0.1, 0.25] }, setup: { role: 'theme', level: [0.3, 0.4] }, inciting: { role: 'pulse', level: [0.45, 0.5] },
  escalation: { role: 'pulse', level: [0.5, 0.85] }, drop: { role: 'fall', level: [0.2, 0.1] }, climax: { role: 'full', level: [0.9, 1] },
  title: { role: 'hit', level: [1, 0.3] }, button: { role: 'bare', level: [0.1, 0] },
};
/** Slots on whose first count the music strikes. */
const STRUCK: ReadonlySet<Slot> = new Set(['inciting', 'climax', 'title']);

/** The plan of the music for a cut: a section for each slot, and the counts, from the beginning, on which it strikes. */
export function scoreSections({ beats }: Pick<Cut, 'beats'>): { sections: CutSection[]; hits: number[] } {
  const sections: { slot: Slot; counts: number }[] = [];
  const hits: number[] = [];
  let at = 0;
  for (const { slot, counts } of beats) {
    const last = sections.at(-1);
    if (last?.slot === slot) last.counts += counts;
    else {
      sections.push({ slot, counts });
      if (STRUCK.has(slot)) hits.push(at);
    }
    at += counts;
  }
  return { sections: sections.map(({ slot, counts }) => ({ counts, ...SECTIONS[slot] })), hits };
}
