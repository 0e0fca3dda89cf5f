import type { StagedScene } from '../../../../domain/artifacts/overlays/theater-scene.js';
import { html, type Markup } from '../../../html.js';
import { field, form, select, textArea } from '../../forms.js';
import { numberOf } from '../timeline/cue-fields.js';
import { actionPath, group, type Desk } from './desk.js';
import { filledOtherwise, keyFields, stateOf, type Fields } from './form-state.js';
import { REVEALS, secondsOf } from './words.js';

const NAME = 'scene';
const CHANGES = [{ value: '', label: 'As everywhere in the read' }, { value: 'fade', label: 'It fades in' }, { value: 'cut', label: 'At once' }];

const valuesOf = ({ backdropPrompt, summary, textReveal, transition, transitionMs }: StagedScene): Record<string, string> => ({
  backdropPrompt: backdropPrompt ?? '', summary: summary ?? '', textReveal: textReveal ?? 'fade', transition: transition ?? '', seconds: secondsOf(transitionMs),
});

/** The form for the opening of a scene, and for the words by which its place is drawn. */
export function sceneForm(desk: Desk): Markup {
  const { visit, stage: { versions }, scene: { index, staged, description } } = desk;
  const key = { name: NAME, scene: index };
  const at = stateOf(visit, key, valuesOf(staged));
  return group(desk, 'Place and opening', [NAME], form(visit, actionPath(desk, NAME), {
    label: 'Save',
    fields: html`${keyFields(key, versions.scenes)}${textArea({
      label: 'What its place is drawn by', max: 400, ...at('backdropPrompt'),
      hint: `${staged.promptBy === 'writer' ? 'Written from the script. ' : ''}Such as: a harbour at dawn, mist over the water. Empty: what heading and lines say. Drawn now: ${description}`,
    }, 2)}<div class="pair">${field({ label: 'Words while it opens', max: 160, ...at('summary') })}${select({ label: 'How they come up', ...at('textReveal') }, REVEALS)}
${select({ label: 'Into the scene', ...at('transition') }, CHANGES)}
${field({ label: 'It fades for so many seconds', type: 'number', range: { min: 0.1, max: 5, step: 'any' }, hint: 'Empty: as everywhere in the read', ...at('seconds') })}</div>`,
  }));
}

/** The changes that a form makes to a scene: only values that differ; empty without any. */
export function changeOf(staged: StagedScene, sent: Fields): object {
  const { seconds, ...words } = filledOtherwise(sent, valuesOf(staged));
  return { ...words, ...(seconds === undefined ? {} : { transitionMs: numberOf(seconds ?? undefined, 1_000) }) };
}
