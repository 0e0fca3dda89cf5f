import { html, type Markup } from '../html.js';
import { brand } from './icons.js';
import { shell, type PageContext } from './shell.js';

/** Links of the front page; a null link is left out. */
export interface LandingLinks {
  docs: string | null;
  openapi: string | null;
  health: string | null;
  temporalUi: string | null;
  /** A read that is open to everybody. */
  demoRead: string | null;
}

export type PartStatus = 'ok' | 'degraded' | 'down';

/** The state of the parts of the server, named in a visitor's words, such as `Voices`. Other details are not public. */
export interface LandingHealth {
  parts: { name: string; status: PartStatus }[];
  /** True when the server can answer no request of the API: its database does not answer. */
  isOutOfService?: boolean;
}

const STATUS_TEXT: Record<PartStatus, string> = { ok: 'Up', degraded: 'Waiting for a service', down: 'Down' };

function healthList({ parts }: LandingHealth): Markup {
  const worst = (['down', 'degraded'] as const).find((status) => parts.some((part) => part.status === status)) ?? 'ok';
  const headline = { ok: 'Everything is up', degraded: 'Up, and waiting for a service', down: 'A part of this server is down' }[worst];
  const lamp = { ok: 'lit', degraded: 'pulsing', down: 'red' }[worst];
  return html`<section class="vital" aria-labelledby="vital-title"><div class="vital-head"><span class="lamp ${lamp}"></span>
<h2 id="vital-title">${headline}</h2></div><dl class="parts">${parts.map(({ name, status }) => html`<div data-status="${status}"><dt>${name}</dt>
<dd>${STATUS_TEXT[status]}</dd></div>`)}</dl></section>`;
}

/** `/`: what this server is, the forms for visitors if it offers any, its health, and links to its other pages. */
export function landingPage(context: PageContext, links: LandingLinks, health: LandingHealth | null, front: Markup | null): string {
  const door = (href: string | null, title: string, text: string): Markup | null => href === null ? null
    : html`<li><a class="door" href="${href}"><span class="door-title">${title}</span><span class="door-text">${text}</span></a></li>`;
  return shell(context, {
    view: 'home', title: 'Proscenium', description: 'Source material in, performed and publishable production out.', indexable: false,
    ...(front ? { client: { script: 'workplace.js' as const, data: null } } : {}),
    body: html`<header class="top">${brand()}</header><main class="front" id="main"><p class="kicker">Story production server</p>
<h1><span>Source material in.</span> <span>A performed story out.</span></h1>
<p class="lead">This server reads a text, a web page, a book or a screenplay, plans what to make of it, and performs it with a full cast.
Everything it does is an HTTP API, too.</p>
${front}
${health ? healthList(health) : null}
<ul class="doors">${door(links.demoRead, 'Hear a read', 'A production made on this server')}
${door(links.openapi, 'OpenAPI document', 'Every operation, for people and generators')}
${door(links.docs, 'Documentation', 'How it works, how it is run, worked examples')}
${door(links.health, 'Health', 'What is up, what is waiting')}
${door(links.temporalUi, 'Temporal', 'Every run, step by step, for operators')}</ul></main>`,
  });
}
