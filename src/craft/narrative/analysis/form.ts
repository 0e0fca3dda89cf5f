import type { TextAnalysis } from '../model.js';
import { countWords } from './language/sentences.js';
import type { Span } from './language/sentences.js';

/** Facts about a text that tell fiction, essay and speech apart. */
export interface FormEvidence { text: string; quotations: readonly Span[]; tagged: number; toldAloud: boolean }

const ADDRESS = /\b(?:my fellow (?:citizens|americans|countrymen|members|delegates)|ladies and gentlemen|mr\.? (?:president|speaker|chairman)|fellow citizens|dear friends|thank you(?:,| for| all| very))/gi;

/**
 * `fiction` (any narrative) when people speak under speech tags, much is quoted, or the text narrates a person's past;
 * `speech` when it addresses an audience; else `essay`.
 */
export function formOf(evidence: FormEvidence): TextAnalysis['form'] {
  const words = Math.max(1, countWords(evidence.text.slice(0, 400_000)));
  const quoted = evidence.quotations.reduce((sum, { start, end }) => (start < 400_000 ? sum + end - start : sum), 0);
  const share = quoted / Math.max(1, Math.min(evidence.text.length, 400_000));
  if (share < 0.35 && !evidence.toldAloud
    && figuresPerThousand(evidence.text.slice(0, 400_000), words) > 12) return 'essay';
  const tagsPerThousand = (evidence.tagged * 1_000) / words;
  if (evidence.toldAloud || (evidence.tagged >= 3 && tagsPerThousand > 1.2)
    || (share > 0.2 && evidence.tagged >= 1)) return 'fiction';
  if (evidence.quotations.length > 0 && isNarrated(evidence.text.slice(0, 100_000))) return 'fiction';
  if (share > 0.15 && evidence.quotations.length >= 8) return 'fiction';
  const addressed = evidence.text.slice(0, 400_000).match(ADDRESS)?.length ?? 0;
  const addressWords = evidence.text.slice(0, 400_000).match(/\b(?:we|us|our|ours|you|your|let us)\b/gi)?.length ?? 0;
  if (share < 0.1 && ((addressed >= 1 && addressWords / words > 0.02)
    || addressWords / words > 0.045)) return 'speech';
  return 'essay';
}

/** Years, sums, percentages and measures per thousand words: reports hold many, stories few, and both quote people. */
function figuresPerThousand(text: string, words: number): number {
  return ((text.match(/(?<![\w.])[$£€]?\d[\d,.]*(?:%|\b)/g)?.length ?? 0) * 1_000) / words;
}

/** Narrative prose: mostly past tense about `he` or `she`, and little present tense. */
function isNarrated(text: string): boolean {
  const words = Math.max(1, countWords(text));
  const shareOf = (pattern: RegExp) => (text.match(pattern)?.length ?? 0) / words;
  return shareOf(/\b(?:was|were|had|said|came|went|looked|stood|\w+ed)\b/g) > 0.045
    && shareOf(/\b(?:he|she|him|her|his)\b/gi) > 0.018
    && shareOf(/\b(?:is|are|has|have)\b/g) < 0.022;
}
