import { html, type Markup } from '../../../html.js';
import { clockText } from '../../../wording.js';
import type { TrailerBeat, TrailerTimeline } from '../../answers.js';
import { workplacePaths } from '../../paths.js';
import { boxWidth, marksOf, packed, scaleOf, tenths, type Box, type Scale } from '../timeline/drawing.js';
import type { LoadedTrailer } from './loaded.js';
import { roleText, slotText, spanText, speakerText } from './words.js';

const RULER_PX = 22;
const BOX_PX = 30;
const ROW_PX = 34;
const MUSIC_PX = 64;
const ROLE_PX = 20;
const STRIKE_PX = 7;

/** A box of a lane, linked to the beat in which it is heard. */
interface LaneBox extends Box { index: number; text: string; label: string }

const field = (scale: Scale, heightPx: number, content: Markup, attributes: Markup): Markup =>
  html`<svg class="lane-field" width="${scale.widthPx}" height="${heightPx}"${attributes}>${content}</svg>`;

function ruler(scale: Scale): Markup {
  return html`<div class="lane" aria-hidden="true"><span class="lane-name"></span>${field(scale, RULER_PX, html`${marksOf(scale).map((ms) =>
    html`<text class="lane-time" x="${scale.x(ms) + 3}" y="15">${clockText(ms)}</text>`)}`, html``)}</div>`;
}

/** A text on one line, with an ellipsis where it is too long: text of a drawing itself cannot have one. */
const words = (x: number, width: number, heightPx: number, text: string): Markup =>
  html`<foreignObject x="${x}" width="${Math.max(0, tenths(width))}" height="${heightPx}"><div class="map-words">${text}</div></foreignObject>`;

/** A box with its text. */
const worded = (x: number, y: number, width: number, text: string): Markup =>
  html`<svg x="${x}" y="${y}" width="${width}" height="${BOX_PX}" aria-hidden="true"><rect x="1" y="1" width="${tenths(width - 2)}" height="${BOX_PX - 2}" rx="4"/>
${words(5, width - 9, BOX_PX, text)}</svg>`;

/** The name of a lane, which also labels its drawing. */
const named = (id: string, title: string): Markup => html`<h3 class="lane-name" id="${id}">${title}</h3>`;

interface Lane { id: string; title: string; boxes: readonly LaneBox[]; jobId: string }

function boxLane({ id, title, boxes, jobId }: Lane, scale: Scale): Markup {
  const rows = packed(boxes, scale);
  const heightPx = Math.max(1, ...rows.map((row) => row + 1)) * ROW_PX + 4;
  const drawn = boxes.map((box, at) => html`<a class="map-box" href="${workplacePaths.trailerBeat(jobId, box.index)}" aria-label="${box.label}"><title>${box.text}</title>${
    worded(scale.x(box.startMs), rows[at]! * ROW_PX + 2, boxWidth(box, scale), box.text)}</a>`);
  return html`<div class="lane">${named(id, title)}${field(scale, heightPx, html`${drawn}`, html` role="group" aria-labelledby="${id}"`)}</div>`;
}

const beatBoxes = (beats: readonly TrailerBeat[]): LaneBox[] => beats.map(({ index, slot, startMs, durationMs }) => {
  const span = { startMs, endMs: startMs + durationMs };
  return { ...span, index, text: `${index + 1} ${slotText(slot)}`, label: `Beat ${index + 1}, ${slotText(slot)}, ${spanText(span)}` };
});

/** A lane for each person, in the order in which they are first heard. */
function speakerLanes({ lines }: TrailerTimeline, jobId: string): Lane[] {
  const speakers = [...new Set(lines.map(({ speaker }) => speaker))];
  return speakers.map((speaker, at) => ({
    id: `map-speaker-${at}`, title: speakerText(speaker), jobId,
    boxes: lines.filter((line) => line.speaker === speaker).map(({ beatIndex, text, startMs, endMs }) => ({
      startMs, endMs, index: beatIndex, text, label: `${speakerText(speaker)}, ${spanText({ startMs, endMs })}, beat ${beatIndex + 1}: ${text}`,
    })),
  }));
}

const effectBoxes = ({ effects }: TrailerTimeline): LaneBox[] => effects.map(({ beatIndex, soundId, startMs, endMs, levelDb }) => {
  const name = soundId.replaceAll('-', ' ');
  return { startMs, endMs, index: beatIndex, text: name, label: `${name}, ${spanText({ startMs, endMs })}, ${levelDb} dB, beat ${beatIndex + 1}` };
});

const percent = (level: number): number => Math.round(level * 100);

/** The sections of the music. Their height shows the level at beginning and end; each has its name, and a wedge marks every hit. */
function musicLane({ music, hits }: TrailerTimeline, scale: Scale): Markup {
  const top = (level: number): number => tenths(MUSIC_PX - 6 - level * (MUSIC_PX - 26));
  const sections = music.map(({ role, level, startMs, endMs }) => {
    const [from, to] = [scale.x(startMs), scale.x(endMs)];
    const [begins = 0, ends = begins] = level;
    const label = `${roleText(role)}, ${spanText({ startMs, endMs })}, from ${percent(begins)} to ${percent(ends)} per cent`;
    return html`<g role="img" aria-label="${label}"><title>${label}</title><path class="music-section" d="M${from + 1} ${MUSIC_PX - 2}V${top(begins)}L${tenths(to - 1)} ${top(ends)}V${MUSIC_PX - 2}z"/>
${words(from + 5, to - from - 8, ROLE_PX, roleText(role))}</g>`;
  });
  const strikes = hits.map((hit) => {
    const x = scale.x(hit);
    return `M${tenths(x - STRIKE_PX)} ${MUSIC_PX}h${2 * STRIKE_PX}L${x} ${MUSIC_PX - 2 * STRIKE_PX}z`;
  }).join('');
  return html`<div class="lane">${named('map-music', 'Music')}${field(scale, MUSIC_PX, html`${sections}<path class="strikes" d="${strikes}" aria-hidden="true"/>`, html` role="group" aria-labelledby="map-music"`)}</div>`;
}

/** The sounds of a trailer along its time: beats, speakers, effects and music. Null before it is cut. */
export function soundMap({ trailer: { id: jobId }, storyboard, timeline }: LoadedTrailer): Markup | null {
  if (!storyboard || !timeline) return null;
  const scale = scaleOf(timeline.durationMs, 'whole');
  const effects = effectBoxes(timeline);
  return html`<section><h2 id="map-title">What sounds when</h2>
<div class="timeline panel" id="sound-map" tabindex="0" role="region" aria-labelledby="map-title"><div class="lanes">${ruler(scale)}${boxLane({ id: 'map-beats', title: 'Beats', boxes: beatBoxes(storyboard.beats), jobId }, scale)}
${speakerLanes(timeline, jobId).map((lane) => boxLane(lane, scale))}${effects.length > 0 ? boxLane({ id: 'map-effects', title: 'Effects', boxes: effects, jobId }, scale) : null}
${timeline.music.length > 0 ? musicLane(timeline, scale) : null}</div></div>
<p class="fine">${storyboard.music.muted ? 'The music is muted.' : timeline.hits.length > 0 ? `The music strikes at ${timeline.hits.map(clockText).join(', ')}, where the wedges are.` : null}</p></section>`;
}
