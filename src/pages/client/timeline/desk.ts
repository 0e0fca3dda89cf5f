import { maybe } from '../parts/dom.js';
import { LineTrack, type TimedLine } from './lines.js';
import { focusEditor, openEditor } from './open-editor.js';
import { followSound, playFrom, playPassage, playStretch, togglePlay } from './passages.js';

/** Time to play before and after the selected box. */
const AROUND_MS = 1_500;

interface TimelineData { durationMs: number; lines: TimedLine[] }

let track: LineTrack | null = null;
let durationMs = 1;

const lanesOf = (): SVGElement[] => [...document.querySelectorAll<SVGElement>('[data-cues]')].filter((lane) => lane.querySelector('.cue-box'));
const boxesIn = (lane: Element): SVGAElement[] => [...lane.querySelectorAll<SVGAElement>('.cue-box')];
const startOf = (box: SVGAElement): number => Number(box.dataset.start);

/** Makes this the box of its lane that Tab reaches. */
function rove(box: SVGAElement): void {
  for (const other of boxesIn(box.closest('[data-cues]')!)) other.setAttribute('tabindex', other === box ? '0' : '-1');
}

function focusBox(box: SVGAElement | null | undefined): void {
  if (!box) return;
  rove(box);
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const nearest = (lane: Element, ms: number): SVGAElement | undefined =>
  boxesIn(lane).sort((one, other) => Math.abs(startOf(one) - ms) - Math.abs(startOf(other) - ms))[0];

/** Moves the focus to the lane above or below, at the same time. The lane of lines is above all lanes of cues. */
function changeLane(from: number, by: 1 | -1, ms: number): void {
  const lanes = lanesOf();
  const to = from + by;
  if (to < 0 && track) {
    track.moveTo(track.indexAt(ms));
    track.element.focus();
  } else if (lanes[to]) focusBox(nearest(lanes[to], ms));
}

function boxKey(box: SVGAElement, key: string): boolean {
  const lane = box.closest('[data-cues]')!;
  const boxes = boxesIn(lane);
  const at = boxes.indexOf(box);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: boxes.length - 1 };
  if (steps[key] !== undefined) focusBox(boxes[steps[key]]);
  else if (key === 'ArrowDown' || key === 'ArrowUp') changeLane(lanesOf().indexOf(lane as SVGElement), key === 'ArrowDown' ? 1 : -1, startOf(box));
  else if (key === 'h') playStretch(Math.max(0, startOf(box) - AROUND_MS), Number(box.dataset.end) + AROUND_MS);
  else return false;
  return true;
}

function openLine(): void {
  const { line } = track ?? {};
  if (!line) return;
  const address = new URL(location.href);
  for (const name of ['cue', 'done']) address.searchParams.delete(name);
  address.searchParams.set('line', String(line[0]));
  address.hash = 'editor';
  void openEditor(address.href, focusEditor);
}

function lineKey(key: string): boolean {
  const { line } = track ?? {};
  if (!track || !line) return false;
  if (key === 'Enter') openLine();
  else if (key === 'h') playStretch(Math.max(0, line[2] - AROUND_MS), line[3] + AROUND_MS);
  else if (key === 'ArrowDown') changeLane(-1, 1, line[2]);
  else return key !== 'ArrowUp' && track.step(key);
  return true;
}

function onKey(event: KeyboardEvent): void {
  if (!maybe('timeline') || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (event.key === 'Escape') {
    const close = target.closest('#editor')?.querySelector<HTMLElement>('a.cancel');
    if (close) event.preventDefault();
    return close?.click();
  }
  const [box, lines] = [target.closest<SVGAElement>('.cue-box'), target.closest('[data-lines-track]')];
  if (!box && !lines) return;
  const isDone = event.key === ' ' ? (togglePlay(), true) : box ? boxKey(box, event.key) : lineKey(event.key);
  if (isDone) event.preventDefault();
}

/** The moment of a point on a lane. */
function momentAt(field: Element, clientX: number): number {
  const { left, width } = field.getBoundingClientRect();
  return Math.max(0, Math.min(1, (clientX - left) / width)) * durationMs;
}

/** Focuses the element that the anchor of a closed editor names: a box, or else the lines. */
function focusAt(anchor: string): void {
  const box = document.getElementById(anchor);
  if (box?.matches('.cue-box')) focusBox(box as unknown as SVGAElement);
  else track?.element.focus();
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  if (!maybe('timeline') || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = target.closest<HTMLAnchorElement>('#editor a');
  const box = target.closest<SVGAElement>('.cue-box');
  const lane = target.closest('.lane')?.querySelector('.lane-field');
  const isWithin = link !== null && new URL(link.href).pathname === location.pathname;
  if (link?.dataset.passage) playPassage(link);
  else if (isWithin) void openEditor(link.href, link.matches('.cancel') ? () => focusAt(new URL(link.href).hash.slice(1)) : focusEditor);
  else if (box) {
    rove(box);
    void openEditor(new URL(box.href.baseVal, location.href).href, focusEditor);
  } else if (lane && track && target.closest('[data-lines-track]')) {
    track.moveTo(track.indexAt(momentAt(lane, event.clientX)));
    openLine();
  } else if (lane && !target.closest('.lane-name')) playFrom(momentAt(lane, event.clientX));
  else return;
  event.preventDefault();
}

/** Prepares a newly shown timeline: one box of each lane for Tab, the lines as a slider, and the mark of the recording. */
export function prepareTimeline(): void {
  const island = maybe('timeline-data');
  const element = document.querySelector<HTMLElement>('[data-lines-track]');
  if (!island || !element) return;
  const data = JSON.parse(island.textContent ?? '') as TimelineData;
  ({ durationMs } = data);
  track = new LineTrack(element, data.lines, durationMs);
  for (const hint of document.querySelectorAll<HTMLElement>('[data-scripted]')) hint.hidden = false;
  for (const lane of lanesOf()) rove(boxesIn(lane).find((box) => box.hasAttribute('aria-current')) ?? boxesIn(lane)[0]!);
  followSound(durationMs);
  const open = document.querySelector<SVGAElement>('.cue-box[aria-current]');
  open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const anchor = location.hash.slice(1);
  if (anchor === 'editor') focusEditor();
  else if (anchor.startsWith('cue-')) focusAt(anchor);
}

/** Handles keys and clicks. Must be called once per page. */
export function wireTimeline(): void {
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', onClick);
  addEventListener('popstate', () => { if (maybe('timeline')) location.reload(); });
}
