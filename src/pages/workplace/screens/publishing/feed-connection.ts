import { html, type Markup } from '../../../html.js';
import { form } from '../../forms.js';
import type { SentForm, Visit } from '../../visit.js';

const RSS = 'rss';
const LISTED = 50;

interface Destination { provider: string; status: string }

/** Whether the feed of a series is connected, so that its episodes can be heard. */
export async function isFeedConnected(visit: Visit, seriesId: string): Promise<boolean> {
  const { destinations } = await visit.call<{ destinations: Destination[] }>('listPublishingDestinations', { params: { seriesId }, query: { limit: LISTED } });
  return destinations.some(({ provider, status }) => provider === RSS && status === 'connected');
}

/** Connects the feed of a series. */
export async function connectFeed(visit: Visit, seriesId: string, { idempotencyKey }: Pick<SentForm, 'idempotencyKey'>): Promise<void> {
  await visit.call('putPublishingDestination', { params: { seriesId }, idempotencyKey, body: { provider: RSS, status: 'connected' } });
}

/** Says that a series has no connected feed, with the button that connects it. `path` is the path of the action. */
export const unconnectedNote = (visit: Visit, path: string, seriesId: string): Markup => html`<div class="notice"><p>The series has no connected feed: nobody can hear what is published in it.</p>
${visit.may('publishing:connect') ? form(visit, path, { label: 'Connect the feed', fields: html`<input type="hidden" name="seriesId" value="${seriesId}">` }) : null}</div>`;
