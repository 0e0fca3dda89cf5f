import { html, jsonIsland, type Markup } from '../../../html.js';
import { clockText, placeWords as wordsOfScene } from '../../../wording.js';
import { boxWidth, marksOf, NAMES_PX, packed, pathOf, scaleOf, tenths, ZOOMS, type Scale, type Zoom } from './drawing.js';
import { speakerName, type HeardLine, type PerformedRead, type PlacedCue, type ShownLane } from './performed-read.js';
import { boxId, cueAddress, placeWords, timelineAddress, timesOf, type Open } from './places.js';

const RULER_PX = 22;
const SCENE_PX = 28;
const SPEAKER_PX = 18;
const BOX_PX = 32;
const ROW_PX = 36;
/** The most rows. When more people speak, those with the fewest lines share the last row. */
const MOST_ROWS = 8;
const WORDS_SHOWN = 90;
/**
 * The least distance between marks of scenes, because closer ones would hide the lines, and the least width of a box with text, because less text says
 * nothing.
 */
const LEAST_MARK_PX = 12;
const LEAST_WORDS_PX = 44;

interface Row { name: string; lines: HeardLine[] }

/** One row per person, ordered by number of lines; the narrator comes first. */
function speakerRows(lines: readonly HeardLine[]): Row[] {
  const byName = new Map<string, HeardLine[]>();
  for (const line of lines) byName.set(line.speaker, [...(byName.get(line.speaker) ?? []), line]);
  const rows = [...byName].map(([speaker, own]) => ({ name: speakerName(speaker), isNarrator: speakerName(speaker) !== speaker, lines: own }))
    .sort((one, other) => Number(other.isNarrator) - Number(one.isNarrator) || other.lines.length - one.lines.length);
  if (rows.length <= MOST_ROWS) return rows;
  const others = rows.slice(MOST_ROWS - 1);
  return [...rows.slice(0, MOST_ROWS - 1), { name: `${others.length} others`, lines: others.flatMap((row) => row.lines) }];
}

/** A drawing along the whole duration, with marks at the beginnings of scenes. */
function field(read: PerformedRead, scale: Scale, heightPx: number, content: Markup, attributes = html``): Markup {
  let last = -LEAST_MARK_PX;
  const marks = read.scenes.slice(1).map(({ startMs }) => scale.x(startMs)).filter((x) => {
    const isApart = x - last >= LEAST_MARK_PX;
    if (isApart) last = x;
    return isApart;
  }).map((x) => `M${x} 0V${heightPx}`).join('');
  return html`<svg class="lane-field" width="${scale.widthPx}" height="${heightPx}"${attributes}><path class="scene-marks" d="${marks}"/>${content}</svg>`;
}

function ruler(read: PerformedRead, scale: Scale): Markup {
  return html`<div class="lane" aria-hidden="true"><span class="lane-name"></span>${field(read, scale, RULER_PX, html`${marksOf(scale).map((ms) =>
    html`<text class="lane-time" x="${scale.x(ms) + 3}" y="15">${clockText(ms)}</text>`)}`)}</div>`;
}

/** A text in a box that cuts it off. */
const clipped = (x: number, y: number, width: number, height: number, text: string): Markup =>
  html`<svg x="${x}" y="${y}" width="${width}" height="${height}" aria-hidden="true"><rect x="1" y="1" width="${Math.max(1, tenths(width - 2))}" height="${height - 2}" rx="4"/>${
    width < LEAST_WORDS_PX ? null : html`<svg x="7" width="${tenths(width - 12)}" height="${height}"><text y="${Math.round(height / 2) + 4}">${text}</text></svg>`}</svg>`;

function sceneLane(read: PerformedRead, scale: Scale): Markup {
  return html`<div class="lane scenes-lane"><span class="lane-name">Scenes</span>${field(read, scale, SCENE_PX, html`${read.scenes.map(({ index, title, startMs, endMs }) =>
    clipped(scale.x(startMs), 1, Math.max(1, tenths(scale.x(endMs) - scale.x(startMs) - 1)), SCENE_PX - 4, `${index + 1}. ${wordsOfScene(title)}`))}`, html` aria-hidden="true"`)}</div>`;
}

/** The lane of lines, as one path per person. The client turns it into a slider that selects a line. */
function lineLane(read: PerformedRead, scale: Scale, open: Open): Markup {
  const rows = speakerRows(read.lines);
  const heightPx = rows.length * SPEAKER_PX + 4;
  const line = open?.line;
  const at = line ? scale.x(line.startMs) : 0;
  return html`<div class="lane"><svg class="lane-name speakers" width="${NAMES_PX}" height="${heightPx}" aria-hidden="true">${rows.map(({ name }, row) =>
    html`<text x="0" y="${row * SPEAKER_PX + 15}">${name}</text>`)}</svg>
<div class="lines-field" data-lines-track>${field(read, scale, heightPx, html`<rect class="line-here" data-line-here x="${at}" y="0" width="${line ? Math.max(3, tenths(scale.x(line.endMs) - at)) : 0}" height="${heightPx}"/>
${rows.map(({ lines }, row) => html`<path class="speech" d="${pathOf(lines, scale, row * SPEAKER_PX + 5, SPEAKER_PX - 6)}"/>`)}`, html` aria-hidden="true"`)}</div></div>`;
}

/** `Music: calm strings, scene 2, 0:12 to 1:04`. */
export const describeCue = (placed: PlacedCue, span: { startMs: number; endMs: number }): string =>
  `${placed.lane.title}: ${placed.name}, ${placeWords(placed)}, ${timesOf(span)}${placed.cue.muted ? ', muted' : placed.isHeard ? '' : ', not heard'}`;

interface LaneLook { read: PerformedRead; scale: Scale; zoom: Zoom; open: Open }

function cueLane({ lane, cues }: ShownLane, { read, scale, zoom, open }: LaneLook): Markup {
  const boxes = cues.flatMap((placed) => placed.spans.map((span, at) => ({ placed, at, startMs: span.startMs, endMs: span.endMs })))
    .sort((one, other) => one.startMs - other.startMs);
  const rows = packed(boxes, scale);
  const heightPx = Math.max(1, ...rows.map((row) => row + 1)) * ROW_PX + 4;
  const drawn = boxes.map((box, index) => {
    const { placed } = box;
    const address = cueAddress(placed);
    const isOpen = open?.cue !== undefined && cueAddress(open.cue) === address;
    return html`<a id="${boxId(address, box.at)}" class="cue-box${placed.isHeard ? '' : ' silent'}" href="${timelineAddress(read.artifact.id, zoom, { cue: address }, 'editor')}"
 aria-label="${describeCue(placed, box)}"${isOpen ? html` aria-current="true"` : null} data-start="${box.startMs}" data-end="${box.endMs}"><title>${placed.name}</title>${
  clipped(scale.x(box.startMs), rows[index]! * ROW_PX + 2, boxWidth(box, scale), BOX_PX, placed.name)}</a>`;
  });
  return html`<section class="lane" aria-labelledby="lane-${lane.key}"><h2 class="lane-name" id="lane-${lane.key}">${lane.title}</h2>${
    field(read, scale, heightPx, html`${drawn}`, html` role="group" aria-labelledby="lane-${lane.key}" data-cues`)}</section>`;
}

const shortened = (text: string): string => (text.length <= WORDS_SHOWN ? text : `${text.slice(0, WORDS_SHOWN).trimEnd()}…`);

/** The lines as JSON for the client, which announces each one as the reader moves along them. */
const linesForClient = ({ lines, durationMs }: PerformedRead): Markup => jsonIsland('timeline-data', {
  durationMs,
  lines: lines.map(({ number, sceneIndex, speaker, text, startMs, endMs }) => [number, sceneIndex + 1, startMs, endMs, speakerName(speaker), shortened(text)]),
});

function zooms({ artifact, durationMs }: PerformedRead, zoom: Zoom): Markup {
  const offered = ZOOMS.filter(({ name }) => name === ZOOMS[0].name || scaleOf(durationMs, name).widthPx > scaleOf(durationMs, ZOOMS[0].name).widthPx);
  return html`<ul class="zooms">${offered.map(({ name, label }) =>
    html`<li><a class="pill" href="${timelineAddress(artifact.id, name)}"${name === zoom ? html` aria-current="true"` : null}>${label}</a></li>`)}</ul>`;
}

/** The read along its time: scenes, speakers, and one lane below the other for cues. */
export function lanes(read: PerformedRead, zoom: Zoom, open: Open): Markup {
  const scale = scaleOf(read.durationMs, zoom);
  return html`<nav aria-label="How close">${zooms(read, zoom)}</nav>
<div class="timeline panel" id="timeline" tabindex="0" role="region" aria-label="Timeline" data-names="${NAMES_PX}"><div class="lanes">${ruler(read, scale)}${sceneLane(read, scale)}${lineLane(read, scale, open)}
${read.lanes.map((lane) => cueLane(lane, { read, scale, zoom, open }))}<i class="playhead" data-playhead hidden></i></div></div>${linesForClient(read)}`;
}
