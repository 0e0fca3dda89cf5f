import { speakerOf, type Screenplay } from '../../../screenplay/model.js';
import type { WriterSource } from '../../model.js';
import { castFindings } from './cast.js';
import type { LintContext } from './context.js';
import { headingFindings, speechFindings, voiceFindings } from './drama.js';
import type { Finding } from './findings.js';
import { programmeFindings } from './programme.js';
import { brokenFindings, jointFindings, markFindings, tellerFindings, twiceFindings } from './quotations.js';
import { endFindings } from './scene-end.js';
import { questionFindings, repeatFindings } from './questions.js';
import { arcFindings, lengthFindings } from './shape.js';
import { supportBase } from './support.js';
import { headFindings, wordsFindings } from './words.js';

/**
 * Checks a finished script against its sources: support, quotations, openings, questions, repeats, cast, arc and
 * length. `durationSeconds` is the requested length; without it length is not checked. Findings are in entry order.
 */
export function lintScreenplay(screenplay: Screenplay, sources: readonly WriterSource[],
  durationSeconds?: number): Finding[] {
  const context: LintContext = {
    screenplay, sources, base: supportBase(sources, screenplay.title),
    heard: screenplay.entries.map((entry) => speakerOf(entry, screenplay.narrationPolicy)),
  };
  const findings = [
    ...wordsFindings(context), ...headFindings(context), ...questionFindings(context), ...repeatFindings(context),
    ...castFindings(context), ...arcFindings(context), ...speechFindings(context), ...programmeFindings(context),
    ...(screenplay.mode === 'drama' ? dramaFindings(context) : []),
  ];
  if (durationSeconds !== undefined) findings.push(...lengthFindings(context, durationSeconds));
  return findings.sort((a, b) => (a.entryIndex ?? 1e9) - (b.entryIndex ?? 1e9));
}

const dramaFindings = (context: LintContext): Finding[] => [
  headingFindings, voiceFindings, tellerFindings, brokenFindings, twiceFindings, jointFindings, markFindings, endFindings,
].flatMap((find) => find(context));
