import { html, type Markup } from '../../../html.js';
import { field, form } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { Artifact, Listed, PitchDeck, Plan, Source } from '../../answers.js';
import type { FormAction } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { when } from '../../words.js';
import { deckState } from './words.js';

const LISTED = 20;

/** The newest pitch decks of a production; none for keys that may not see them. */
export async function loadDecks(visit: Visit, projectId: string): Promise<PitchDeck[]> {
  return (await visit.callIfAllowed<Listed<'pitchDecks', PitchDeck>>('listPitchDecks', { params: { projectId }, query: { limit: LISTED } }))?.pitchDecks ?? [];
}

export const deckRow = ({ id, title, stage, createdAt }: PitchDeck): Markup =>
  html`<li><a href="${workplacePaths.deck(id)}">${title}</a><span class="fine">${when(createdAt)}</span>${deckState(stage)}</li>`;

/** The pitch decks of a performed read, and the form that requests another; null when there are none and the key may not make one. */
export function deckPanel(visit: Visit, artifactId: string, decks: readonly PitchDeck[]): Markup | null {
  const own = decks.filter(({ sourceTableReadArtifactId }) => sourceTableReadArtifactId === artifactId);
  const mayMake = visit.may('story:write');
  if (own.length === 0 && !mayMake) return null;
  const sent = visit.refused?.fields.form === 'make-deck' ? visit.refused.fields : {};
  const make = html`${form(visit, `${workplacePaths.read(artifactId)}/pitch-deck`, {
    label: 'Plan a pitch deck', tone: 'main', fields: html`<input type="hidden" name="form" value="make-deck">
${field({ label: 'Who it is for', name: 'audience', value: sent.audience ?? 'people who decide about productions', max: 200, required: true })}` })}
<p class="fine">It is written from the material of the production and its newest performed read: logline, world, people, scenes, the ending. You see its price before it is written.</p>`;
  return html`<section class="panel" id="pitch-decks"><h2>Pitch decks</h2>${own.length > 0 ? html`<ul class="rows">${own.map(deckRow)}</ul>` : null}
${!mayMake ? null : own.length === 0 ? make : html`<details class="more"${sent.form ? html` open` : null}><summary>Plan another pitch deck</summary>${make}</details>`}</section>`;
}

/** Plans a pitch deck from the production of the read, and leads to the plan. */
export const makeDeckAction: FormAction = {
  async send(visit, { fields: { audience = '' }, idempotencyKey }) {
    const { artifact } = await visit.call<{ artifact: Artifact }>('getArtifact', { params: { artifactId: visit.param('artifactId') } });
    const params = { projectId: artifact.projectId };
    const { sources } = await visit.call<{ sources: Source[] }>('listSources', { params: { ...params } });
    const { plan } = await visit.call<{ plan: Plan }>('createPlan', {
      params, idempotencyKey,
      body: {
        sourceIds: sources.filter(({ status }) => status === 'READY').map(({ id }) => id),
        target: { audience, objective: 'to see what it will be', outcome: 'they want to make it' }, artifactRequests: [{ type: 'pitch_deck' }], autoApprove: true,
      },
    });
    return workplacePaths.plan(plan.id);
  },
};
