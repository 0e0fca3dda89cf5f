import { escapeHtml, html, type Markup } from '../html.js';
import { pagePaths } from '../paths.js';
import type { ReadPage } from '../view.js';
import { dateText } from '../wording.js';
import { icon } from './icons.js';

const KEYS: readonly [string, string][] = [
  ['Space or K', 'Play or pause'], ['← →', 'Previous or next line'], ['J L', '10 seconds back or on'],
  ['↑ ↓', 'Move in the script'], ['Home End', 'Beginning or end'], ['[ ]', 'Slower or faster'], ['C', 'Captions'],
  ['M', 'Mute'], ['F', 'Full screen'], ['?', 'This list'], ['Esc', 'Leave full screen'],
];

function closeButton(): Markup {
  return html`<form method="dialog"><button class="b" aria-label="Close" title="Close (Esc)">${icon('close')}</button></form>`;
}

export function keysDialog(): Markup {
  return html`<dialog class="sheet" id="keys" aria-labelledby="keys-title"><div class="sheet-head"><h2 id="keys-title">Keys</h2>
${closeButton()}</div><dl class="keylist">${KEYS.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
<label class="switch"><input type="checkbox" id="letter-keys" role="switch" checked><span>Single-letter keys</span></label></dialog>`;
}

/** Ways to pass the read on. `address` is the absolute URL of this page. */
export function shareDialog(read: ReadPage, address: string, appUrl: string): Markup {
  const snippet = `<iframe src="${appUrl}${pagePaths.fullscreen(read.token)}" title="${escapeHtml(read.title)}" `
    + 'width="960" height="540" allow="autoplay; fullscreen" loading="lazy"></iframe>';
  return html`<dialog class="sheet" id="share-sheet" aria-labelledby="share-title"><div class="sheet-head">
<h2 id="share-title">Share this read</h2>${closeButton()}</div>
<label class="field"><span>Link</span><input id="share-link" readonly value="${address}"></label>
<label class="field"><span>Code for a web page</span><textarea id="share-code" rows="4" readonly>${snippet}</textarea></label>
<p class="sheet-acts"><button class="pill solid" type="button" data-copy="share-link">Copy link</button>
<button class="pill" type="button" data-copy="share-code">Copy code</button>
<button class="pill" type="button" id="print">Print the script</button>
${read.vttUrl ? html`<a class="pill" href="${read.vttUrl}" download>Captions (WebVTT)</a>` : null}</p>
<p class="fine">${read.expiresAt ? `This link works until ${dateText(read.expiresAt)}.` : 'This link does not expire.'}</p></dialog>`;
}
