import { documentHash } from '../../../kernel/families/coverage/rubric.js';
import type { BibleContent } from '../series-bible.js';

/** The phases in which a Series Bible is judged, in order. */
export const BIBLE_PHASES = ['premise', 'full'] as const;
export type BiblePhase = (typeof BIBLE_PHASES)[number];

/** The fields that each phase judges. A report holds while they are unchanged. */
export const JUDGED_FIELDS = {
  premise: ['logline', 'genre', 'audience', 'tone', 'premise'],
  full: [
    'logline', 'genre', 'audience', 'tone', 'premise', 'format', 'seasonArc', 'themes', 'worldRules', 'canonTimeline', 'locationTruths',
    'characters', 'episodes',
  ],
} as const satisfies Record<BiblePhase, readonly (keyof BibleContent)[]>;

/** The stored subject type of reports on a phase. It must never change. */
export const bibleSubject = (phase: BiblePhase): string => `series_bible.${phase}`;

/** The fields of a Series Bible that a phase judges; blank ones count as absent. */
export function judgedPart(phase: BiblePhase, content: BibleContent): BibleContent {
  const fields = JUDGED_FIELDS[phase].map((field) => [field, content[field]] as const);
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string' ? value.trim() : value?.length)) as BibleContent;
}

/** Hash of what a phase judges. */
export const judgedPartHash = (phase: BiblePhase, content: BibleContent): string => documentHash(judgedPart(phase, content));
