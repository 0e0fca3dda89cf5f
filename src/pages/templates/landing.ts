import { html, type Markup } from '../html.js';
import { brand } from './icons.js';
import { shell, type PageContext } from './shell.js';

/** Where the front door leads; a link that is null is left out. */
export interface LandingLinks { docs: string | null; openapi: string | null; health: string | null; temporalUi: string | null }

/** `/`: what answers here, and where to go from here. */
export function landingPage(context: PageContext, links: LandingLinks): string {
  const door = (href: string | null, title: string, text: string): Markup | null => href === null ? null
    : html`<li><a class="door" href="${href}"><span class="door-title">${title}</span><span class="door-text">${text}</span></a></li>`;
  return shell(context, {
    view: 'home', title: 'Proscenium', description: 'Source material in, performed and publishable production out.', indexable: false,
    body: html`<header class="top">${brand()}</header><main class="front"><p class="kicker">Story production server</p>
<h1><span>Source material in.</span> <span>A performed story out.</span></h1>
<p class="lead">This server plans, writes, casts and performs table reads, and publishes them. It is used over HTTP.</p>
<ul class="doors">${door(links.docs, 'Documentation', 'How it works, how it is run, worked examples')}
${door(links.openapi, 'OpenAPI document', 'Every operation, for people and generators')}
${door(links.health, 'Health', 'What is up, what is waiting')}
${door(links.temporalUi, 'Temporal', 'Every run, step by step, for operators')}</ul></main>`,
  });
}
