import { escapeHtml, html, type Markup } from '../html.js';
import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { ReadPage } from '../view.js';
import { audienceNotice, dateText } from '../wording.js';
import { icon } from './icons.js';

const KEYS: readonly [string, string][] = [
  ['Space or K', 'Play or pause'], ['← →', 'Previous or next line; on the position, 5 seconds'], ['J L', '15 seconds back or on'],
  ['↑ ↓', 'Move in the script'], ['Home End', 'Beginning or end'], ['[ ]', 'Slower or faster'], ['Shift ↑ ↓', 'Louder or quieter'], ['/', 'Search the script'], ['C', 'Captions'],
  ['M', 'Mute'], ['F', 'Full screen'], ['?', 'This list'], ['Esc', 'Leave full screen'],
];

/** A sheet over the page, closed by its button or Escape. */
export function sheet(id: string, title: string, body: Markup): Markup {
  return html`<dialog class="sheet" id="${id}" aria-labelledby="${id}-title"><div class="sheet-head"><h2 id="${id}-title">${title}</h2>
<form method="dialog"><button class="b" aria-label="Close" title="Close (Esc)">${icon('close')}</button></form></div>${body}</dialog>`;
}

export function keysDialog(): Markup {
  return sheet('keys', 'Keys', html`<dl class="keylist">${KEYS.map(([key, does]) =>
    html`<div><dt>${key.split(' ').map((part) => (part === 'or' ? ' or ' : html`<kbd>${part}</kbd> `))}</dt><dd>${does}</dd></div>`)}</dl>
<label class="switch"><input type="checkbox" id="letter-keys" role="switch" checked><span>Single-letter keys</span></label>`);
}

const SLEEP: readonly [value: string, label: string][] = [
  ['off', 'Off'], ['5', 'In 5 minutes'], ['15', 'In 15 minutes'], ['30', 'In 30 minutes'], ['60', 'In an hour'],
  ['scene', 'At the end of this scene'],
];
const THEMES: readonly [value: string, label: string][] = [['auto', 'As the device'], ['dark', 'Dark'], ['light', 'Light']];

/** Settings of this visitor: sleep timer, light or dark appearance, the other view, and the list of keyboard shortcuts. */
export function settingsDialog(otherView: Markup | null): Markup {
  const option = ([value, label]: readonly [string, string]): Markup => html`<option value="${value}">${label}</option>`;
  return sheet('settings', 'Settings', html`<label class="field"><span>Sleep timer</span><select id="sleep">${SLEEP.map(option)}</select></label>
<p class="fine" id="sleep-left"></p>
<label class="field"><span>Appearance</span><select id="theme">${THEMES.map(option)}</select></label>
<p class="sheet-acts">${otherView}<button class="pill" type="button" id="show-keys">${icon('keyboard')}<span>Keys</span></button></p>`);
}

const print = html`<button class="pill" type="button" id="print">Print the script</button>`;

function captionsLink({ vttUrl }: ReadPage): Markup | null {
  return vttUrl ? html`<a class="pill" href="${vttUrl}" download>Captions (WebVTT)</a>` : null;
}

/** Players for the films of the read. */
function filmPlayers({ films, token }: ReadPage): Markup[] {
  return films.map(({ url, isUpright }) => html`<video class="film${isUpright ? ' upright' : ''}" controls preload="none" poster="${pagePaths.picture(token, 'cover.svg')}"
 src="${url}" aria-label="${isUpright ? 'Upright film' : 'Film'}"></video>`);
}

/** Ways to share the read; for a private share, instead a note for whom the link is meant. `address` is the absolute URL of this page. */
export function shareDialog(read: ReadPage, address: string, appUrl: string): Markup {
  const notice = audienceNotice(read);
  if (notice) {
    return sheet('share-sheet', 'About this link', html`<p>${notice}</p><p class="fine">${expiryText(read.expiresAt)}</p>${filmPlayers(read)}
<p class="sheet-acts">${print}${captionsLink(read)}</p>`);
  }
  return sheet('share-sheet', 'Share this read', html`<label class="field"><span>Link</span><input id="share-link" readonly value="${address}"></label>
<label class="switch"><input type="checkbox" id="share-moment"><span id="share-at">Start at 0:00</span></label>
<p class="fine">${expiryText(read.expiresAt)}</p>
<div data-room hidden><label class="field"><span>Listen together: everybody at this link hears the same moment</span><input id="room-link" readonly></label>
<p class="sheet-acts"><button class="pill" type="button" data-copy="room-link">Copy the room's link</button></p></div>
${read.theater.enabled ? embedField(read, appUrl) : null}
<p class="sheet-acts"><button class="pill solid" type="button" data-copy="share-link">Copy link</button>
<button class="pill" type="button" id="share-native" hidden>Send</button>
${read.theater.enabled ? html`<button class="pill" type="button" data-copy="share-code">Copy code</button>` : null}
${read.audioUrl ? html`<a class="pill" href="${read.audioUrl}" download>Download MP3</a>` : null}
${read.films.map(({ url, isUpright }) => html`<a class="pill" href="${url}" download>Download ${isUpright ? 'upright film' : 'film'}</a>`)}
${print}
${captionsLink(read)}</p>${filmPlayers(read)}
<details class="more"><summary>QR code for a phone</summary><img src="${pagePaths.qrCode(read.token)}" alt="QR code of the link" width="240" height="240" loading="lazy"></details>`);
}

/** The code that embeds the read. Only the stage may be framed by other sites, so a read without a stage has none. */
function embedField(read: ReadPage, appUrl: string): Markup {
  const snippet = `<iframe src="${appUrl}${pagePaths.fullscreen(read.token)}" title="${escapeHtml(read.theater.title)}" `
    + 'width="960" height="540" allow="autoplay; fullscreen" loading="lazy"></iframe>';
  return html`<label class="field"><span>Code for a web page</span><textarea id="share-code" rows="4" readonly>${snippet}</textarea></label>`;
}

/** When the link closes, as a sentence. */
export function expiryText(expiresAt: string | null): string {
  return expiresAt ? `This link closes on ${dateText(expiresAt)}.` : 'This link does not close.';
}
