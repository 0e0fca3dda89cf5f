import { html, type Markup } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { field } from './forms.js';
import { noticeBox } from './frame.js';
import { workplacePaths } from './paths.js';
import type { Notice } from './visit.js';

/** What the sign-in says to a person whose session ended before a form was sent. */
export const SESSION_ENDED: Notice = {
  tone: 'wrong', text: 'You were signed out, so what you sent was not saved. Sign in to go back to the page. Your browser may still have your words, one page back.',
};

/** The form for new material again, for a person whose key was refused. */
export function materialPage(context: PageContext, form: Markup, notice: Notice | null): string {
  return shell(context, {
    view: 'workplace', title: 'New production · Proscenium', description: 'The workplace of producers.', indexable: false,
    body: html`<header class="top">${brand()}</header><main id="main" class="desk narrow">${notice ? noticeBox(notice) : null}<h1>New production</h1>${form}</main>`,
    client: { script: 'workplace.js', data: null },
  });
}

/** Asks for an API key. `next` is where to go afterwards. */
export function signInPage(context: PageContext, next: string, notice: Notice | null): string {
  return shell(context, {
    view: 'workplace', title: 'Sign in · Proscenium', description: 'The workplace of producers.', indexable: false,
    body: html`<header class="top">${brand()}</header><main id="main" class="desk narrow">${notice ? noticeBox(notice) : null}<h1>Sign in</h1>
<p class="lead">An API key opens the workplace of its account. The server printed the first one when it started; more are made with
<code>proscenium keys create</code> or here, under Keys.</p>
<form method="post" action="${workplacePaths.signIn()}?next=${encodeURIComponent(next)}" enctype="multipart/form-data" class="sheetlike">
${field({ label: 'API key', name: 'key', type: 'password', required: true })}
<button class="pill solid">Sign in</button></form></main>`,
  });
}
