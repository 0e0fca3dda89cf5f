import { INTENT_FIELDS } from '../../../../craft/deck/deck.js';
import type { PlanLack } from '../../../../domain/pitch-decks/plan-findings.js';
import { html, type Markup } from '../../../html.js';
import { checkbox, form } from '../../forms.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { priceText } from '../trailers/form-parts.js';
import type { LoadedDeck } from './loaded.js';
import { INTENT_LABELS } from './whole-forms.js';

/** The failure of a deck with its remedy; null without a failure. */
function failure({ pitchDeck: { failureCode, failureMessage }, next }: LoadedDeck): Markup | null {
  if (failureCode === null) return null;
  const mends = failureCode === 'insufficient_credits' ? html`<a href="${workplacePaths.credits()}">See the credits</a> and ask for it again.`
    : next?.afterMs === undefined ? 'Ask for it again, or change the chapter that it is about first.' : null;
  return html`<div class="notice wrong" role="alert"><p>${failureMessage ?? 'It could not be made.'} Nothing was charged for it.</p><p>${mends}</p><p class="fine">${failureCode}</p></div>`;
}

/** Something that a plan lacks, with a link to where the page lets a person set or change it. */
function lackItem(id: string, { criterion, words, wanted, chapters }: PlanLack): Markup {
  const intent = INTENT_FIELDS.find((name) => criterion === `intent: ${name}`);
  if (intent) return html`<li><a href="#intent-${intent}">${INTENT_LABELS[intent]}</a>: nothing is said of it</li>`;
  const places = chapters.length === 0 ? html`<a href="#whole">Change the deck</a>`
    : chapters.map((index) => html` <a href="${workplacePaths.deckChapter(id, index)}">Change chapter ${index + 1}</a>`);
  return html`<li>${criterion.charAt(0).toUpperCase()}${criterion.slice(1)}: ${words}. <span class="fine">Wanted: ${wanted}.</span> ${places}</li>`;
}

/** What a plan lacks, as a list; null for one that lacks nothing. */
const lackList = ({ id, lacks = [] }: LoadedDeck['pitchDeck']): Markup | null =>
  (lacks.length === 0 ? null : html`<div id="lacks"><p>The plan lacks something:</p><ul class="plain">${lacks.map((lack) => lackItem(id, lack))}</ul></div>`);

/** The next thing to do. */
function mainAction(visit: Visit, { pitchDeck, next, prices, mayEdit, mayBuy }: LoadedDeck): Markup | null {
  const here = workplacePaths.deck(pitchDeck.id);
  const { stage, video } = pitchDeck;
  const download = video && (stage === 'finished' || stage === 'published')
    ? html`<p class="acts-row"><a class="pill solid" href="${pathOf(video.url)}" download>Download the film</a></p>` : null;
  if (!next || next.afterMs !== undefined) return download;
  switch (next.path.slice(`/pitch-decks/${pitchDeck.id}`.length)) {
    case '/plan/approve': return !mayEdit ? null : html`<p>Read the chapters. Each says what the read and its sources say; what only you know, such as team and budget, is asked for.
Once you approve the plan, every chapter is drawn, and filmed for you to review.</p>${lackList(pitchDeck)}${form(visit, `${here}/approve-plan`, {
  label: `Approve the plan${priceText(prices, 'PITCH_DECK_DRAFT')}`, tone: 'main',
  fields: pitchDeck.lacks?.length === 0 ? null : checkbox('acknowledged', 'I have read what the plan lacks, and approve it without') })}`;
    case '/storyboard/approve': return !mayEdit ? null : html`<p>Look at every chapter and change what you like. Then have the film for review rendered: it belongs to the draft that
you paid for.</p>${form(visit, `${here}/approve-storyboard`, { label: 'Approve the storyboard', tone: 'main' })}`;
    case '/draft/approve': return !mayEdit ? null : html`<p>Watch the film for review below. An edit returns the deck to its storyboard.</p>
${form(visit, `${here}/approve-draft`, { label: 'Approve the film', tone: 'main' })}`;
    case '/finish': return !mayBuy ? null : html`<p>The film is approved. It is rendered in full size, and kept as a version.</p>${form(visit, `${here}/finish`, {
      label: `Finish it${priceText(prices, 'PITCH_DECK_FINISH')}`, tone: 'main', fields: checkbox('acknowledged', 'I have seen the takes that have defects, if there are any') })}`;
    default: return download;
  }
}

/** The state of a deck: its next step, or what is being made, and what failed. */
export const nextPanel = (visit: Visit, loaded: LoadedDeck): Markup =>
  html`<section class="panel" id="next" tabindex="-1" data-live aria-label="What comes next">${failure(loaded)}${loaded.next?.afterMs === undefined ? null : html`<p>${loaded.next.why}</p>`}
${mainAction(visit, loaded)}</section>`;
