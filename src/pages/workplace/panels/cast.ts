import { castKey } from '../../../domain/canon/cast-canon.js';
import { NARRATOR } from '../../../craft/screenplay/model.js';
import { html, type Markup } from '../../html.js';
import type { CastCanon } from '../answers.js';
import type { SentForm, Visit } from '../visit.js';
import { voiceSound, voiceText, type Voice } from '../voices.js';

/** The most people of a cast on one page, because each has three fields and a form has a limit. */
const MAX_PEOPLE = 120;

/** A person who speaks. `voiceId` is the voice in the cast, `suggestedId` a suggestion for a person without one. */
export interface Part { name: string; voiceId: string | null; suggestedId: string | null }

/** A person without a voice, from the refusal of an incomplete cast. `nextCall` contains the suggested voice. */
interface Missing { character: string; nextCall?: { body?: { narrator?: { voiceId: string }; characters?: { voice: { voiceId: string } }[] } } }

/** All people who speak, beginning with those whom the cast does not contain. `missing` comes from the refusal of an incomplete cast. */
export function partsOf(canon: CastCanon | null, missing: readonly Missing[]): Part[] {
  const lacking = new Map(missing.map(({ character, nextCall }) =>
    [character, nextCall?.body?.narrator?.voiceId ?? nextCall?.body?.characters?.[0]?.voice.voiceId ?? null]));
  const known = [...canon?.narrator ? [{ name: NARRATOR, voice: canon.narrator }] : [], ...canon?.characters ?? []];
  const isKnown = (name: string): boolean => known.some((each) => castKey(each.name) === castKey(name));
  return [
    ...[...lacking].filter(([name]) => !isKnown(name)).map(([name, suggestedId]) => ({ name, voiceId: null, suggestedId })),
    ...known.map(({ name, voice }) => ({ name, voiceId: voice?.voiceId ?? null, suggestedId: lacking.get(name) ?? null })),
  ].slice(0, MAX_PEOPLE);
}

function partRow({ name, voiceId, suggestedId }: Part, index: number, voices: readonly Voice[]): Markup {
  const chosen = voiceId ?? suggestedId ?? '';
  const label = name === NARRATOR ? 'Narrator' : name;
  const none = chosen && voices.some((voice) => voice.voiceId === chosen) ? null : html`<option value="">No voice yet</option>`;
  return html`<tr><th scope="row">${label}${voiceId === null ? html`<span class="fine">${suggestedId ? 'suggested' : 'no voice yet'}</span>` : null}</th>
<td><input type="hidden" name="who${index}" value="${name}"><input type="hidden" name="was${index}" value="${voiceId ?? ''}">
<select name="voice${index}" aria-label="Voice of ${label}" data-hear="hear${index}">${none}${voices.map((voice) =>
  html`<option value="${voice.voiceId}"${voice.voiceId === chosen ? html` selected` : null}>${voiceText(voice)}</option>`)}</select></td>
<td>${voiceSound(voices, chosen, `hear${index}`, `The voice of ${label}`)}</td></tr>`;
}

/** A table of the people who speak, each with a choice of voice and a player. The fields belong to the surrounding form. */
export const castTable = (parts: readonly Part[], voices: readonly Voice[]): Markup => html`<div class="scroller"><table class="table casting">
<thead><tr><th scope="col">Who</th><th scope="col">Voice</th><th scope="col">Hear it</th></tr></thead>
<tbody>${parts.map((part, index) => partRow(part, index, voices))}</tbody></table></div>`;

/** The people of a cast form, each with the chosen voice and the earlier one. People's names are values of fields, never names of fields. */
export function castChoices(fields: SentForm['fields']): { name: string; voiceId: string | null; was: string | null }[] {
  return Object.entries(fields).flatMap(([field, name]) => {
    const index = /^who(\d+)$/.exec(field)?.[1];
    return index && name ? [{ name, voiceId: fields[`voice${index}`] ?? null, was: fields[`was${index}`] ?? null }] : [];
  });
}

/** Saves the voices that a form changed to the cast of the production. Raises the refusals of the API. */
export async function saveVoices(visit: Visit, projectId: string, { fields }: SentForm, expectedVersion: number | null = null): Promise<void> {
  const changed = castChoices(fields).flatMap(({ name, voiceId, was }) => (voiceId !== null && voiceId !== was ? [{ name, voice: { voiceId } }] : []));
  if (changed.length === 0) return;
  const narrator = changed.find(({ name }) => name === NARRATOR);
  const characters = changed.filter(({ name }) => name !== NARRATOR);
  await visit.call('updateCastCanon', { params: { projectId }, body: {
    ...(narrator ? { narrator: narrator.voice } : {}), ...(characters.length > 0 ? { characters } : {}),
    ...(expectedVersion === null ? {} : { expectedVersion }),
  } });
}
