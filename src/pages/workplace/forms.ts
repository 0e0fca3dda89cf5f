import { randomUUID } from 'node:crypto';
import { html, type Markup, type Renderable } from '../html.js';
import type { Visit } from './visit.js';

export interface FormLook {
  /** Of the button. */
  label: string;
  /** `main` is the one thing to do next; `danger` cannot be undone. */
  tone?: 'main' | 'plain' | 'danger';
  fields?: Renderable;
  /** Other buttons and links in the row of the button, behind it. */
  beside?: Renderable;
  /** What follows the row of buttons, such as fields of another button. */
  after?: Renderable;
  className?: string;
  /** Asked before it is sent, where scripts run. */
  confirm?: string;
  /** Sent by itself once, where scripts run: the person has asked for it already. */
  goesOn?: boolean;
}

/** What every form of a session carries: who made it, and one key per form, so that a form sent twice is answered once. */
export const ownFields = (formToken: string): Markup =>
  html`<input type="hidden" name="formToken" value="${formToken}"><input type="hidden" name="idempotencyKey" value="${randomUUID()}">`;

/** A button that sends a form; with `action` to another action than the form's, whether or not its fields are filled in. */
export const button = (label: string, { tone = 'plain', action }: { tone?: FormLook['tone']; action?: string } = {}): Markup =>
  html`<button class="pill${tone === 'main' ? ' solid' : tone === 'danger' ? ' danger' : ''}"${action === undefined ? null : html` formaction="${action}" formnovalidate`}>${label}</button>`;

/**
 * A form, with the button that the Enter key presses: browsers press the first one of a form. So fields have no buttons, and others follow.
 * `path` is the path of the action. Throws when a button stands among the fields.
 */
export function form(visit: Visit, path: string, { label, tone = 'plain', fields, beside, after, className = '', confirm, goesOn }: FormLook): Markup {
  const before = html`${fields}`;
  if (before.source.includes('<button')) throw new Error(`the form of ${path} has a button before "${label}", which the Enter key would press`);
  const extra = html`${confirm ? html` data-confirm="${confirm}"` : null}${goesOn ? html` data-go` : null}`;
  const main = button(label, { tone });
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="${className}"${extra}>${ownFields(visit.formToken)}${before}
${beside ? html`<div class="acts-row">${main}${beside}</div>` : main}${after}</form>`;
}

export interface FieldLook {
  label: string; name: string; value?: string | number | null; hint?: string; required?: boolean; max?: number; type?: string;
  /** Of a number: its bounds; a whole one unless any will do. */
  range?: { min: number; max: number; step?: 'any' };
}

export function field({ label, name, value, hint, required, max, type = 'text', range }: FieldLook): Markup {
  const bounds = range && html` min="${range.min}" max="${range.max}" step="${range.step ?? 1}"`;
  return html`<label class="field"><span>${label}</span><input type="${type}" name="${name}" value="${value ?? ''}"${required ? html` required` : null}${max ? html` maxlength="${max}"` : null}${bounds}>
${hint ? html`<small>${hint}</small>` : null}</label>`;
}

export function textArea({ label, name, value, hint, required, max }: FieldLook, rows = 4): Markup {
  return html`<label class="field"><span>${label}</span><textarea name="${name}" rows="${rows}"${required ? html` required` : null}${max ? html` maxlength="${max}"` : null}>${value ?? ''}</textarea>
${hint ? html`<small>${hint}</small>` : null}</label>`;
}

export interface Choice { value: string; label: string }

export function select({ label, name, value, hint }: FieldLook, choices: readonly Choice[]): Markup {
  return html`<label class="field"><span>${label}</span><select name="${name}">${choices.map((choice) =>
    html`<option value="${choice.value}"${choice.value === value ? html` selected` : null}>${choice.label}</option>`)}</select>
${hint ? html`<small>${hint}</small>` : null}</label>`;
}

export function checkbox(name: string, label: string, checked = false): Markup {
  return html`<label class="switch"><input type="checkbox" name="${name}" value="true"${checked ? html` checked` : null}><span>${label}</span></label>`;
}
