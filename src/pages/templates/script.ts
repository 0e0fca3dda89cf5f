import { html, type Markup } from '../html.js';
import type { ReadCastMember } from '../../domain/artifacts/pictures/page-pictures.js';
import type { PageCredit, ReadEntry, ReadPage, ReadScene } from '../view.js';
import { clockText, endText } from '../wording.js';
import { face, thumb } from './pictures.js';

/** One line of the script. A spoken line is a button that plays from there; a line that is only printed is plain text. */
function row(entry: ReadEntry, firstStop: number | undefined): Markup {
  const kind = entry.kind === 'dialogue' ? '' : entry.kind === 'action' ? 'act' : 'note';
  if (entry.character === null) {
    return html`<li class="row ${kind}" data-i="${entry.index}"><p class="printed"><span class="tx">${entry.text}</span></p></li>`;
  }
  const who = entry.kind === 'dialogue'
    ? html`<span class="nm">${entry.character}${entry.parenthetical ? html` <em>${entry.parenthetical}</em>` : null}</span> `
    : null;
  const stop = entry.index === firstStop ? '0' : '-1';
  return html`<li class="row ${kind}" data-i="${entry.index}"><button class="cue" type="button" tabindex="${stop}">${who}<span
 class="tx">${entry.text}</span></button></li>`;
}

/** The whole script, readable without JavaScript; one Tab stop for all lines. */
export function script(read: ReadPage, level: 2 | 3): Markup {
  const firstStop = read.entries.find((entry) => entry.character !== null)?.index;
  return html`<div class="script" id="script" lang="${read.language}">${creditLine(read, 'opening')}
${read.scenes.map((scene) => sceneScript(read, scene, level, firstStop))}
${creditLine(read, 'closing')}<p class="curtain-line">${endText(read)}</p></div>`;
}

/** Spoken credits before the first line or after the last one; they are not lines of the script. */
function creditLine({ credits = [] }: ReadPage, wanted: PageCredit['place']): Markup | null {
  const credit = credits.find(({ place }) => place === wanted);
  return credit ? html`<p class="curtain-line">${credit.text}</p>` : null;
}

function sceneScript(read: ReadPage, scene: ReadScene, level: 2 | 3, firstStop: number | undefined): Markup {
  const id = `scene-${scene.index}`;
  const lines = read.entries.filter((entry) => entry.sceneIndex === scene.index && entry.kind !== 'scene_heading'
    && (read.mode === 'drama' || entry.kind !== 'transition'));
  const announced = read.entries.find(({ sceneIndex, kind, character }) =>
    sceneIndex === scene.index && kind === 'scene_heading' && character !== null);
  // Only a drama is read as a screenplay, with headings; listeners of a programme know its parts by their titles.
  const words = read.mode === 'drama' ? scene.heading || scene.title : scene.title;
  const text = announced
    ? html`<span class="row note" data-i="${announced.index}"><button class="cue" type="button" tabindex="${announced.index === firstStop ? '0' : '-1'}">${words}</button></span>`
    : words;
  const heading = level === 2 ? html`<h2 class="slug" id="${id}">${text}</h2>` : html`<h3 class="slug" id="${id}">${text}</h3>`;
  return html`<section data-scene="${scene.index}">${heading}
<ol class="lines">${lines.map((entry) => row(entry, firstStop))}</ol></section>`;
}

/** The start of the first line of a scene; null before it is voiced. */
function sceneStartMs(read: ReadPage, scene: ReadScene): number | null {
  return read.entries.find((entry) => entry.sceneIndex === scene.index && entry.startMs !== null)?.startMs ?? null;
}

export function sceneList(read: ReadPage): Markup {
  return html`<ol class="scenes" id="scenes">${read.scenes.map((scene) => {
    const startMs = sceneStartMs(read, scene);
    return html`<li><a class="scene" href="#scene-${scene.index}" data-scene="${scene.index}">${thumb(scene)}
<span class="scene-number">Scene ${scene.index + 1}</span><span class="scene-title">${scene.title}</span>
<span class="scene-time">${startMs === null ? '' : clockText(startMs)}</span></a></li>`;
  })}</ol>`;
}

const ROLE_TEXT = { narrator: 'Narrator', reader: 'Reader', host: 'Host', character: 'Character' } as const;

/** Who plays whom, as in a printed programme. */
export function castList(cast: readonly ReadCastMember[]): Markup {
  const seen = cast.filter((member) => member.role !== 'narrator');
  return html`<ul class="credits">${cast.map((member) => credit(member, member.role === 'narrator' ? null : seen.indexOf(member)))}</ul>`;
}

function credit(member: ReadCastMember, seat: number | null): Markup {
  return html`<li class="credit" data-name="${member.character}">${face(member, seat)}
<span class="credit-name">${member.character}</span><span class="credit-voice">${member.voiceName ?? ROLE_TEXT[member.role]}</span>${speakingPortrait(member)}</li>`;
}

/** The speaking portrait, labelled with its person; its words are also a track of the video. */
const speakingPortrait = ({ character, video }: ReadCastMember): Markup | null => (video
  ? html`<figure class="portrait-clip"><video controls playsinline preload="none" width="1280" height="720" src="${video.url}" aria-label="${character} speaks"></video>
<figcaption>${character}: “${video.words}”</figcaption></figure>` : null);
