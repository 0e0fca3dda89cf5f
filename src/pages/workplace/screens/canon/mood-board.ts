import { html, type Markup } from '../../../html.js';
import { sayDone, withDone } from '../../done.js';
import { form, select, textArea } from '../../forms.js';
import { canonDoors } from '../../panels/canon-navigation.js';
import { quoteOrDo } from '../../panels/priced.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts } from '../../words.js';
import { fieldWords } from './bible-fields.js';

const REFRESH_MS = 2_000;
const ENDED = ['ready', 'failed'];
const ASPECTS = [
  { value: '16:9', label: 'Wide, 16:9' }, { value: '4:3', label: 'Classic, 4:3' }, { value: '1:1', label: 'Square' }, { value: '9:16', label: 'Upright, 9:16' },
];
const COUNTS = ['1', '2', '4', '6', '8'].map((value) => ({ value, label: value }));

interface Frame { frameId: string; imageUrl: string; description: string }
interface Candidate { candidateId: string; imageUrl: string; description: string }
interface MoodBoard {
  readiness: { ready: boolean; missingFields: string[] };
  brief: string | null; palette: string[]; frames: Frame[]; candidates: Candidate[];
  rendering: { status: string; completed: number; total: number; failureMessage: string | null } | null;
}

const paramsOf = (visit: Visit) => ({ params: { projectId: visit.param('projectId') } });
const here = (visit: Visit): string => workplacePaths.moodBoard(visit.param('projectId'));

const render: FormAction = {
  async send(visit, sent) {
    const { brief = '', count = '4', aspect = '16:9' } = sent.fields;
    const page = await quoteOrDo(visit, sent, {
      operation: 'renderMoodFrames', input: { ...paramsOf(visit), body: { brief, count: Number(count), aspect } }, path: `${here(visit)}/render`,
      back: { path: here(visit), label: 'Mood board' }, title: `${count} frames: ${brief.slice(0, 80)}`,
    });
    return page ?? withDone(here(visit), 'rendering');
  },
};

const keep: FormAction = {
  async send(visit, { fields: { candidateId = '' }, idempotencyKey }) {
    await visit.call('keepMoodFrame', { ...paramsOf(visit), body: { candidateId }, idempotencyKey });
    return withDone(here(visit), 'kept');
  },
};

const remove: FormAction = {
  async send(visit, { fields: { frameId = '' } }) {
    await visit.call('removeMoodFrame', { params: { projectId: visit.param('projectId'), frameId } });
    return withDone(here(visit), 'removed');
  },
};

const picture = (imageUrl: string, description: string): Markup => html`<img src="${new URL(imageUrl).pathname}" alt="${description}" loading="lazy"><p class="fine">${description}</p>`;

function candidateItem(visit: Visit, { candidateId, imageUrl, description }: Candidate, mayKeep: boolean): Markup {
  return html`<li>${picture(imageUrl, description)}${mayKeep ? form(visit, `${here(visit)}/keep`, { label: 'Keep it', fields: html`<input type="hidden" name="candidateId" value="${candidateId}">` }) : null}</li>`;
}

const swatch = (colour: string): Markup => html`<li><svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" fill="${colour}"/></svg>${colour}</li>`;

function frameItem(visit: Visit, { frameId, imageUrl, description }: Frame, mayWrite: boolean): Markup {
  return html`<li>${picture(imageUrl, description)}${mayWrite ? form(visit, `${here(visit)}/remove`, {
    label: 'Take it down', fields: html`<input type="hidden" name="frameId" value="${frameId}">`, confirm: 'Take this frame off the board?' }) : null}</li>`;
}

/** The look of a production's pictures: frames that people keep, and candidates to choose from. */
export const moodBoardScreen: Screen = {
  path: '/workplace/productions/:projectId/mood-board',
  actions: { render, keep, remove },
  async draw(visit) {
    sayDone(visit, { rendering: 'The frames are being drawn.', kept: 'The frame is on the board. Pictures follow its colours and light.', removed: 'The frame is off the board.' });
    const projectId = visit.param('projectId');
    const { moodBoard } = await visit.call<{ moodBoard: MoodBoard }>('getMoodBoard', paramsOf(visit));
    const { readiness, palette, frames, candidates, brief, rendering } = moodBoard;
    const mayWrite = visit.may('story:write');
    const drawing = rendering !== null && !ENDED.includes(rendering.status);
    const renderForm = visit.may('artifact:publish') ? form(visit, `${here(visit)}/render`, {
      label: 'See the price', tone: 'main', className: 'sheetlike',
      fields: html`${textArea({ label: 'What the frames show', name: 'brief', value: visit.refused?.fields.brief ?? brief ?? '', required: true, max: 2_000, hint: 'Places, people, light: “the harbour at dusk, lanterns on wet stone”' }, 3)}
<div class="pair">${select({ label: 'How many', name: 'count', value: '4' }, COUNTS)}${select({ label: 'Format', name: 'aspect', value: '16:9' }, ASPECTS)}</div>`,
    }) : null;
    return {
      title: 'Mood board',
      back: { path: workplacePaths.production(projectId), label: 'The production' },
      refreshMs: drawing ? REFRESH_MS : null,
      body: html`${canonDoors(projectId, 'moodBoard')}${readiness.ready ? null : html`<p>The Series Bible does not say yet how pictures look. <a href="${workplacePaths.bible(projectId)}#pictures">Missing: ${fieldWords(readiness.missingFields)}.</a></p>`}
${palette.length > 0 ? facts([['Colours', html`<ul class="swatches">${palette.map(swatch)}</ul>`]]) : null}
<h2>On the board</h2>${frames.length === 0 ? html`<p>Nothing is kept yet.</p>` : html`<ul class="frames">${frames.map((frame) => frameItem(visit, frame, mayWrite))}</ul>`}
<div id="progress" data-live>${drawing ? html`<p>Frames are being drawn: ${rendering!.completed} of ${rendering!.total}.</p>` : rendering?.failureMessage ? html`<p class="wrong-text">${rendering.failureMessage}</p>` : null}</div>${candidates.length === 0 ? null : html`<h2>To choose from</h2><ul class="frames">${candidates.map((candidate) => candidateItem(visit, candidate, mayWrite))}</ul>`}
${renderForm ? html`<h2>New frames</h2>${renderForm}` : null}`,
    };
  },
};
