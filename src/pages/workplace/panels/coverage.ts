import { ApiError } from '../../../kernel/errors/api-error.js';
import type { Judgement, Note } from '../../../kernel/families/coverage/rubric.js';
import { html, type Markup } from '../../html.js';
import { workplacePaths } from '../paths.js';
import type { Visit } from '../visit.js';
import { counted } from '../words.js';

export const PHASES = ['premise', 'full'] as const;
export type Phase = (typeof PHASES)[number];

/** A report as the API shows it. */
export interface Coverage {
  status: 'generating' | 'complete' | 'failed'; current: boolean; gatePassed: boolean; gateThreshold: number; overallScore: number | null;
  reportVersion: number; documentVersion: number; progressDetail: string | null; failureMessage: string | null; updatedAt: string; report: Judgement | null;
}

/** The newest report on the Series Bible, or null. */
export async function findCoverage(visit: Visit, projectId: string, phase: Phase): Promise<Coverage | null> {
  const { coverage } = await visit.call<{ coverage: Coverage | null }>('getSeriesBibleCoverage', { params: { projectId }, query: { phase } });
  return coverage;
}

function stateOf(coverage: Coverage): string {
  if (coverage.status !== 'complete') return coverage.status === 'failed' ? 'failed' : 'being made';
  const gate = coverage.gatePassed ? 'passed' : 'not passed';
  return `${gate}, ${coverage.overallScore} of 100${coverage.current ? '' : ', of an earlier version'}`;
}

/** The state of a report in a few words, with the way to it. */
export const coverageLine = (projectId: string, phase: Phase, coverage: Coverage | null): Markup =>
  html`<a href="${workplacePaths.coverage(projectId, phase)}">${coverage ? stateOf(coverage) : 'not asked for yet'}</a>`;

const TONE = { critical: 'wrong', major: 'ask', minor: 'off' } as const;

function noteItem({ severity, category, message, anchor, suggestion }: Note, placeOf: (note: Note) => Markup | null): Markup {
  return html`<li class="note"><p><span class="tag ${TONE[severity]}">${severity}</span> <b>${category}</b> ${message}</p>
${anchor?.quote ? html`<blockquote class="line-text">${anchor.quote}</blockquote>` : null}${suggestion ? html`<p class="fine">${suggestion}</p>` : null}${placeOf({ severity, category, message, anchor, suggestion })}</li>`;
}

type Check = Judgement['checks'][number];

const checkRow = ({ id, passed, details }: Check): Markup =>
  html`<li><span><b>${id.replaceAll('_', ' ')}</b> <span class="fine">${details}</span></span><span class="tag ${passed ? 'done' : 'ask'}">${passed ? 'passed' : 'not passed'}</span></li>`;

/** A complete report. `placeOf` returns the link to the place that a note refers to. */
export function reportBody({ report, gateThreshold }: Coverage, placeOf: (note: Note) => Markup | null): Markup {
  if (!report) throw new ApiError('coverage_not_found');
  const [failed, passed] = [false, true].map((wanted) => report.checks.filter((check) => check.passed === wanted)) as [Check[], Check[]];
  return html`${report.logline ? html`<p class="thesis">${report.logline}</p>` : null}
<h2>${report.notes.length === 0 ? 'No notes' : counted(report.notes.length, 'note')}</h2><ol class="notes">${report.notes.map((note) => noteItem(note, placeOf))}</ol>
<h2>Scores</h2><div class="scroller"><table class="table"><thead><tr><th scope="col">Category</th><th scope="col">Score</th><th scope="col">Weight</th><th scope="col">Why</th></tr></thead><tbody>${report.scores.map((score) =>
  html`<tr><th scope="row">${score.category}</th><td class="number">${score.score}</td><td class="number">${score.weight}</td><td>${score.rationale}</td></tr>`)}</tbody></table></div>
<p class="fine">The gate opens from ${gateThreshold}. The same document gets the same scores. Judged by rubric ${report.rubricVersion}.</p>
${failed.length > 0 ? html`<h2>Checks that failed</h2><ul class="rows">${failed.map(checkRow)}</ul>` : null}
<details class="more"><summary>${counted(passed.length, 'check')} passed</summary><ul class="rows">${passed.map(checkRow)}</ul></details>`;
}
