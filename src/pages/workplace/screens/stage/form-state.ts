import { html, type Markup } from '../../../html.js';
import type { FieldLook } from '../../forms.js';
import type { SentForm, Visit } from '../../visit.js';
import { nameOfForm } from '../trailers/form-parts.js';

export type Fields = SentForm['fields'];

/** The state of a form's field: its value, and why the API refused it. */
export type At = (name: string) => Pick<FieldLook, 'name' | 'value' | 'wrong'>;

/** Identifies a form of the page: its kind, its scene and the item that it changes; without `item` the form adds one. */
export interface FormKey { name: string; scene: number; item?: string }

/** The names of form fields that differ from the API's: pages count lines from 1, and lengths in seconds. */
const FIELD_OF: Readonly<Record<string, string>> = { entryIndex: 'line', untilEntryIndex: 'until', durationMs: 'seconds', transitionMs: 'seconds' };

const isRefused = ({ refused }: Visit, { name, scene, item = '' }: FormKey): boolean =>
  refused?.fields.form === name && refused.fields.scene === String(scene) && (refused.fields.item ?? '') === item;

/** The sent fields of a refused form; null for other forms. */
export const refusedFields = (visit: Visit, key: FormKey): Fields | null => (isRefused(visit, key) ? visit.refused!.fields : null);

/** The hidden fields that identify a form. `version` is the version of the part of the stage that the page showed. */
export const keyFields = ({ name, scene, item }: FormKey, version: number): Markup =>
  html`${nameOfForm(name)}<input type="hidden" name="scene" value="${scene}"><input type="hidden" name="version" value="${version}">${item === undefined ? null
    : html`<input type="hidden" name="item" value="${item}">`}`;

/** The state of a form's fields: the sent values after a refusal, else those in `shown`. */
export function stateOf(visit: Visit, key: FormKey, shown: Readonly<Record<string, string>>): At {
  const sent = refusedFields(visit, key);
  const path = sent ? visit.wrongField?.field.split('.').at(-1) : undefined;
  const wrongName = path === undefined ? undefined : FIELD_OF[path] ?? path;
  return (name) => ({ name, value: (sent ?? shown)[name] ?? '', wrong: name === wrongName ? visit.wrongField?.words : undefined });
}

/** The fields whose sent value differs from the shown one, by name; an empty value is null. */
export const filledOtherwise = (sent: Fields, shown: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.keys(shown).filter((name) => (sent[name] ?? '').trim() !== shown[name]).map((name) => [name, sent[name]?.trim() || null]));
