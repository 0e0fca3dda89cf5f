import { html, type Markup } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { withoutDone } from './done.js';
import { ownFields } from './forms.js';
import { workplacePaths } from './paths.js';
import { withRefused } from './refused-form.js';
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

/** A field that a person writes in. */
const WRITTEN = /<textarea|<input (?![^>]*(?: readonly|type="(?:hidden|checkbox|radio|file)"))/;

interface Followed { refresh: { seconds: number; path: string } | null; reload: Markup | null }

/**
 * What browsers without scripts do on a page that changes by itself: load it again, or offer that where a person may be writing, because loading takes
 * the words and the focus away.
 */
function followed(visit: Visit, body: Markup, refreshMs: number | null, isFilledIn: boolean): Followed {
  if (!refreshMs) return { refresh: null, reload: null };
  const path = withoutDone(visit.location);
  if (!isFilledIn && !WRITTEN.test(body.source)) return { refresh: { seconds: Math.max(3, Math.round(refreshMs / 1000)), path }, reload: null };
  return { refresh: null, reload: html`<noscript><p class="acts-row"><a class="pill" href="${path}">Reload</a></p></noscript>` };
}

/** A page of the workplace: navigation, notice and the body of the screen. */
export function workplacePage(context: PageContext, visit: Visit, { title, back, body: drawn, refreshMs = null, isFilledIn = false }: View): string {
  const { body, notice } = withRefused(drawn, visit);
  const { refresh, reload } = followed(visit, body, refreshMs, isFilledIn);
  const doors = DOORS.map((door) => html`<li><a href="${door.path}"${visit.location.startsWith(door.path) ? html` aria-current="page"` : null}>${door.label}</a></li>`);
  return shell(context, {
    view: 'workplace', title: `${title} · Proscenium`, description: 'The workplace of producers.', indexable: false,
    refresh,
    body: html`<a class="skip" href="#main">Skip to the content</a><header class="top">${brand()}<nav class="rooms" aria-label="Workplace"><ul>${doors}</ul></nav>
<form class="who" method="post" action="${workplacePaths.signOut()}" enctype="multipart/form-data">${ownFields(visit.formToken)}
<span class="fine">${visit.session.keyName}</span><button class="pill">Sign out</button></form></header>
<main id="main" class="desk"${refreshMs ? html` data-refresh-ms="${refreshMs}" data-location="${withoutDone(visit.location)}"` : null}>${notice ? noticeBox(notice) : null}
${back ? html`<p class="crumb"><a href="${back.path}">${back.label}</a></p>` : null}<h1>${title}</h1>${body}${reload}</main><p class="vh" role="status" id="news"></p>`,
    client: { script: 'workplace.js', data: null },
  });
}
