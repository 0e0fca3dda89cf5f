import { MAX_CLIP_MS, MIN_CLIP_MS } from '../../../../craft/video/clip-format.js';
import { MAX_CLIP_PROMPT_CHARS } from '../../../../domain/artifacts/overlays/theater-motion.js';
import { html, type Markup } from '../../../html.js';
import { field, form, select } from '../../forms.js';
import { priceText } from '../trailers/form-parts.js';
import { clip, still } from '../trailers/films.js';
import { actionPath, folded, group, type Desk } from './desk.js';
import { keyFields, stateOf } from './form-state.js';
import type { LoadedStage, SceneClip, StageScene } from './loaded.js';
import { lineChoices, secondsOf } from './words.js';

const WIDE = { aspect: '16:9' as const };
const NEW_SECONDS = '8';

export const isOpen = ({ status }: Pick<SceneClip, 'status'>): boolean => status === 'queued' || status === 'rendering';

/** Whether a scene shows its clips rather than its picture. */
const isShown = ({ staged }: StageScene): boolean => staged.media !== 'image';

/** The background of a scene: its first clip, or its picture. */
export function seen(scene: StageScene): Markup {
  const made = isShown(scene) ? scene.clips.find(({ videoUrl }) => videoUrl !== null) : undefined;
  if (made) return clip(WIDE, { url: made.videoUrl!, posterUrl: scene.imageUrl, label: `The clip of scene ${scene.index + 1}` });
  return scene.imageUrl ? still(WIDE, scene.imageUrl) : html`<div class="still blank"><span>${scene.description}</span></div>`;
}

const stateOfClip = (one: SceneClip): Markup => (isOpen(one) ? html`<span class="tag wait">Being made</span>`
  : one.status === 'failed' ? html`<span class="tag wrong">It could not be made, and cost nothing</span>`
    : one.status === 'stale' ? html`<span class="tag ask">The place is drawn otherwise by now</span>` : html`<span class="tag done">Ready</span>`);

const price = ({ stage: { clipPrice } }: Desk): string => priceText(clipPrice === null ? null : { CLIP: clipPrice }, 'CLIP');

/** The fields of a clip: its length, and what it shows. */
const clipFields = (at: ReturnType<typeof stateOf>): Markup => html`<div class="pair">${field({ label: 'What it shows', max: MAX_CLIP_PROMPT_CHARS, hint: 'Such as: a harbour at dawn, boats at the quay. Empty: the place of the scene', ...at('prompt') })}
${field({ label: 'Seconds, before it begins again', type: 'number', range: { min: MIN_CLIP_MS / 1_000, max: MAX_CLIP_MS / 1_000, step: 'any' }, ...at('seconds') })}</div>`;

function clipRow(desk: Desk, one: SceneClip): Markup {
  const { visit, stage: { versions }, scene } = desk;
  const { entryIndex, prompt, videoUrl, durationMs, description } = one;
  const key = { name: 'clip', scene: scene.index, item: String(entryIndex) };
  const where = `line ${entryIndex + 1}`;
  const at = stateOf(visit, key, { prompt: prompt ?? '', seconds: durationMs === null ? NEW_SECONDS : secondsOf(Math.round(durationMs / 1_000) * 1_000) });
  return html`<li class="pictured"><div><div id="clip-${entryIndex}" data-live>${videoUrl ? clip(WIDE, { url: videoUrl, posterUrl: null, label: `The clip from ${where} on` }) : null}
<p class="badges">${stateOfClip(one)}</p></div><p>${prompt ?? description ?? 'The place of the scene'} <span class="fine">from ${where}</span></p></div>${isOpen(one) ? null
  : folded(desk, key, html`Make it again<span class="vh">, from ${where}</span>`, form(visit, actionPath(desk, 'clip'), {
    label: `Make it again${price(desk)}`, fields: html`${keyFields(key, versions.scenes)}<input type="hidden" name="line" value="${entryIndex + 1}">${clipFields(at)}` }))}</li>`;
}

/** A motion that describes a clip that is not made yet; null without one. */
const awaited = ({ motions, clips }: StageScene) =>
  motions.find(({ clipPrompt, entryIndex }) => clipPrompt !== null && !clips.some((one) => one.entryIndex === entryIndex)) ?? null;

function newClip(desk: Desk): Markup | null {
  const { visit, stage: { versions }, scene, offered: { lines } } = desk;
  if (lines.length === 0) return null;
  const key = { name: 'add-clip', scene: scene.index };
  const wanted = awaited(scene);
  const at = stateOf(visit, key, { seconds: NEW_SECONDS, ...(wanted ? { line: String(wanted.entryIndex + 1), prompt: wanted.clipPrompt! } : {}) });
  return html`${wanted ? html`<p>The motion at line ${wanted.entryIndex + 1} lies over a clip that is not made yet.</p>` : null}${form(visit, actionPath(desk, 'add-clip'), {
    label: `Make a clip${price(desk)}`,
    fields: html`${keyFields(key, versions.scenes)}${select({ label: 'From line', ...at('line') }, lineChoices(lines))}${clipFields(at)}`,
  })}`;
}

function mediaForm(desk: Desk): Markup | null {
  const { visit, stage: { versions }, scene } = desk;
  if (!scene.clips.some(({ videoUrl }) => videoUrl !== null)) return null;
  const [value, label, words] = isShown(scene) ? ['image', 'Take the clips off the stage', 'The scene shows its clips.'] : ['video', 'Show the clips again', 'The scene shows its picture in the place of its clips.'];
  return html`<p>${words}</p>${form(visit, actionPath(desk, 'media'), {
    label, fields: html`${keyFields({ name: 'media', scene: scene.index }, versions.scenes)}<input type="hidden" name="media" value="${value}">` })}`;
}

/** The clips of a scene, each to be watched and made again; whether they are shown; and the form that makes one. */
export const clipForms = (desk: Desk): Markup => group(desk, `Clips (${desk.scene.clips.length})`, ['add-clip', 'clip', 'media'], html`${desk.scene.clips.length > 0
  ? html`<ul class="rows">${desk.scene.clips.map((one) => clipRow(desk, one))}</ul>` : null}${mediaForm(desk)}${newClip(desk)}`);

/** True while a clip of the read is being made. */
export const isMakingClips = ({ scenes }: LoadedStage): boolean => scenes.some(({ clips }) => clips.some(isOpen));
