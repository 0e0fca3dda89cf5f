import { countWords, WORDS_PER_SECOND } from '../wording/wording.js';
import type { LintContext } from './context.js';
import type { Finding } from './findings.js';

/** `arc`: the script begins in the first 15 % of the first source and ends in the last 10 % of the last one. */
export function arcFindings({ screenplay, sources }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const spans = screenplay.entries.flatMap((entry) => entry.spans);
  const used = sources.filter((source) => source.text !== null
    && spans.some((span) => span.sourceId === source.sourceId));
  const first = used[0];
  const last = used.at(-1);
  if (first?.text && last?.text) {
    const firstText = first.text;
    const lastText = last.text;
    const opening = Math.min(...spans.filter((span) => span.sourceId === first.sourceId).map((span) => span.start));
    const closing = Math.max(...spans.filter((span) => span.sourceId === last.sourceId).map((span) => span.end));
    if (opening > firstText.length * 0.15) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The beginning of the source is missing.' });
    if (closing < lastText.trimEnd().length * 0.9) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The end of the source is missing.' });
  }
  const played = screenplay.mode === 'drama' && screenplay.cast.some((member) => member.role === 'character');
  for (const scene of played ? screenplay.scenes : []) {
    const spoken = screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)
      .filter((entry) => entry.kind === 'dialogue' || entry.kind === 'action').length;
    if (spoken < 2 && screenplay.scenes.length > 1) {
      findings.push({ entryIndex: scene.firstEntry, rule: 'scene-size',
        message: `${scene.heading} has fewer than two lines.` });
    }
  }
  return findings;
}

/**
 * `length`: within 15 % of the requested time at 150 words a minute. A script may be shorter when its sources, or their
 * dialogue where narration is silent, hold too few words.
 */
export function lengthFindings({ screenplay, sources, heard }: LintContext, durationSeconds: number): Finding[] {
  const words = screenplay.entries.reduce((sum, entry) => sum
    + (heard[entry.index] === null ? 0 : countWords(entry.text)), 0);
  const target = durationSeconds * WORDS_PER_SECOND;
  const share = words / target - 1;
  if (Math.abs(share) <= 0.15) return [];
  const quotedOnly = screenplay.mode === 'drama' && screenplay.narrationPolicy === 'suppress'
    && screenplay.cast.some((member) => member.role === 'character');
  const available = sources.reduce((sum, { text }) =>
    sum + countWords(quotedOnly ? (text ?? '').match(/“[^”]*/gu)?.join(' ') ?? '' : text ?? ''), 0);
  if (share < 0 && available < target) return [];
  const message = `The script lasts about ${Math.round(words / WORDS_PER_SECOND)} seconds; ${durationSeconds} were requested.`;
  return [{ entryIndex: null, rule: 'length', message }];
}
