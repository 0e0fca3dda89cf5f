import { COMPOSITIONS, MAX_CLIP_PROMPT_CHARS, type StagedMotion } from '../../../../domain/artifacts/overlays/theater-motion.js';
import { html, type Markup } from '../../../html.js';
import { field, select } from '../../forms.js';
import { numberOf } from '../timeline/cue-fields.js';
import type { At, Fields } from './form-state.js';
import { placedKind } from './placed-kind.js';
import { entryOf, forText, secondsOf } from './words.js';

const MOVED: Readonly<Record<StagedMotion['composition'], string>> = {
  'motion-only': 'The whole stage', 'performance-motion-overlay': 'The place behind the people', 'motion-over-clip': 'The clip of the scene and the people',
};

const fields = (at: At): Markup => html`<div class="pair">${select({ label: 'What moves', ...at('composition') }, COMPOSITIONS.map((value) => ({ value, label: MOVED[value] })))}
${field({ label: 'How the camera moves', max: 200, hint: 'Such as: slow push in; pan left, then zoom on somebody who stands there', ...at('direction') })}
${field({ label: 'Words that are shown meanwhile', max: 120, ...at('caption') })}
${field({ label: 'For so many seconds', type: 'number', range: { min: 0.5, max: 30, step: 'any' }, hint: 'Empty: as long as the line is heard', ...at('seconds') })}
${field({ label: 'What its clip shows', max: MAX_CLIP_PROMPT_CHARS, hint: 'Only where the clip moves. The clip itself is made below', ...at('clipPrompt') })}</div>`;

const filledIn = ({ composition, direction, caption, seconds, clipPrompt }: Fields): object => ({
  ...(composition ? { composition } : {}), direction: direction ?? null, caption: caption ?? null, durationMs: numberOf(seconds, 1_000),
  clipPrompt: clipPrompt ?? null,
});

/** Motion on the stage from a line on, with the words that are shown during it. */
export const motions = placedKind<StagedMotion>({
  key: 'motion', title: 'Motion', one: 'the motion', operation: 'setArtifactTheaterMotion', part: 'motions',
  of: (scene) => scene.motions,
  idOf: ({ entryIndex }) => String(entryIndex),
  entryOf: ({ entryIndex }) => entryIndex,
  nameOf: ({ composition, direction, caption, durationMs, clipPrompt }) => [
    MOVED[composition], direction, caption === null ? null : `“${caption}”`, clipPrompt === null ? null : `over a clip of ${clipPrompt}`,
  ].filter((part) => part !== null).join(', ') + forText(durationMs),
  valuesOf: ({ composition, direction, caption, durationMs, clipPrompt }) =>
    ({ composition, direction: direction ?? '', caption: caption ?? '', seconds: secondsOf(durationMs), clipPrompt: clipPrompt ?? '' }),
  fields, newFields: fields,
  added: (_items, sent) => ({ entryIndex: entryOf(sent.line), ...filledIn(sent) }),
  changed: (_items, { entryIndex }, sent) => ({ entryIndex, ...filledIn(sent) }),
  removed: (_items, { entryIndex }) => ({ entryIndex, composition: null }),
});
