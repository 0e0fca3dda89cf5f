import { html, type Markup } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { withoutDone } from './done.js';
import { ownFields } from './forms.js';
import { workplacePaths } from './paths.js';
import type { View } from './screen.js';
import type { Notice, Visit } from './visit.js';

const DOORS: readonly { path: string; label: string }[] = [
  { path: workplacePaths.productions(), label: 'Productions' },
  { path: workplacePaths.scripts(), label: 'Scripts' },
  { path: workplacePaths.shares(), label: 'Shares' },
  { path: workplacePaths.credits(), label: 'Credits' },
  { path: workplacePaths.keys(), label: 'Keys' },
];

export const noticeBox = ({ tone, text, fine }: Notice): Markup =>
  html`<div class="notice ${tone}" role="${tone === 'wrong' ? 'alert' : 'status'}"><p>${text}</p>${fine ? html`<p class="fine">${fine}</p>` : null}</div>`;

/** A page of the workplace: navigation, notice and the body of the screen. */
export function workplacePage(context: PageContext, visit: Visit, { title, back, body, refreshMs, isFilledIn = false }: View): string {
  const doors = DOORS.map((door) => html`<li><a href="${door.path}"${visit.location.startsWith(door.path) ? html` aria-current="page"` : null}>${door.label}</a></li>`);
  return shell(context, {
    view: 'workplace', title: `${title} · Proscenium`, description: 'The workplace of producers.', indexable: false,
    refresh: refreshMs && !isFilledIn ? { seconds: Math.max(3, Math.round(refreshMs / 1000)), path: visit.location } : null,
    body: html`<a class="skip" href="#main">Skip to the content</a><header class="top">${brand()}<nav class="rooms" aria-label="Workplace"><ul>${doors}</ul></nav>
<form class="who" method="post" action="${workplacePaths.signOut()}" enctype="multipart/form-data">${ownFields(visit.formToken)}
<span class="fine">${visit.session.keyName}</span><button class="pill">Sign out</button></form></header>
<main id="main" class="desk"${refreshMs ? html` data-refresh-ms="${refreshMs}" data-location="${withoutDone(visit.location)}"` : null}>${visit.notice ? noticeBox(visit.notice) : null}
${back ? html`<p class="crumb"><a href="${back.path}">${back.label}</a></p>` : null}<h1>${title}</h1>${body}</main>`,
    client: { script: 'workplace.js', data: null },
  });
}
