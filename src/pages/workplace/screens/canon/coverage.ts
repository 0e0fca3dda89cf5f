import { html, type Markup } from '../../../html.js';
import type { Note } from '../../../../kernel/families/coverage/rubric.js';
import { sayDone, withDone } from '../../done.js';
import { form, textArea } from '../../forms.js';
import { canonDoors } from '../../panels/canon-navigation.js';
import { findCoverage, PHASES, reportBody, type Coverage, type Phase } from '../../panels/coverage.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts, when } from '../../words.js';
import { FIELD_GROUPS } from './bible-fields.js';

const REFRESH_MS = 1_500;
const TITLES: Record<Phase, string> = { premise: 'Report on the premise', full: 'Full report' };
const FIELDS = new Map<string, string>(FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ key, label }) => [key, label] as const)));

const phaseOf = (visit: Visit): Phase => PHASES.find((phase) => phase === visit.query.get('phase')) ?? 'premise';

/** The link to the field, list or script line that a note refers to. */
function placeOf(projectId: string, { anchor }: Note): Markup | null {
  const script = (anchor as { scriptUploadId?: string } | null)?.scriptUploadId;
  if (script !== undefined) {
    const line = anchor?.entryIndex === undefined ? '' : `?edit=${anchor.entryIndex}#line-${anchor.entryIndex}`;
    return html`<p><a href="${workplacePaths.lines(script)}${line}">To the line</a></p>`;
  }
  const field = anchor?.field;
  if (field === undefined) return null;
  const label = FIELDS.get(field);
  const place = label === undefined ? field.split(/[.[]/)[0] ?? '' : `f-${field}`;
  return html`<p><a href="${workplacePaths.bible(projectId)}#${place}">To ${label ? label.toLowerCase() : place === 'characters' || place === 'episodes' ? `the ${place}` : 'the Bible'}</a></p>`;
}

function resultOf(projectId: string, coverage: Coverage): Markup {
  if (coverage.status === 'failed') return html`<div class="notice wrong" role="alert"><p>${coverage.failureMessage ?? 'The report could not be made.'}</p></div>`;
  if (coverage.status === 'generating') return html`<p>${coverage.progressDetail ?? 'The report is being made.'}</p>`;
  return reportBody(coverage, (note) => placeOf(projectId, note));
}

const ask: FormAction = {
  async send(visit, { fields, idempotencyKey }) {
    const projectId = visit.param('projectId');
    const phase = PHASES.find((each) => each === fields.phase) ?? 'premise';
    await visit.call('requestSeriesBibleCoverage', { params: { projectId }, body: { phase, ...(fields.focusPrompt ? { focusPrompt: fields.focusPrompt } : {}) }, idempotencyKey });
    return withDone(workplacePaths.coverage(projectId, phase), 'asked');
  },
};

function askForm(visit: Visit, projectId: string, phase: Phase, coverage: Coverage | null): Markup {
  return form(visit, `${workplacePaths.bible(projectId)}/coverage/ask`, {
    label: coverage ? 'Judge it as it is now' : 'Ask for the report', tone: coverage?.current ? 'plain' : 'main', className: 'sheetlike',
    fields: html`<input type="hidden" name="phase" value="${phase}">${textArea({ label: 'What to focus on', name: 'focusPrompt', hint: 'Categories that it names count twice. It may stay empty', max: 2_000 }, 2)}`,
  });
}

/** The report on a Series Bible, with links from each note to its subject. */
export const coverageScreen: Screen = {
  path: '/workplace/productions/:projectId/bible/coverage',
  actions: { ask },
  async draw(visit) {
    sayDone(visit, { asked: 'The document is being judged as it is now.' });
    const projectId = visit.param('projectId');
    const phase = phaseOf(visit);
    const coverage = await findCoverage(visit, projectId, phase);
    return {
      title: TITLES[phase],
      back: { path: workplacePaths.bible(projectId), label: 'Series Bible' },
      refreshMs: coverage?.status === 'generating' ? REFRESH_MS : null,
      body: html`${canonDoors(projectId)}<nav class="canon-doors" aria-label="Reports"><ul>${PHASES.map((each) =>
        html`<li><a class="pill" href="${workplacePaths.coverage(projectId, each)}"${each === phase ? html` aria-current="page"` : null}>${TITLES[each]}</a></li>`)}</ul></nav>
${coverage ? facts([
    ['Gate', coverage.status === 'complete' && html`<span class="tag ${coverage.gatePassed ? 'done' : 'ask'}">${coverage.gatePassed ? 'passed' : 'not passed'}</span>`],
    ['Score', coverage.overallScore], ['Of version', coverage.documentVersion], ['Up to date', coverage.current ? 'yes' : 'no, the text has changed since'], ['Judged', when(coverage.updatedAt)],
  ]) : html`<p>Nobody has asked for this report yet. It is free, and takes a second.</p>`}
${coverage ? resultOf(projectId, coverage) : null}${visit.may('story:write') ? askForm(visit, projectId, phase, coverage) : null}`,
    };
  },
};
