import { html, type Markup } from '../html.js';
import { MAX_ON_STAGE, standingAt } from '../../craft/stage/stage-plan.js';
import type { ReadCastMember } from '../../domain/artifacts/pictures/page-pictures.js';
import type { PageTheater, ReadPage, ReadScene } from '../view.js';
import { clockText, shareLabels } from '../wording.js';
import { icon } from './icons.js';
import { backdrop, bust } from './pictures.js';

/** The cast without the narrators, who are only heard. */
export function seenCast(read: ReadPage): ReadCastMember[] {
  return read.cast.filter((member) => member.role !== 'narrator');
}

/** All people on the stage: the cast, then people without a line. */
export const stageCast = (read: ReadPage): ReadCastMember[] => [...seenCast(read), ...read.extras ?? []];

/** The number of voices in words, such as `4 voices`. */
export function voicesText(read: ReadPage): string {
  return read.cast.length === 1 ? '1 voice' : `${read.cast.length} voices`;
}

/** The scenes as the stage shows them: without drawings when the theater's backgrounds are `light`. */
export function stageScenes({ scenes, theater }: ReadPage): ReadScene[] {
  return theater.backgrounds === 'drawn' ? scenes : scenes.map((scene) => ({ ...scene, backdrop: null }));
}

/** Who stands on the stage when the first scene opens. */
function firstOnStage(read: ReadPage): Set<string> {
  const seen = stageCast(read).map((member) => member.character);
  const [first] = read.entries;
  const standing = first ? standingAt(read.entries, first, seen, MAX_ON_STAGE) : [];
  return new Set(standing.length > 0 ? standing : seen.slice(0, MAX_ON_STAGE));
}

/** `place` counts from the left among those who stand on the stage; -1 for a person who waits in the wings. */
function actor(member: ReadCastMember, seat: number, place: number): Markup {
  const onStage = place >= 0;
  return html`<li class="actor" data-name="${member.character}"${onStage ? html` data-place="${place}"` : html` hidden`}>${bust(member, seat, onStage)}
<span class="plate"><i class="bars" aria-hidden="true"></i>${member.character}</span></li>`;
}

function titleCard({ titleLayout, title, subtitle }: PageTheater): Markup | null {
  if (titleLayout === 'bar') return null;
  return html`<span class="curtain-card">${title}</span>${subtitle ? html`<span class="curtain-subtitle">${subtitle}</span>` : null}`;
}

/** The start button, which covers the whole picture with a dark scrim. Pressing it is the gesture that browsers require before sound. */
function startButton(read: ReadPage): Markup {
  const facts = [...shareLabels(read), read.durationMs === null ? 'performed live' : clockText(read.durationMs), voicesText(read), 'sound on'];
  return html`<button class="curtain" id="start" type="button">${titleCard(read.theater)}
<span class="ring">${icon('play')}</span>
<span class="curtain-title">Start the read</span>
<span class="curtain-facts">${facts.join(' · ')}</span></button>`;
}

/** The stage itself: backdrop, cast and caption band. `live` shows the state of the room on the picture. */
export function stage(read: ReadPage, options: { live: boolean }): Markup {
  const people = stageCast(read);
  const standing = firstOnStage(read);
  const scene = stageScenes(read)[0];
  return html`<section class="stage" id="stage" aria-label="Stage" data-state="start">
<div class="picture" id="picture">${backdrop(scene, true)}${backdrop(undefined, false)}
<p class="surtitle" id="surtitle" aria-hidden="true"><span id="surtitle-number">${scene ? `Scene ${scene.index + 1}` : ''}</span>
<span id="surtitle-title">${scene?.title ?? read.title}</span></p>
<p id="summary"></p>
<ul class="cast" id="cast" data-n="${standing.size}" aria-label="Cast on stage"${people.length === 0 ? html` hidden` : null}>
${people.map((member, seat) => actor(member, seat, [...standing].indexOf(member.character)))}</ul>
${roomSigns(options.live)}${startButton(read)}${notice()}</div>
<div class="caption" id="caption" aria-hidden="true"><p class="who" id="caption-who"></p><p class="say"><span id="caption-say">${scene?.title ?? ''}</span></p></div>
</section>`;
}

/** The signs of a room over the picture: how much is voiced, who listens, and buttons to join the others or to start at the beginning. */
export function roomSigns(live: boolean): Markup {
  return html`<div class="room" id="room"><p class="live" id="live"${live ? null : html` hidden`}><i class="dot"></i><span id="live-text">Live read</span></p>
<p class="live" id="listeners" hidden></p><button class="live" id="join" type="button" hidden>Join the others</button>
<button class="live" id="from-start" type="button" hidden>From the start</button></div>`;
}

/** A state over the picture, or in the page of a read without a stage. */
export function notice(kind: '' | 'inline' = ''): Markup {
  return html`<div class="notice ${kind}" id="notice" hidden><span class="lamp" id="notice-lamp"></span><h2 id="notice-title"></h2>
<p id="notice-text"></p><div class="bar" id="notice-bar" hidden><i></i></div>
<button class="pill solid" id="notice-action" type="button" hidden>Try again</button></div>`;
}
