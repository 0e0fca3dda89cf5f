import { html, type Markup } from '../html.js';
import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { ReadPage, RoomPage } from '../view.js';
import { descriptionText, isOpen, shareLabels, titleText } from '../wording.js';
import { keysDialog, settingsDialog, shareDialog } from './dialogs.js';
import { brand, icon } from './icons.js';
import { mixerButton, mixerDialog } from './mixer.js';
import { playerData, soundOf } from './player-data.js';
import { castList, sceneList, script } from './script.js';
import { shell, type PageContext, type Shell } from './shell.js';
import { stage } from './stage.js';
import { transport } from './transport.js';

/** The read with the title of the theater. */
const staged = (read: ReadPage): ReadPage => ({ ...read, title: read.theater.title });

/** The sound and the status line. */
export function sound(read: ReadPage): Markup {
  const url = soundOf(read);
  return html`<audio id="audio" preload="${url ? 'metadata' : 'none'}"${url ? html` src="${url}"` : null}></audio>
<p class="status" role="status" id="status"></p>`;
}

/** The browser's own controls for visitors without JavaScript. They also play a growing performance. */
export function plainSound(url: string | null): Markup {
  return html`<noscript>${url
    ? html`<div class="plain-audio"><audio controls preload="metadata" src="${url}" aria-label="The read"></audio></div>`
    : html`<p class="plain-audio">Performing this read live needs JavaScript. The script can be read here.</p>`}</noscript>`;
}

const plainTitle = (title: string): Markup => html`<noscript><h2 class="plain-title">${title}</h2></noscript>`;

/** The link from the theater to the audio player or back; null for a read without a theater. */
export function otherView(read: ReadPage, titled: boolean): Markup | null {
  if (!read.theater.enabled) return null;
  return titled
    ? html`<a class="pill" href="${pagePaths.audio(read.token)}">${icon('listen')}<span>Listen</span></a>`
    : html`<a class="pill" href="${pagePaths.theater(read.token)}">${icon('stage')}<span>Theater</span></a>`;
}

/** Opens the field that searches the script. */
export const findButton = (): Markup => html`<button class="b" id="show-find" type="button" aria-expanded="false" aria-controls="finder"
 aria-label="Search the script" title="Search the script (/)">${icon('search')}</button>`;

export const finder = (): Markup => html`<div class="finder" id="finder" role="search" hidden><input type="search" id="find" aria-label="Search the script"
 placeholder="Search the script" autocomplete="off" enterkeyhint="next"><span id="found" role="status"></span>
<button class="pill" id="find-next" type="button">Next</button></div>`;

export function topBar(read: ReadPage, options: { titled: boolean; room?: boolean }): Markup {
  const about = [...shareLabels(read), read.theater.subtitle, read.author].filter((part) => part !== null).join(' · ');
  return html`<a class="skip" href="#script">Skip to the script</a><header class="top">${brand()}
${options.titled ? html`<div class="what"><h1>${read.title}</h1>${about ? html`<p>${about}</p>` : null}</div>` : null}
<div class="acts"><button class="b" id="show-settings" type="button" aria-label="Settings" title="Settings">${icon('settings')}
<span class="badge" id="sleep-badge" hidden></span></button>
${options.room ? null : mixerButton(read)}${options.room ? null : otherView(read, options.titled)}
<button class="pill" id="share" type="button">${isOpen(read) ? html`${icon('share')}<span>Share</span>`
    : html`${icon('about')}<span>About this link</span>`}</button></div></header>`;
}

function tab(name: string, label: string, selected: boolean): Markup {
  return html`<button role="tab" type="button" id="tab-${name}" aria-controls="panel-${name}" aria-selected="${String(selected)}"
${selected ? null : html` tabindex="-1"`}>${label}</button>`;
}

function side(read: ReadPage): Markup {
  return html`<aside class="side" aria-label="Script, scenes and cast"><div class="side-head"><div class="tabs" role="tablist" aria-label="Panels">
${tab('script', 'Script', true)}${tab('scenes', 'Scenes', false)}${tab('cast', 'Cast', false)}</div>${findButton()}</div>${finder()}
<div class="panel" id="panel-script" role="tabpanel" aria-labelledby="tab-script">${plainTitle('Script')}${script(read, 2)}
<button class="follow" id="follow" type="button" hidden>Back to the current line</button></div>
<div class="panel" id="panel-scenes" role="tabpanel" aria-labelledby="tab-scenes" hidden>${plainTitle('Scenes')}${sceneList(read)}</div>
<div class="panel" id="panel-cast" role="tabpanel" aria-labelledby="tab-cast" tabindex="0" hidden>${plainTitle('Cast')}${castList(read.cast)}</div></aside>`;
}

function house(read: ReadPage, options: { live: boolean; address: string; appUrl: string; plainUrl: string | null; room: boolean }): Markup {
  return html`${topBar(read, { titled: true, room: options.room })}
<main class="house"><div class="left" id="left">${stage(read, options)}${transport(read.durationMs)}${plainSound(options.plainUrl)}</div>${side(read)}</main>
${sound(read)}${keysDialog()}${options.room ? null : mixerDialog(read)}${settingsDialog(options.room ? null : otherView(read, true))}${shareDialog(read, options.address, options.appUrl)}`;
}

function playerShell(context: PageContext, read: ReadPage, room: RoomPage | null): Pick<Shell, 'description' | 'client'> {
  const data = playerData(read, context.assets, room);
  const moves = data.staging !== null || read.cast.some(({ video }) => video !== undefined);
  return { description: descriptionText(read), client: { script: 'player.js', ...data.staging ? { before: 'staging.js' } : {}, moves, data } };
}

/** `/share/table-read/<token>`: the framed player with stage, script, scenes and cast. */
export function theaterPage(context: PageContext, shown: ReadPage): string {
  const read = staged(shown);
  const address = `${context.appUrl}${pagePaths.theater(read.token)}`;
  return shell(context, {
    ...playerShell(context, read, null), view: 'theater', title: `${titleText(read)}: table read`,
    ...(isOpen(read) ? { canonicalUrl: address } : {}), previewImage: read.previewImage, previewType: 'video.other', indexable: read.indexable,
    body: house(read, { live: false, address, appUrl: context.appUrl, plainUrl: soundOf(read), room: false }),
  });
}

/** `?view=fullscreen`: the stage alone, for embeds. */
export function fullscreenPage(context: PageContext, shown: ReadPage): string {
  const read = staged(shown);
  return shell(context, {
    ...playerShell(context, read, null), view: 'full', title: titleText(read), indexable: false,
    body: html`<main class="bare" id="bare"><h1 class="vh">${read.title}</h1>
<a class="elsewhere" href="${pagePaths.theater(read.token)}" target="_blank" rel="noopener">${read.title}<span class="vh"> on Proscenium, opens a new page</span></a>${stage(read, { live: false })}
${transport(read.durationMs)}${plainSound(soundOf(read))}</main>${sound(read)}${keysDialog()}`,
  });
}

/** `/live/<roomToken>`: the theater while its read is being voiced. */
export function roomPage(context: PageContext, room: RoomPage): string {
  const address = `${context.appUrl}${pagePaths.theater(room.read.token)}`;
  const read = { ...staged(room.read), audioUrl: null };
  return shell(context, {
    ...playerShell(context, read, room), view: 'live', title: `${titleText(read)}: live read`, indexable: false,
    body: house(read, { live: room.stage !== 'complete', address, appUrl: context.appUrl, plainUrl: room.audioUrl, room: true }),
  });
}
