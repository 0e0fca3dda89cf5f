import { LINE_OFFSETS_MS } from '../../../../domain/trailers/trailer-board.js';
import { shortened } from '../../../../kernel/contract/texts/shortened.js';
import { html, type Markup } from '../../../html.js';
import { placeWords } from '../../../wording.js';
import type { TrailerBeat } from '../../answers.js';
import { field, form, select } from '../../forms.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { speakerName } from '../timeline/performed-read.js';
import { ofBeat, refusedFields } from './form-parts.js';
import type { LoadedTrailer, Material } from './loaded.js';
import { secondsText } from './words.js';

const WORDS_SHOWN = 100;
const FROM = [{ value: 'medium', label: 'Medium' }, { value: 'close', label: 'Close' }];

interface Desk { visit: Visit; beat: TrailerBeat; path: (action: string) => string; material: Material; mayBuy: boolean }

/** Forms of one kind, closed until they are needed or one of them was refused. */
function group({ visit, beat }: Desk, title: string, names: readonly string[], forms: Markup): Markup {
  const isRefused = names.some((name) => refusedFields(visit, name, beat) !== null);
  return html`<details class="more" id="${names[0]}-${beat.index + 1}"${isRefused ? html` open` : null}><summary>${title}</summary>${forms}</details>`;
}

function lineForms(desk: Desk): Markup {
  const { visit, beat, path, material: { lines }, mayBuy } = desk;
  const reword = refusedFields(visit, 'reword', beat);
  const chosen = refusedFields(visit, 'line', beat) ?? {};
  return group(desk, beat.line ? 'Another line' : 'A line', ['reword', 'line'], html`${mayBuy ? form(visit, path('reword'), {
    label: 'Find another line', fields: html`${ofBeat(beat, 'reword')}${field({
      label: 'What the line is to be like', name: 'instruction', value: reword?.instruction ?? '', max: 400, hint: 'Such as: a question, shorter, of somebody by name. Empty: the next best one' })}` }) : null}
${lines.length > 0 ? form(visit, path('line'), {
    label: 'Say this line',
    fields: html`${ofBeat(beat, 'line')}${select({ label: 'A line of the read', name: 'entryIndex', value: chosen.entryIndex ?? String(beat.line?.entryIndex ?? '') }, lines.map(({ entryIndex, speaker, text }) =>
      ({ value: String(entryIndex), label: `${speakerName(speaker)}: ${shortened(text, WORDS_SHOWN)}` })))}
${field({ label: 'Which part of it', name: 'part', type: 'number', value: chosen.part ?? '1', range: { min: 1, max: 100 }, hint: 'Long lines have several; 1 is the first' })}` }) : null}`);
}

function moveForm(desk: Desk): Markup | null {
  const { visit, beat, path } = desk;
  if (!beat.line) return null;
  const sent = refusedFields(visit, 'move', beat);
  return group(desk, 'When and how loud the line is', ['move'], form(visit, path('move'), {
    label: 'Move the line',
    fields: html`${ofBeat(beat, 'move')}<div class="pair">${field({
      label: 'Begins after the beat, in seconds', name: 'offset', type: 'number', value: sent?.offset ?? beat.line.offsetMs / 1_000, hint: 'Before its picture when negative',
      range: { min: LINE_OFFSETS_MS.least / 1_000, max: LINE_OFFSETS_MS.most / 1_000, step: 'any' } })}
${field({ label: 'Louder, in decibels', name: 'gain', type: 'number', value: sent?.gain ?? beat.line.gainDb, range: { min: -18, max: 6, step: 'any' }, hint: 'Softer when negative' })}</div>` }));
}

function pictureForms(desk: Desk): Markup {
  const { visit, beat, path, material: { scenes, people } } = desk;
  const sent = (name: string) => refusedFields(visit, name, beat) ?? {};
  return group(desk, 'Another picture', ['place', 'person', 'card'], html`${scenes.length > 0 ? form(visit, path('place'), {
    label: 'Show the place', fields: html`${ofBeat(beat, 'place')}${select({ label: 'The place of a scene', name: 'sceneIndex', value: sent('place').sceneIndex ?? String(beat.picture?.sceneIndex ?? 0) },
      scenes.map(({ index, title }) => ({ value: String(index), label: `${index + 1}. ${placeWords(title)}` })))}` }) : null}
${people.length > 0 ? form(visit, path('person'), {
    label: 'Show the person',
    fields: html`${ofBeat(beat, 'person')}<div class="pair">${select({ label: 'Somebody of the read', name: 'character', value: sent('person').character ?? beat.picture?.people[0] ?? null }, people.map((name) => ({ value: name, label: name })))}
${select({ label: 'How near', name: 'size', value: sent('person').size ?? 'close' }, FROM)}</div>` }) : null}
${form(visit, path('card'), {
    label: 'Show the card', fields: html`${ofBeat(beat, 'card')}${field({ label: 'Words on a card', name: 'words', value: sent('card').words ?? beat.card, required: true, max: 80 })}` })}`);
}

function imageForms(desk: Desk): Markup | null {
  const { visit, beat, path, material: { images } } = desk;
  if (images.length === 0 && beat.imageId === null) return null;
  return group(desk, 'An image of the project', ['image'], html`<ul class="variants">${images.map(({ imageId, imageUrl, description }) =>
    html`<li class="${imageId === beat.imageId ? 'chosen' : ''}"><img src="${pathOf(imageUrl)}" alt="" loading="lazy" width="320" height="180"><p class="fine">${description}</p>${imageId === beat.imageId ? html`<p><span class="tag done">Shown</span></p>`
      : form(visit, path('image'), { label: 'Show it', fields: html`${ofBeat(beat, 'image')}<input type="hidden" name="imageId" value="${imageId}">` })}</li>`)}</ul>
${beat.imageId === null ? null : form(visit, path('image'), { label: 'Show the stage again', fields: ofBeat(beat, 'image') })}`);
}

function effectForms(desk: Desk): Markup {
  const { visit, beat, path, material: { effects } } = desk;
  const sent = refusedFields(visit, 'effect', beat) ?? {};
  const labelOf = (soundId: string): string => effects.find((effect) => effect.soundId === soundId)?.label ?? soundId.replaceAll('-', ' ');
  return group(desk, 'Effects', ['effect', 'remove-effect'], html`${beat.effects.length > 0 ? html`<ul class="rows">${beat.effects.map(({ soundId, offsetMs, levelDb }) =>
    html`<li><span>${labelOf(soundId)} <span class="fine">after ${secondsText(offsetMs)}, ${levelDb} dB</span></span>${form(visit, path('remove-effect'), {
      label: `Remove ${labelOf(soundId)}`, fields: html`${ofBeat(beat, 'remove-effect')}<input type="hidden" name="soundId" value="${soundId}">` })}</li>`)}</ul>` : null}
${effects.length > 0 ? form(visit, path('effect'), {
    label: 'Add the effect',
    fields: html`${ofBeat(beat, 'effect')}<div class="pair">${select({ label: 'Effect', name: 'soundId', value: sent.soundId ?? null }, effects.map(({ soundId, label }) => ({ value: soundId, label })))}
${field({ label: 'After the beat begins, in seconds', name: 'offset', type: 'number', value: sent.offset ?? 0, range: { min: 0, max: 60, step: 'any' } })}
${field({ label: 'Level, in decibels', name: 'level', type: 'number', value: sent.level ?? -6, range: { min: -24, max: 6, step: 'any' }, hint: '0 is as loud as the voices' })}</div>` }) : null}`);
}

/** The forms that change a beat; null when it cannot be edited. */
export function beatForms(visit: Visit, { trailer, mayEdit, mayBuy }: LoadedTrailer, beat: TrailerBeat, material: Material): Markup | null {
  if (!mayEdit) return null;
  const desk: Desk = { visit, beat, material, mayBuy, path: (action) => `${workplacePaths.trailer(trailer.id)}/${action}` };
  return html`<h4>Change it</h4>${lineForms(desk)}${moveForm(desk)}${pictureForms(desk)}${imageForms(desk)}${effectForms(desk)}`;
}
