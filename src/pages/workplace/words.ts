import { html, type Markup } from '../html.js';

/** The states of resources in words, with their tone: `wait` changes by itself, `ask` needs a person. */
const STATES: Record<string, { text: string; tone: 'done' | 'wait' | 'ask' | 'wrong' | 'off' }> = {
  PENDING: { text: 'Waiting', tone: 'wait' }, RUNNING: { text: 'In work', tone: 'wait' }, NOT_STARTED: { text: 'Not started', tone: 'off' },
  EXTRACTING: { text: 'Being read', tone: 'wait' }, REQUIRES_APPROVAL: { text: 'Waits for your approval', tone: 'ask' }, APPROVED: { text: 'Approved', tone: 'done' },
  REJECTED: { text: 'Rejected', tone: 'off' }, SUPERSEDED: { text: 'Replaced by a newer one', tone: 'off' }, READY: { text: 'Ready', tone: 'done' },
  FAILED: { text: 'Failed', tone: 'wrong' }, CANCELED: { text: 'Cancelled', tone: 'off' }, SKIPPED: { text: 'Skipped', tone: 'off' },
  QUEUED: { text: 'Queued', tone: 'wait' }, pending: { text: 'Waiting', tone: 'wait' }, parsing: { text: 'Being read', tone: 'wait' },
  scheduled: { text: 'Scheduled', tone: 'wait' }, published: { text: 'Published', tone: 'done' }, cancelled: { text: 'Withdrawn', tone: 'off' }, ready: { text: 'Ready', tone: 'ask' },
  mapping: { text: 'Being mapped', tone: 'wait' }, map_ready: { text: 'Waits for your approval', tone: 'ask' }, awaiting_approval: { text: 'Waits for you', tone: 'ask' },
  running: { text: 'In work', tone: 'wait' }, completed: { text: 'Completed', tone: 'done' }, planned: { text: 'Planned', tone: 'off' }, mapped: { text: 'Mapped', tone: 'off' },
  drafting: { text: 'Being written', tone: 'wait' }, covering: { text: 'Being judged', tone: 'wait' }, gate_passed: { text: 'Passed the gate', tone: 'done' },
  gate_failed: { text: 'Stopped at the gate', tone: 'ask' }, performing: { text: 'Being performed', tone: 'wait' }, finalizing: { text: 'The MP3 is being made', tone: 'wait' },
  ready_to_publish: { text: 'Ready to publish', tone: 'ask' }, empty: { text: 'Empty', tone: 'off' }, draft: { text: 'Draft', tone: 'ask' }, active: { text: 'Active', tone: 'done' },
  complete: { text: 'Ready', tone: 'done' }, failed: { text: 'Failed', tone: 'wrong' },
};

const plain = (status: string): string => {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const stateText = (status: string): string => STATES[status]?.text ?? plain(status);

export const state = (status: string): Markup => html`<span class="tag ${STATES[status]?.tone ?? 'wait'}">${stateText(status)}</span>`;

/** An instant as a `time` element, in UTC; scripts show it in local time. */
export const when = (iso: string): Markup => html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;

/** `4 min 20 s`. */
export function lengthText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `1 credit`, `12 credits`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string => `${count} ${count === 1 ? singular : plural}`;

/** A list of definitions; entries without a value are left out. */
export const facts = (entries: readonly (readonly [string, Markup | string | number | null | undefined | false])[]): Markup =>
  html`<dl class="facts">${entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

/** The link to the next page of a list; null on the last page. */
export const older = (path: string, cursor: string | null, label = 'Older'): Markup | null =>
  cursor === null ? null : html`<p><a class="pill" href="${path}${path.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}">${label}</a></p>`;
