import { html, type Markup } from '../../../html.js';
import type { FieldLook } from '../../forms.js';
import type { SentForm, Visit } from '../../visit.js';
import { nameOfForm } from '../trailers/form-parts.js';

export type Fields = SentForm['fields'];

/** What a field of a form shows: its value, and what the API says is wrong with it. */
export type At = (name: string) => Pick<FieldLook, 'name' | 'value' | 'wrong'>;

/** What a form of the page is about: its kind, the scene, and what is changed there; nothing for what is new. */
export interface FormKey { name: string; scene: number; item?: string }

/** The field of a form for one of the API, where they are called otherwise: pages count lines and seconds. */
const FIELD_OF: Readonly<Record<string, string>> = { entryIndex: 'line', untilEntryIndex: 'until', durationMs: 'seconds', transitionMs: 'seconds' };

const isRefused = ({ refused }: Visit, { name, scene, item = '' }: FormKey): boolean =>
  refused?.fields.form === name && refused.fields.scene === String(scene) && (refused.fields.item ?? '') === item;

/** What was sent with a form that was refused; null for other forms. */
export const refusedFields = (visit: Visit, key: FormKey): Fields | null => (isRefused(visit, key) ? visit.refused!.fields : null);

/** The fields that say what a form is about. `version`: the one of the part of the stage that was looked at. */
export const keyFields = ({ name, scene, item }: FormKey, version: number): Markup =>
  html`${nameOfForm(name)}<input type="hidden" name="scene" value="${scene}"><input type="hidden" name="version" value="${version}">${item === undefined ? null
    : html`<input type="hidden" name="item" value="${item}">`}`;

/** The state of a form's fields: as they were sent where it was refused, else as they are `shown`. */
export function stateOf(visit: Visit, key: FormKey, shown: Readonly<Record<string, string>>): At {
  const sent = refusedFields(visit, key);
  const path = sent ? visit.wrongField?.field.split('.').at(-1) : undefined;
  const wrongName = path === undefined ? undefined : FIELD_OF[path] ?? path;
  return (name) => ({ name, value: (sent ?? shown)[name] ?? '', wrong: name === wrongName ? visit.wrongField?.words : undefined });
}

/** The fields that a person filled in otherwise than they were shown, by name; those left empty are null. */
export const filledOtherwise = (sent: Fields, shown: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.keys(shown).filter((name) => (sent[name] ?? '').trim() !== shown[name]).map((name) => [name, sent[name]?.trim() || null]));
