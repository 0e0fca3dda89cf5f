import { html, type Markup } from '../../../html.js';
import { placeWords as wordsOfScene } from '../../../wording.js';
import { button, form, select } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import type { Zoom } from './drawing.js';
import type { ShownCue } from './lane-view.js';
import { speakerName, type PerformedRead, type PlacedCue, type ShownLane } from './performed-read.js';
import { boxId, cueAddress, placeWords, timelineAddress, timesOf, type Open } from './places.js';

/** Time to play before and after a passage. */
const AROUND_MS = 1_500;

export interface EditorLook { visit: Visit; read: PerformedRead; zoom: Zoom; mayChange: boolean }

const hidden = (fields: Record<string, string | number>): Markup =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;

/** Links that play a stretch of the recording and of the earlier recording, before the last mix. Scripts play them in place. Null without a recording. */
function passage({ recording, before, durationMs }: PerformedRead, { startMs, endMs }: { startMs: number; endMs: number }, what: string): Markup | null {
  if (!recording) return null;
  const [from, to] = [Math.max(0, startMs - AROUND_MS), Math.min(durationMs, endMs + AROUND_MS)].map((ms) => (ms / 1000).toFixed(2)) as [string, string];
  const link = (path: string, label: string): Markup =>
    html`<a class="pill" href="${path}#t=${from},${to}" data-passage="${path}" data-from="${from}" data-to="${to}">${label}<span class="vh"> ${what}</span></a>`;
  return html`${link(recording, 'Hear the passage')}${before ? link(before, 'As it was before') : null}`;
}

function cueEditor({ visit, read, zoom, mayChange }: EditorLook, placed: PlacedCue): Markup {
  const { lane, cue, name, spans, isHeard } = placed;
  const shown = read.lanes.find((each) => each.lane === lane)!;
  const path = workplacePaths.readTimeline(read.artifact.id);
  const address = cueAddress(placed);
  const values = visit.refused?.fields ?? lane.valuesOf(cue);
  const sound = shown.sounds.find(({ soundId }) => soundId === lane.soundOf(cue));
  const back = timelineAddress(read.artifact.id, zoom, {}, boxId(address));
  const close = html`<a class="pill cancel" href="${back}">Close</a>`;
  const fits = lane.verbs.filter((verb) => verb.fits(cue));
  return html`<h2 id="editor-title">${lane.title}: ${name}</h2>
<p>For ${placeWords(placed)}, ${cue.muted ? 'muted' : isHeard ? html`heard ${spans.map(timesOf).join(', ')}` : 'not heard, because other cues hold there'}.</p>
<div class="acts-row">${passage(read, { startMs: spans[0]!.startMs, endMs: spans.at(-1)!.endMs }, `of ${name}`)}${sound
    ? html`<a class="pill" href="${sound.url}" data-sound>The sound alone</a>` : null}</div>
${mayChange ? form(visit, `${path}/save`, {
    label: 'Save', tone: 'main',
    fields: html`${hidden({ lane: lane.key, cueId: cue.cueId, version: shown.version, zoom })}${lane.fields(values, shown.sounds)}`,
    beside: html`${fits.map(({ name: action, label, tone }) => button(label, { action: `${path}/${action}`, ...(tone ? { tone } : {}) }))}${close}`,
  }) : html`<p class="acts-row">${close}</p>`}`;
}

const SCOPES: Record<ShownCue['scope'], (line: PerformedRead['lines'][number], read: PerformedRead) => string> = {
  screenplay: () => 'The whole read',
  scene: ({ sceneIndex }, { scenes }) => `Scene ${sceneIndex + 1}, ${wordsOfScene(scenes.find(({ index }) => index === sceneIndex)?.title ?? '')}`,
  entry: ({ number }) => `Line ${number} only`,
};

function addForm({ visit, read, zoom }: EditorLook, { lane, version, sounds }: ShownLane, line: PerformedRead['lines'][number]): Markup {
  const sent = visit.refused?.fields.lane === lane.key ? visit.refused.fields : {};
  return html`<details class="more"${read.lanes.length === 1 || sent.lane ? html` open` : null}><summary>Add ${lane.one} here</summary>${form(visit, `${workplacePaths.readTimeline(read.artifact.id)}/add`, {
    label: `Add ${lane.one}`, tone: 'main',
    fields: html`${hidden({ lane: lane.key, line: line.number, version, zoom })}<div class="pair">${select({ label: 'For', name: 'scope', value: sent.scope ?? lane.scopes[0]! },
      lane.scopes.map((scope) => ({ value: scope, label: SCOPES[scope](line, read) })))}${lane.newFields(sent, sounds)}</div>`,
  })}</details>`;
}

function lineEditor(look: EditorLook, line: PerformedRead['lines'][number]): Markup {
  const { read, zoom, mayChange } = look;
  const { id } = read.artifact;
  const step = (number: number | undefined, label: string): Markup | null =>
    (number === undefined ? null : html`<a class="pill" href="${timelineAddress(id, zoom, { line: number }, 'editor')}">${label}</a>`);
  const at = read.lines.indexOf(line);
  return html`<h2 id="editor-title">Line ${line.number}: ${speakerName(line.speaker)}</h2><p class="line-text">${line.text}</p>
<p class="fine">Scene ${line.sceneIndex + 1}, ${timesOf(line)}</p><div class="acts-row"><a class="pill" href="${line.soundUrl}" data-sound>Hear the line</a>${passage(read, line, `around line ${line.number}`)}
<a class="pill" href="${workplacePaths.readLines(id)}?${new URLSearchParams({ edit: String(line.entryIndex) }).toString()}#line-${line.entryIndex}">Correct the line</a></div>
${mayChange ? read.lanes.map((lane) => addForm(look, lane, line)) : null}
<p class="acts-row">${step(read.lines[at - 1]?.number, 'Line before')}${step(read.lines[at + 1]?.number, 'Next line')}<a class="pill cancel" href="${timelineAddress(id, zoom, {}, 'timeline')}">Close</a></p>`;
}

const fillForm = ({ visit, read, zoom }: EditorLook, { lane, version, cues }: ShownLane): Markup =>
  form(visit, `${workplacePaths.readTimeline(read.artifact.id)}/fill`, {
    label: lane.fill.label, tone: cues.length === 0 ? 'main' : 'plain', fields: hidden({ lane: lane.key, version, zoom }),
  });

/** The notice for a line that was asked for by its number and is not spoken; null for none. */
function noSuchLine({ visit, read }: EditorLook): Markup | null {
  const asked = visit.query.get('line') ?? '';
  return /^\d{1,7}$/.test(asked) ? html`<p class="wrong-text">No line ${Number(asked)} is spoken; the last spoken line is ${read.lines.at(-1)?.number}.</p>` : null;
}

function nothingOpen(look: EditorLook): Markup {
  const { read, zoom, mayChange } = look;
  return html`${noSuchLine(look)}<h2 id="editor-title" class="vh">Cue or line</h2><p>Choose a cue to change it, or a line to hear it and to add something there.</p>
${mayChange ? html`<div class="acts-row">${read.lanes.map((lane) => fillForm(look, lane))}</div>` : null}
<form method="get" action="${workplacePaths.readTimeline(read.artifact.id)}#editor" class="filter"><input type="hidden" name="zoom" value="${zoom}">
<label class="field"><span>Line</span><input type="number" name="line" min="1" max="${read.lines.at(-1)?.number ?? 1}" required></label><button class="pill">Open the line</button></form>
<p class="fine">The numbers stand beside the lines of <a href="${workplacePaths.readLines(read.artifact.id)}">the script</a>.</p>
<p class="fine" data-scripted hidden>Keys: the arrows move along a lane, and up and down between the lanes; Enter opens, Escape closes, h plays the passage, the space bar plays
and stops. A click beside a cue plays from there.</p>`;
}

/** The editor below the lanes for the open cue or line. */
export const editor = (look: EditorLook, open: Open): Markup => html`<section class="panel" id="editor" aria-labelledby="editor-title">${
  open?.cue ? cueEditor(look, open.cue) : open?.line ? lineEditor(look, open.line) : nothingOpen(look)}</section>`;
