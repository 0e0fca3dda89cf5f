import { html, type Markup } from '../html.js';
import { pagePaths } from '../paths.js';
import type { ReadPage } from '../view.js';
import { clockText, dateText, initialsOf, moodOf } from '../wording.js';
import { keysDialog, shareDialog } from './dialogs.js';
import { playerData } from './player-data.js';
import { castList, sceneList, script } from './script.js';
import { shell, type PageContext } from './shell.js';
import { seenCast, voicesText } from './stage.js';
import { describe, sound, topBar } from './theater.js';
import { transport } from './transport.js';

/** A longer title is set smaller, so that the transport stays in sight. */
const LONG_TITLE_CHARS = 56;

/** A cover set in type: arch, title, author and the first people of the cast. Decorative, the heading says the same. */
function cover(read: ReadPage): Markup {
  const people = seenCast(read).slice(0, 4);
  return html`<div class="cover" aria-hidden="true"><div class="backdrop" data-mood="${moodOf(read.scenes[0]?.heading ?? '')}" data-shown></div>
<p class="cover-kicker">A table read</p><p class="cover-title">${read.title}</p>
${read.author ? html`<p class="cover-author">${read.author}</p>` : null}
<p class="cover-cast">${people.map((member, seat) =>
    html`<span class="cameo" data-tone="${seat % 8}"><span>${initialsOf(member.character)}</span></span>`)}</p></div>`;
}

function kicker(read: ReadPage): string {
  const length = read.durationMs === null ? 'performed live' : clockText(read.durationMs);
  return [read.mode === 'drama' ? 'Table read' : `Table read, ${read.mode}`, voicesText(read), length].join(' · ');
}

/** `/share/table-read/<token>/audio`: cover, sticky transport, script and scenes; no stage. */
export function audioPage(context: PageContext, read: ReadPage): string {
  const address = `${context.appUrl}${pagePaths.audio(read.token)}`;
  const body = html`${topBar(read, { titled: false })}
<main class="listen"><div class="hero">${cover(read)}<div class="meta"><p class="kicker">${kicker(read)}</p>
<h1${read.title.length > LONG_TITLE_CHARS ? html` data-long` : null}>${read.title}</h1>
${read.author ? html`<p class="by">${read.author}</p>` : null}${read.blurb ? html`<p class="blurb">${read.blurb}</p>` : null}
<h2 class="vh">Cast</h2>${castList(read)}</div></div>
<div class="notice inline" id="notice" hidden><span class="lamp" id="notice-lamp"></span><h2 id="notice-title"></h2><p id="notice-text"></p>
<div class="bar" id="notice-bar" hidden><i></i></div><button class="pill solid" id="notice-action" type="button" hidden>Try again</button></div>
${transport(read.durationMs)}
<div class="columns"><section class="read" id="panel-script" aria-labelledby="script-title"><h2 id="script-title">Script</h2>
${script(read, 3)}<button class="follow" id="follow" type="button" hidden>Back to the current line</button></section>
<section class="chapters" aria-labelledby="scenes-title"><h2 id="scenes-title">Scenes</h2>${sceneList(read)}</section></div>
<footer class="foot"><p>${read.expiresAt ? `This link works until ${dateText(read.expiresAt)}.` : null}</p></footer></main>
${sound(read)}${keysDialog()}${shareDialog(read, address, context.appUrl)}`;
  return shell(context, {
    view: 'audio', title: `${read.title}: listen`, description: describe(read), canonicalUrl: address,
    previewImageUrl: read.previewImageUrl, previewType: 'music.song', indexable: read.indexable, body,
    client: { script: 'player.js', data: playerData(read, context.assets, null) },
  });
}
