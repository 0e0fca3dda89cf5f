import { html, type Markup } from '../../html.js';
import { field, form } from '../forms.js';
import { withDone } from '../done.js';
import { pathOf, workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';
import { counted } from '../words.js';
import { quoteOrDo, type PricedCall } from './priced.js';

type Status = 'none' | 'queued' | 'rendering' | 'ready' | 'failed';

/** A member of the cast of a read. */
export interface Member {
  character: string; role: string; description: string; lineCount: number; voiceName: string | null; avatarUrl: string | null; avatarStatus: Status;
}
/** A place in a read, with its picture and its scenes. */
export interface Plate {
  plateKey: string; name: string; description: string; imageUrl: string | null; status: Status;
  scenes: { sceneIndex: number; title: string; description: string; imageUrl: string | null }[];
}
export interface Noun { nounKey: string; label: string; imageUrl: string | null; description: string | null; status: Status }

/** The pictures of a read that the page shows. */
export interface ReadPictures { plates: readonly Plate[]; nouns: readonly Noun[] }

export async function loadReadPictures(visit: Visit, artifactId: string): Promise<ReadPictures> {
  const [{ plates }, { nouns }] = await Promise.all([
    visit.call<{ plates: Plate[] }>('getLocationPlates', { params: { artifactId } }), visit.call<{ nouns: Noun[] }>('getNounImagery', { params: { artifactId } }),
  ]);
  return { plates, nouns };
}

const isOpen = (status: Status): boolean => status === 'queued' || status === 'rendering';

/** True while a picture of the read is being made. */
export const isPicturing = (cast: readonly Pick<Member, 'avatarStatus'>[], { plates, nouns }: ReadPictures): boolean =>
  [...cast.map(({ avatarStatus }) => avatarStatus), ...plates.map(({ status }) => status), ...nouns.map(({ status }) => status)].some(isOpen);

const stateOf = (status: Status): Markup | null => (isOpen(status) ? html`<p class="fine">A picture is being made.</p>`
  : status === 'failed' ? html`<p class="wrong-text">The picture could not be made, and cost nothing.</p>` : null);

function portraitForm(visit: Visit, artifactId: string, { character, avatarUrl, avatarStatus }: Member): Markup | null {
  if (avatarUrl === null || isOpen(avatarStatus) || !visit.may('artifact:publish')) return null;
  const { fields } = visit.refused ?? {};
  const isRefused = fields?.who === character && fields.refinement !== undefined;
  return html`<details class="more"${isRefused ? html` open` : null}><summary>Another portrait</summary>${form(visit, `${workplacePaths.read(artifactId)}/avatar`, {
    label: 'See the price', className: 'sheetlike',
    fields: html`<input type="hidden" name="who" value="${character}">${field({
      label: `What is different about ${character}`, name: 'refinement', value: isRefused ? fields.refinement! : '', max: 400,
      hint: 'Such as: red hair, a beard, older, glasses, in a green coat. Empty: the same person with another face',
    })}` })}</details>`;
}

/** The cast of a read, each with a portrait that can be drawn again. */
export const castRows = (visit: Visit, artifactId: string, cast: readonly Member[]): Markup => html`<ul class="rows">${cast.map((member) => html`<li class="pictured"><span>${
  member.avatarUrl ? html`<img class="face" src="${pathOf(member.avatarUrl)}" alt="" width="48" height="48" loading="lazy">` : null}<b>${member.character}</b> <span class="fine">${member.description}</span></span>
<span class="fine">${member.voiceName ?? 'No voice'} · ${counted(member.lineCount, 'line')}</span>${stateOf(member.avatarStatus)}${portraitForm(visit, artifactId, member)}</li>`)}</ul>`;

function plateCard(visit: Visit, artifactId: string, { plateKey, name, description, imageUrl, status, scenes }: Plate): Markup {
  return html`<li>${imageUrl ? html`<img src="${pathOf(imageUrl)}" alt="${description}" width="320" height="180" loading="lazy">` : null}<b>${name}</b><p class="fine">In ${counted(scenes.length, 'scene')}</p>${stateOf(status)}
${isOpen(status) || !visit.may('artifact:publish') ? null : form(visit, `${workplacePaths.read(artifactId)}/plate`, {
    label: 'Draw again', fields: html`<input type="hidden" name="plateKey" value="${plateKey}"><input type="hidden" name="name" value="${name}">` })}</li>`;
}

/** The caption names the picture, so `alt` does not repeat the name. */
const nounCard = ({ label, imageUrl, description }: Noun): Markup => html`<li><figure><img src="${pathOf(imageUrl!)}" alt="${
  description === null || description === label ? '' : description}" loading="lazy"><figcaption>${label}</figcaption></figure></li>`;

function nounsPart(visit: Visit, artifactId: string, nouns: readonly Noun[]): Markup | null {
  if (nouns.length === 0) return null;
  const pictured = nouns.filter(({ imageUrl }) => imageUrl !== null);
  const missing = nouns.length - pictured.length;
  return html`<details class="more"><summary>What the read names</summary><p class="fine">${nouns.map(({ label }) => label).join(', ')}</p>
<ul class="variants">${pictured.map(nounCard)}</ul>
${nouns.some(({ status }) => isOpen(status)) ? html`<p class="fine">Pictures are being made.</p>`
  : missing > 0 && visit.may('artifact:publish') ? form(visit, `${workplacePaths.read(artifactId)}/nouns`, { label: `Make ${counted(missing, 'picture')} that are missing` }) : null}</details>`;
}

/** The places of a read, each with a picture that can be drawn again, and the things that the read names. */
export const placesPart = (visit: Visit, artifactId: string, { plates, nouns }: ReadPictures): Markup => html`<section id="places"${
  isPicturing([], { plates, nouns }) ? html` data-live` : null}><h2>Places</h2>
<ul class="variants">${plates.map((plate) => plateCard(visit, artifactId, plate))}</ul>${nounsPart(visit, artifactId, nouns)}</section>`;

type Asked = Pick<PricedCall, 'operation' | 'title'> & { action: string; params?: Record<string, string>; body: Record<string, unknown> };

/** A priced action in two steps that leads back to the read. */
const buying = (asked: (fields: SentForm['fields']) => Asked): FormAction => ({
  async send(visit, sent) {
    const artifactId = visit.param('artifactId');
    const here = workplacePaths.read(artifactId);
    const { action, params, body, ...call } = asked(sent.fields);
    const page = await quoteOrDo(visit, sent, { ...call, input: { params: { artifactId, ...params }, body }, path: `${here}/${action}`, back: { path: here, label: 'The read' } });
    return page ?? withDone(here, action);
  },
});

export const pictureActions: Readonly<Record<string, FormAction>> = {
  avatar: buying(({ who: character = '', refinement }) => ({
    operation: 'makeAvatar', action: 'avatar', title: `Another portrait of ${character}`, body: { character, ...refinement?.trim() ? { refinement } : {} },
  })),
  plate: buying(({ plateKey = '', name = 'a place' }) => ({ operation: 'remakeLocationPlate', action: 'plate', title: `Another picture of ${name}`, params: { plateKey }, body: {} })),
  nouns: buying(() => ({ operation: 'makeNounImagery', action: 'nouns', title: 'Pictures of what the read names', body: {} })),
};

/** The notice after each action. */
export const PICTURES_DONE = {
  avatar: 'The portrait is being drawn. Page, cover and stage show it once it is there.', plate: 'The place is being drawn again.', nouns: 'The pictures are being made.',
};
