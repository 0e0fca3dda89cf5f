import { INTENSITIES, STAGE_EFFECTS, type Intensity, type StageEffect } from '../../../../craft/images/weather/effects.js';
import type { FxCue } from '../../../../domain/artifacts/overlays/fx-cues.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import { numberOf } from '../timeline/cue-fields.js';
import type { At, Fields } from './form-state.js';
import { placedKind, type Offered } from './placed-kind.js';
import { entryOf, forText, lineChoices, secondsOf } from './words.js';

const EFFECTS: Readonly<Record<StageEffect, string>> = {
  darken: 'Darkness', glow: 'Glow', fog: 'Fog', smoke: 'Smoke', dust: 'Dust', embers: 'Embers', snow: 'Snow', rain: 'Rain', flicker: 'Flickering light', lightning: 'Lightning',
  shake: 'Shaking',
};
const STRENGTHS: Readonly<Record<Intensity, string>> = { light: 'Light', standard: 'As usual', strong: 'Strong' };

const fields = (at: At, { lines }: Offered): Markup => html`<div class="pair">${select({ label: 'How much', ...at('intensity') }, INTENSITIES.map((value) => ({ value, label: STRENGTHS[value] })))}
${select({ label: 'To the end of', ...at('until') }, [{ value: '', label: 'The scene, or its own time' }, ...lineChoices(lines)])}
${field({ label: 'Or for so many seconds', type: 'number', range: { min: 0.2, max: 60, step: 'any' }, hint: 'No longer than its line. Empty: up to the end that is chosen', ...at('seconds') })}</div>`;

const filledIn = ({ intensity, until, seconds }: Fields): object => ({
  ...(intensity ? { intensity } : {}), untilEntryIndex: until ? entryOf(until) : null, durationMs: numberOf(seconds, 1_000),
});

/** Weather and light over the stage. When a person changes a cue, it becomes that person's own and no longer refers to words of the script. */
export const effects = placedKind<FxCue>({
  key: 'effect', title: 'Weather and effects', one: 'the effect', operation: 'setArtifactTheaterScene', part: 'scenes',
  of: ({ staged }) => staged.fxCues ?? [],
  idOf: ({ entryIndex, effect }) => `${entryIndex} ${effect}`,
  entryOf: ({ entryIndex }) => entryIndex,
  nameOf: ({ effect, intensity, untilEntryIndex, durationMs, because }) =>
    `${EFFECTS[effect]}${intensity === 'standard' ? '' : `, ${STRENGTHS[intensity].toLowerCase()}`}${untilEntryIndex === null ? '' : `, to the end of line ${untilEntryIndex + 1}`}${forText(durationMs)}${
      because === null ? '' : `, because of “${because.text}”`}`,
  valuesOf: ({ intensity, untilEntryIndex, durationMs }) =>
    ({ intensity, until: untilEntryIndex === null ? '' : String(untilEntryIndex + 1), seconds: secondsOf(durationMs) }),
  fields,
  newFields: (at, offered) => html`${select({ label: 'Effect', ...at('effect') }, STAGE_EFFECTS.map((value) => ({ value, label: EFFECTS[value] })))}${fields(at, offered)}`,
  added: (items, sent) => ({ fxCues: [...items, { entryIndex: entryOf(sent.line), effect: sent.effect, ...filledIn(sent) }] }),
  changed: (items, item, sent) => ({ fxCues: items.map((one) => (one === item ? { ...item, ...filledIn(sent), because: null } : one)) }),
  removed: (items, item) => ({ fxCues: items.filter((one) => one !== item) }),
});
