import { html, type Markup } from '../../../html.js';
import { button, form, select } from '../../forms.js';
import { actionPath, folded, group, type Desk } from './desk.js';
import { keyFields, stateOf } from './form-state.js';
import type { PlacedKind } from './placed-kind.js';
import { lineChoices } from './words.js';

/** The values that the choices of a new item have at first. */
const NEW: Readonly<Record<string, string>> = { intensity: 'standard', place: 'top', reveal: 'fade' };

function itemRow(desk: Desk, kind: PlacedKind<unknown>, item: unknown): Markup {
  const { visit, stage: { versions }, scene, offered } = desk;
  const key = { name: kind.key, scene: scene.index, item: kind.idOf(item) };
  const where = `line ${kind.entryOf(item) + 1}`;
  return html`<li class="pictured"><span>${kind.nameOf(item, offered)} <span class="fine">from ${where}</span></span>${folded(desk, key, html`Change<span class="vh"> ${kind.one} at ${where}</span>`, form(visit, actionPath(desk, kind.key), {
    label: 'Save', fields: html`${keyFields(key, versions[kind.part])}${kind.fields(stateOf(visit, key, kind.valuesOf(item)), offered)}`,
    beside: button('Remove', { tone: 'danger', action: actionPath(desk, `remove-${kind.key}`) }),
  }))}</li>`;
}

/** The items of one kind in a scene, each to be changed and removed, and the form that adds one. */
export function placedForms(desk: Desk, kind: PlacedKind<unknown>): Markup {
  const { visit, stage: { versions }, scene, offered } = desk;
  const items = kind.of(scene);
  const key = { name: `add-${kind.key}`, scene: scene.index };
  const at = stateOf(visit, key, NEW);
  const add = offered.lines.length === 0 ? html`<p class="fine">No line of the scene is heard.</p>` : form(visit, actionPath(desk, key.name), {
    label: `Add ${kind.one}`,
    fields: html`${keyFields(key, versions[kind.part])}${select({ label: 'With line', ...at('line') }, lineChoices(offered.lines))}${kind.newFields(at, offered)}`,
  });
  return group(desk, `${kind.title} (${items.length})`, [key.name, kind.key], html`${items.length > 0 ? html`<ul class="rows">${items.map((item) => itemRow(desk, kind, item))}</ul>` : null}${add}`);
}
