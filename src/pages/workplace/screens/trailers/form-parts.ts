import { html, type Markup } from '../../../html.js';
import type { TrailerBeat } from '../../answers.js';
import type { SentForm, Visit } from '../../visit.js';
import { counted } from '../../words.js';

/** Such as ` for 6 credits`; empty when the key may not see prices. */
export const priceText = <Price extends string>(prices: Readonly<Record<Price, number>> | null, price: Price): string => (prices ? ` for ${counted(prices[price], 'credit')}` : '');

/** The hidden field with the name of a form, by which a refused form is shown again with its sent values. */
export const nameOfForm = (name: string): Markup => html`<input type="hidden" name="form" value="${name}">`;

/** The hidden fields that identify the beat of a form by its id, because its number changes when the trailer is cut again. */
export const ofBeat = ({ id }: Pick<TrailerBeat, 'id'>, name: string): Markup => html`${nameOfForm(name)}<input type="hidden" name="beatId" value="${id}">`;

/** The sent fields of a refused form, and with `beat` only of that beat's form; null for other forms. */
export function refusedFields({ refused }: Visit, name: string, beat: Pick<TrailerBeat, 'id'> | null = null): SentForm['fields'] | null {
  return refused?.fields.form === name && (beat === null || refused.fields.beatId === beat.id) ? refused.fields : null;
}
