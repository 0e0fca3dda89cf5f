import { html, type Markup } from '../../../html.js';
import type { TrailerBeat } from '../../answers.js';
import type { SentForm, Visit } from '../../visit.js';
import { counted } from '../../words.js';

/** ` for 6 credits`, as far as the key may see prices. */
export const priceText = <Price extends string>(prices: Readonly<Record<Price, number>> | null, price: Price): string => (prices ? ` for ${counted(prices[price], 'credit')}` : '');

/** What a form is, so that it is shown again as it was sent when it is refused. */
export const nameOfForm = (name: string): Markup => html`<input type="hidden" name="form" value="${name}">`;

/** Fields of a form about a beat, which has another number once the trailer is cut again. */
export const ofBeat = ({ id }: Pick<TrailerBeat, 'id'>, name: string): Markup => html`${nameOfForm(name)}<input type="hidden" name="beatId" value="${id}">`;

/** What was sent with a form that was refused; null for other forms. `beat`: the one that the form is about. */
export function refusedFields({ refused }: Visit, name: string, beat: Pick<TrailerBeat, 'id'> | null = null): SentForm['fields'] | null {
  return refused?.fields.form === name && (beat === null || refused.fields.beatId === beat.id) ? refused.fields : null;
}
