import { html, type Markup } from '../../html.js';
import { form } from '../forms.js';
import type { View } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';
import { counted, when } from '../words.js';
import type { OperationInput } from '../../../kernel/http/operations/operation-caller.js';

interface Quote { quoteId: string; credits: number; expiresAt: string }

export interface PricedCall {
  operation: string;
  input: OperationInput & { body: Record<string, unknown> };
  /** Path of the action that received the form; the confirmation is sent to it again. */
  path: string;
  /** The page to go back to, and where the work is seen. */
  back: { path: string; label: string };
  /** The title of the page that shows the price. */
  title: string;
}

const CONFIRMED = 'quoteId';

/** The fields of the first form as hidden fields, so that the confirmation requests the same. */
const carried = ({ fields }: SentForm): Markup[] => Object.entries(fields).filter(([name]) => name !== CONFIRMED)
  .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);

/**
 * A call in two steps: the first form is answered with a page that shows the price; its button sends the form again with the quote. Returns that page, or
 * null when the call was confirmed and done.
 */
export async function quoteOrDo(visit: Visit, sent: SentForm, { operation, input, path, back, title }: PricedCall): Promise<View | null> {
  const quoteId = sent.fields[CONFIRMED];
  if (quoteId !== undefined) {
    await visit.call(operation, { ...input, body: { ...input.body, confirm: true, quoteId }, idempotencyKey: sent.idempotencyKey });
    return null;
  }
  const { quote } = await visit.call<{ quote: Quote }>(operation, { ...input, idempotencyKey: sent.idempotencyKey });
  return {
    title, back,
    body: html`<p class="lead">This costs <b>${counted(quote.credits, 'credit')}</b>. Nothing is made or charged until you agree.</p>
<p class="fine">The price holds until ${when(quote.expiresAt)}.</p><div class="acts-row">${form(visit, path, {
  label: quote.credits === 0 ? 'Make it' : `Make it for ${counted(quote.credits, 'credit')}`, tone: 'main', fields: html`${carried(sent)}<input type="hidden" name="${CONFIRMED}" value="${quote.quoteId}">` })}
<a class="pill" href="${back.path}">Not now</a></div>`,
  };
}
