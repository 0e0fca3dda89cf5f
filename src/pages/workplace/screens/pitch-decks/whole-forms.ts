import { INTENT_FIELDS, type IntentField } from '../../../../craft/deck/deck.js';
import { html, type Markup } from '../../../html.js';
import { field, form, select, textArea } from '../../forms.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { nameOfForm } from '../trailers/form-parts.js';
import type { LoadedDeck } from './loaded.js';

export const INTENT_LABELS: Readonly<Record<IntentField, string>> = {
  audience: 'Who will watch it', comparables: 'What it is like', team: 'Who makes it', budget: 'What it costs', ask: 'What you ask for',
};
const FINISHES = [{ value: 'none', label: 'As it is drawn' }, { value: 'camera', label: 'Through a camera' }, { value: 'period-35mm', label: '35 mm, of a period' }, { value: 'night-interior', label: 'An interior by night' }];

function intentForm(visit: Visit, { pitchDeck, storyboard: { intent } }: LoadedDeck): Markup {
  const sent = visit.refused?.fields.form === 'intent' ? visit.refused.fields : null;
  const isAsked = pitchDeck.lacks?.some(({ criterion }) => criterion.startsWith('intent: ')) ?? false;
  return html`<details class="more" id="intent"${sent || isAsked ? html` open` : null}><summary>What only you know</summary>${form(visit, `${workplacePaths.deck(pitchDeck.id)}/intent`, {
    label: 'Save', fields: html`${nameOfForm('intent')}${INTENT_FIELDS.map((name) => html`<div id="intent-${name}">
${textArea({ label: INTENT_LABELS[name], name, value: sent?.[name] ?? intent[name] ?? '', max: 600 }, 2)}</div>`)}` })}
<p class="fine">Each becomes a chapter before the last one. What is empty is left out, and never invented.</p></details>`;
}

/** The forms that change the whole of a deck. */
export function wholeForms(visit: Visit, loaded: LoadedDeck): Markup | null {
  const { pitchDeck, storyboard, mayEdit } = loaded;
  if (!mayEdit) return null;
  const here = workplacePaths.deck(pitchDeck.id);
  const refined = visit.refused?.fields.form === 'refine' ? visit.refused.fields : null;
  return html`<section class="panel" id="whole" tabindex="-1"><h2>The whole deck</h2>${form(visit, `${here}/refine`, { label: 'Write it again so', fields: html`${nameOfForm('refine')}${field({
    label: 'What the deck is to be like', name: 'instruction', value: refined?.instruction ?? '', required: true, max: 400, hint: 'Such as: shorter, more of somebody by name, less text, 90 seconds' })}` })}
${intentForm(visit, loaded)}<details class="more" id="look"><summary>Look</summary>${form(visit, `${here}/look`, {
  label: 'Change the look', fields: select({ label: 'How its film looks', name: 'finish', value: storyboard.look.finish }, FINISHES) })}</details></section>`;
}

/** The documents of a deck and its share page. */
export function passingOn(visit: Visit, { pitchDeck: { id, stage, share, documents }, mayEdit }: LoadedDeck): Markup {
  const here = workplacePaths.deck(id);
  const made = documents.map(({ format, url, pages, stale }) =>
    html`<li><a href="${pathOf(url)}" download>${format === 'pdf' ? 'PDF' : 'Slides'}, ${pages} pages</a>${stale ? html`<span class="tag ask">Older than the storyboard</span>` : null}</li>`);
  return html`<section class="panel" id="passing-on" tabindex="-1"><h2>Pass it on</h2>${made.length > 0 ? html`<ul class="rows">${made}</ul>` : null}
${visit.may('story:write') && mayEdit ? html`<div class="acts-row">${form(visit, `${here}/pdf`, { label: 'Make the PDF' })}${form(visit, `${here}/pptx`, { label: 'Make slides' })}
${stage === 'finished' ? form(visit, `${here}/publish`, { label: 'Publish its page', tone: 'main' }) : null}${stage === 'published' ? form(visit, `${here}/unpublish`, { label: 'Close its page', tone: 'danger' }) : null}</div>` : null}
${share.url ? html`<label class="field"><span>Link to pass on${share.expiresAt ? `, until ${share.expiresAt.slice(0, 10)}` : ''}</span><input type="url" readonly value="${share.url}"></label>` : null}</section>`;
}
