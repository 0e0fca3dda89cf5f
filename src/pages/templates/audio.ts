import { html, type Markup } from '../html.js';
import { listenPath } from '../../kernel/contract/page-paths.js';
import type { ReadPage, RoomPage } from '../view.js';
import { audienceNotice, clockText, descriptionText, isOpen, shareLabels, titleText } from '../wording.js';
import { expiryText, keysDialog, settingsDialog, shareDialog } from './dialogs.js';
import { backdrop } from './pictures.js';
import { mixerDialog } from './mixer.js';
import { playerData, soundOf } from './player-data.js';
import { castList, sceneList, script } from './script.js';
import { shell, type PageContext } from './shell.js';
import { notice, roomSigns, seenCast, voicesText } from './stage.js';
import { finder, findButton, otherView, plainSound, sound, topBar } from './theater.js';
import { transport } from './transport.js';

/** A longer title is set smaller, so that the transport stays in sight. */
const LONG_TITLE_CHARS = 56;

/** The cover, or its title over the light of the first scene. It is decorative, because the heading says the same. */
function cover(read: ReadPage): Markup {
  return html`<div class="cover" aria-hidden="true">${read.cover
    ? html`<img src="${read.cover.url}" alt="" width="300" height="300">`
    : html`${backdrop(read.scenes[0], true)}<p class="cover-title">${read.title}</p>`}</div>`;
}

function kicker(read: ReadPage): string {
  const length = read.durationMs === null ? 'performed live' : clockText(read.durationMs);
  return [...shareLabels(read), read.mode === 'drama' ? 'Table read' : `Table read, ${read.mode}`, voicesText(read), length].join(' · ');
}

function listening(context: PageContext, read: ReadPage, address: string, plainUrl: string | null, room: RoomPage | null = null): Markup {
  return html`${topBar(read, { titled: false, room: room !== null })}
<main class="listen"><div class="hero">${cover(read)}<div class="meta"><p class="kicker">${kicker(read)}</p>
<h1${read.title.length > LONG_TITLE_CHARS ? html` data-long` : null}>${read.title}</h1>
${read.author ? html`<p class="by">${read.author}</p>` : null}${read.blurb ? html`<p class="blurb">${read.blurb}</p>` : null}
<h2 class="vh">Cast</h2>${castList(seenCast(read).map(({ video: _, ...member }) => member))}</div></div>
${read.audioUrl ? null : roomSigns(room !== null && room.stage !== 'complete')}${notice('inline')}
${transport(read.durationMs)}${plainSound(plainUrl)}
<div class="columns"><section class="read" id="panel-script" aria-labelledby="script-title"><div class="side-head"><h2 id="script-title">Script</h2>${findButton()}</div>${finder()}
${script(read, 3)}<button class="follow" id="follow" type="button" hidden>Back to the current line</button></section>
<section class="chapters" aria-labelledby="scenes-title"><h2 id="scenes-title">Scenes</h2>${sceneList(read)}</section></div>
<footer class="foot"><p>${[audienceNotice(read), expiryText(read.expiresAt)].filter(Boolean).join(' ')}</p></footer></main>
${sound(read)}${keysDialog()}${room ? null : mixerDialog(read)}${settingsDialog(room ? null : otherView(read, false))}${shareDialog(read, address, context.appUrl)}`;
}

/** `/share/table-read/<token>/audio`: cover, sticky transport, script and scenes; no stage. */
export function audioPage(context: PageContext, read: ReadPage): string {
  const address = `${context.appUrl}${listenPath(read)}`;
  return shell(context, {
    view: 'audio', title: `${titleText(read)}: listen`, description: descriptionText(read),
    ...(isOpen(read) ? { canonicalUrl: address } : {}), previewImage: read.previewImage, previewType: 'music.song', indexable: read.indexable,
    body: listening(context, read, address, soundOf(read)),
    client: { script: 'player.js', data: playerData(read, context.assets, null) },
  });
}

/** `/live/<roomToken>` of a read without a stage. */
export function audioRoomPage(context: PageContext, room: RoomPage): string {
  const read = { ...room.read, audioUrl: null };
  return shell(context, {
    view: 'audio', title: `${titleText(read)}: live read`, description: descriptionText(read), indexable: false,
    body: listening(context, read, `${context.appUrl}${listenPath(read)}`, room.audioUrl, room),
    client: { script: 'player.js', data: playerData(read, context.assets, room) },
  });
}
