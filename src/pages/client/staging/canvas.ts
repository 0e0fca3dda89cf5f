import { sizeInBox } from '../../../craft/images/letter-size.js';
import { seenBy } from '../../../craft/stage/camera-course.js';
import { areasFor, type Area } from '../../../craft/stage/canvas-places.js';
import type { ClientBeat, PlayerData, StagingData } from '../../client-data.js';
import { byId, maybe } from '../parts/dom.js';
import type { StagePart } from './stage-part.js';
import { areaOf, camera, facesAtRest } from './picture-area.js';
import { Spans, type TimedSpan } from './spans.js';

/** The time in which something fades out before its end, and the largest share of its duration that fading may take. */
const LEAVING_MS = 600;
const MOST_LEAVING = 0.3;
/** Sizes of letters: the largest in shares of the longer side of the picture, the smallest in pixels. */
const LARGEST = 0.045;
const SMALLEST_PX = 13;
const WIDEST_LETTER = 0.16;
/** Space around words, in shares of the font size. */
const PADDING = 1.4;
/** A picture narrower than this uses the areas of an upright one. */
const NARROW_PX = 560;
/** Other elements that must stay visible: words of the scene, signs of a room, and what lies over the picture of an embed. */
const KEPT = '#summary, #surtitle-title, #surtitle-number, #room > :not([hidden]), .bare .caption, .elsewhere';

/** What must not be covered, in shares of the picture. */
function keptFree(): Area[] {
  const faces = [...facesAtRest().values()];
  const seen = camera.views.length === 0 ? faces : camera.views.flatMap((view) => faces.map((face) => seenBy(view, face)));
  const shown = [...document.querySelectorAll<HTMLElement>(KEPT)].filter((element) => element.checkVisibility() && element.textContent !== '');
  return [...seen, ...shown.map(areaOf)];
}

function elementOf({ text, picture, place, reveal }: ClientBeat): HTMLElement {
  const element = document.createElement('p');
  element.className = `beat at-${place} ${reveal}`;
  const shown = document.createElement(text === null ? 'img' : 'span');
  if (shown instanceof HTMLImageElement) {
    shown.src = picture?.url ?? '';
    shown.alt = picture?.alt ?? '';
  } else shown.textContent = text;
  element.append(shown);
  return element;
}

function put(element: HTMLElement, { text }: ClientBeat, { x, y, width, height }: Area): void {
  const { clientWidth, clientHeight } = byId('picture');
  const room = { width: width * clientWidth, height: height * clientHeight };
  Object.assign(element.style, { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
  if (text === null) return;
  const largest = Math.min(Math.max(clientWidth, clientHeight) * LARGEST, room.width * WIDEST_LETTER);
  const within = { width: room.width - largest * PADDING, height: room.height - largest * (PADDING / 2) };
  element.style.fontSize = `${sizeInBox(text, within, Math.max(SMALLEST_PX, largest), SMALLEST_PX).toFixed(1)}px`;
}

/** Words and pictures on the stage of the page: captions of its motions, and the beats of its canvas. */
export function setUpCanvas({ motions = [], canvas = [] }: StagingData, data: PlayerData): StagePart | null {
  const captions = motions.map(({ sceneIndex, entryIndex, durationMs, caption, isBehind }): ClientBeat => (
    { sceneIndex, entryIndex, durationMs, text: caption, picture: null, place: 'lower', reveal: isBehind ? 'drift' : 'fade' }));
  if (canvas.length === 0 && captions.every(({ text }) => text === null)) return null;
  const all = [new Spans(captions, data, () => true), new Spans(canvas, data, (one, later) => one.place === later.place)];
  const shown = new Map<ClientBeat, HTMLElement>();

  const place = (beats: readonly ClientBeat[]): void => {
    const { clientWidth, clientHeight } = byId('picture');
    const isUpright = clientHeight > clientWidth || clientWidth < NARROW_PX;
    const areas = areasFor(beats.map((beat) => beat.place), isUpright, keptFree());
    beats.forEach((beat, at) => put(shown.get(beat)!, beat, areas[at]!));
  };
  const show = (due: readonly TimedSpan<ClientBeat>[]): void => {
    const beats = due.map(({ span }) => span);
    for (const [beat, element] of shown) {
      if (beats.includes(beat)) continue;
      element.remove();
      shown.delete(beat);
    }
    for (const beat of beats) {
      if (shown.has(beat)) continue;
      const element = elementOf(beat);
      shown.set(beat, element);
      maybe('cast')?.before(element);
    }
    if (beats.length > 0) place(beats);
  };
  let key = '';
  addEventListener('resize', () => { key = ''; });

  return (entry, ms) => {
    const due = all.flatMap((spans) => spans.begun(entry, ms, ms)).filter(({ span: { text, picture } }) => text !== null || picture !== null);
    // The areas are computed again for each line, because the speaker and the people present may change with it.
    const now = due.length === 0 ? '' : [entry?.index, ...due.map(({ span }) => `${span.entryIndex}${span.place}`)].join(' ');
    if (now !== key) show(due);
    key = now;
    for (const { span, startMs, endMs } of due) {
      shown.get(span)!.toggleAttribute('data-leaving', ms > endMs - Math.min(LEAVING_MS, (endMs - startMs) * MOST_LEAVING));
    }
  };
}
