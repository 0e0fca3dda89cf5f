import type { Screenplay, SourceSpan } from '../../../screenplay/model.js';
import { readSeconds } from '../direction/length.js';
import { countWords, WORDS_PER_SECOND } from '../wording/wording.js';
import type { LintContext } from './context.js';
import type { Finding } from './findings.js';

/**
 * `arc`: the script begins in the first 15 % of its first source, or of its part of that source, and ends in the last 10 %. A drama omits nothing of its
 * part. `scene-size`: each of its scenes has two lines or more.
 */
export function arcFindings({ screenplay, sources }: LintContext): Finding[] {
  const findings: Finding[] = [];
  const spans = screenplay.entries.flatMap((entry) => entry.spans);
  const ranges = (screenplay.covers ?? sources.map(({ sourceId, text }): SourceSpan => ({ sourceId, start: 0, end: text?.trimEnd().length ?? 0 })))
    .filter(({ sourceId, start, end }) => end > start && spans.some((span) => span.sourceId === sourceId && span.start < end && span.end > start));
  const first = ranges[0];
  const last = ranges.at(-1);
  if (first && last && !performsScenes(screenplay)) {
    const opening = Math.min(...spans.filter((span) => span.sourceId === first.sourceId).map((span) => span.start));
    const closing = Math.max(...spans.filter((span) => span.sourceId === last.sourceId).map((span) => span.end));
    if (opening > first.start + (first.end - first.start) * 0.15) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The beginning of the source is missing.' });
    if (closing < last.end - (last.end - last.start) * 0.1) findings.push({ entryIndex: null, rule: 'arc',
      message: 'The end of the source is missing.' });
  }
  for (const scene of performsScenes(screenplay) ? screenplay.scenes : []) {
    const spoken = screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1)
      .filter((entry) => entry.kind === 'dialogue' || entry.kind === 'action').length;
    if (spoken < 2 && screenplay.scenes.length > 1) {
      findings.push({ entryIndex: scene.firstEntry, rule: 'scene-size',
        message: `${scene.heading} has fewer than two lines.` });
    }
  }
  return findings;
}

/** True for a drama of a text with enough dialogue; the drama of any other text is written as a documentary. */
const performsScenes = ({ mode, scenes }: Screenplay): boolean =>
  mode === 'drama' && !scenes.some(({ heading }) => heading.startsWith('INT. STUDIO'));

/**
 * `length`: a programme is within 15 % of the requested time at the pace of the voices. It may be shorter when its sources
 * hold too few words. A drama lasts as long as the scenes that it performs.
 */
export function lengthFindings({ screenplay, sources }: LintContext, durationSeconds: number): Finding[] {
  const seconds = readSeconds(screenplay);
  const share = seconds / durationSeconds - 1;
  if (Math.abs(share) <= 0.15 || performsScenes(screenplay)) return [];
  const available = sources.reduce((sum, { text }) => sum + countWords(text ?? ''), 0);
  if (share < 0 && available < durationSeconds * WORDS_PER_SECOND) return [];
  const message = `The script lasts about ${Math.round(seconds)} seconds; ${durationSeconds} were requested.`;
  return [{ entryIndex: null, rule: 'length', message }];
}
