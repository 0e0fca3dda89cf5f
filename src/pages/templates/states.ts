import { html, type Markup } from '../html.js';
import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { WaitingData } from '../client-data.js';
import type { ReadPage, ReadProgress } from '../view.js';
import { brand } from './icons.js';
import { shell, type PageContext } from './shell.js';

/** A message page: a lamp, a headline, one sentence, at most one action, and a reference. */
interface StateCard {
  lamp: 'lit' | 'pulsing' | 'dark' | 'red';
  title: string;
  text: Markup;
  progress?: ReadProgress | null;
  action?: Markup;
  fine?: string | null;
}

function card(state: StateCard): Markup {
  const { progress } = state;
  return html`<section class="state" aria-labelledby="state-title"><span class="lamp ${state.lamp}" id="state-lamp"></span>
<h1 id="state-title">${state.title}</h1><p id="state-text" role="status">${state.text}</p>
${progress ? html`<progress class="bar" id="state-bar" aria-label="Lines voiced" max="${Math.max(1, progress.totalLines)}"
 value="${progress.completedLines}"></progress><p class="fine" id="state-lines" role="status">${linesText(progress)}</p>` : null}
${state.action ?? null}${state.fine ? html`<p class="fine">${state.fine}</p>` : null}</section>`;
}

export function linesText(progress: ReadProgress): string {
  return progress.totalLines === 0 ? 'Getting ready' : `Line ${progress.completedLines} of ${progress.totalLines}`;
}

/** The time of the next attempt. Its machine-readable instant lets the client show local time; without scripts it is in UTC. */
function nextTry(iso: string | null): Markup {
  if (!iso) return html`We try again shortly`;
  return html`We try again at <time datetime="${iso}" id="state-time">${iso.slice(11, 16)} UTC</time>`;
}

function statePage(context: PageContext, state: StateCard, extra: { title: string; data?: WaitingData }): string {
  return shell(context, {
    view: 'state', title: extra.title, description: 'A table read on Proscenium.', indexable: false,
    body: html`<header class="top">${brand()}</header><main class="waiting">${card(state)}</main>`,
    ...(extra.data ? { client: { script: 'waiting.js' as const, data: extra.data } } : {}),
  });
}

/** The one answer to an expired, unknown or revoked link. It never says which. */
export function closedPage(context: PageContext): string {
  return statePage(context, {
    lamp: 'dark',
    title: 'This link has closed',
    text: html`Share links end on the date their owner chose. Ask the person who sent it for a new one.`,
  }, { title: 'This link has closed' });
}

export function errorPage(context: PageContext, requestId: string | null): string {
  return statePage(context, {
    lamp: 'red',
    title: 'The read stopped',
    text: html`Something on our side went wrong. Please try again in a moment.`,
    action: html`<p><a class="pill solid" href="">Try again</a></p>`,
    fine: requestId ? `Reference ${requestId}` : null,
  }, { title: 'Something went wrong' });
}

const REFUSALS: Record<number, { title: string; text: string }> = {
  404: { title: 'There is nothing here', text: 'The address may be mistyped, or what was here is gone.' },
  405: { title: 'There is nothing here', text: 'This address is for programs.' },
  410: { title: 'This episode was withdrawn', text: 'Its publisher took it out of the series. Other episodes may still be there.' },
  429: { title: 'One moment, please', text: 'There were too many requests from your address. Try again in a minute.' },
};

/** A refused request of a browser, by its HTTP status; `words` replaces those of the status. `formPath` is the page of the form that was refused. */
export function refusedPage(context: PageContext, status: number, requestId: string | null, words?: string, formPath?: string): string {
  const { title, text: usual } = REFUSALS[status] ?? { title: 'This did not work', text: 'The server could not answer this request.' };
  const text = words ?? usual;
  return statePage(context, {
    lamp: 'dark', title, text: html`${text}`,
    action: html`<p><a class="pill solid" href="${formPath ?? '/'}">${formPath === undefined ? 'To the front page' : 'Back to the form'}</a></p>`,
    fine: requestId ? `Reference ${requestId}` : null,
  }, { title });
}

/** The page of a read that cannot be played yet; it follows the read's state and opens the player by itself. */
export function waitingPage(context: PageContext, read: ReadPage): string {
  return statePage(context, waitingCard(read), {
    title: read.title,
    data: {
      stateUrl: pagePaths.state(read.token), state: read.state, completedLines: read.progress?.completedLines ?? 0,
      totalLines: read.progress?.totalLines ?? 0, nextAttemptAt: read.progress?.nextAttemptAt ?? null,
      startLive: read.state === 'failed' ? { url: read.startLiveUrl, token: read.token } : null,
    },
  });
}

function waitingCard(read: ReadPage): StateCard {
  const progress = read.progress ?? { completedLines: 0, totalLines: 0, nextAttemptAt: null };
  switch (read.state) {
    case 'empty':
      return { lamp: 'lit', title: 'Nothing to perform yet', text: html`This script has no spoken lines yet.` };
    case 'failed':
      return {
        lamp: 'red', title: 'The read stopped', text: html`A voice could not be performed. You can start the read again.`,
        progress: progress.completedLines > 0 ? progress : null,
        action: html`<p><button class="pill solid" type="button" id="state-again">Start again</button></p>
<noscript><p class="fine">Starting it needs JavaScript.</p></noscript>`,
        fine: read.requestId ? `Reference ${read.requestId}` : null,
      };
    case 'backoff':
      return {
        lamp: 'pulsing', title: 'Waiting for a voice service', progress,
        text: html`It asked us to slow down. ${nextTry(progress.nextAttemptAt)}, and nothing is lost.`,
      };
    default:
      return {
        lamp: 'pulsing', title: 'Raising the curtain', progress,
        text: html`The first lines are being voiced. This page opens the read by itself.`,
      };
  }
}
