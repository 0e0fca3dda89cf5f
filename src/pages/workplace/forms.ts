import { randomUUID } from 'node:crypto';
import { html, type Markup, type Renderable } from '../html.js';
import type { Visit } from './visit.js';

export interface FormLook {
  /** Of the button. */
  label: string;
  /** `main` is the one thing to do next; `danger` cannot be undone. */
  tone?: 'main' | 'plain' | 'danger';
  fields?: Renderable;
  className?: string;
  /** Asked before it is sent, where scripts run. */
  confirm?: string;
  /** Sent by itself once, where scripts run: the person has asked for it already. */
  goesOn?: boolean;
}

/** What every form of a session carries: who made it, and one key per form, so that a form sent twice is answered once. */
export const ownFields = (formToken: string): Markup =>
  html`<input type="hidden" name="formToken" value="${formToken}"><input type="hidden" name="idempotencyKey" value="${randomUUID()}">`;

/** A form with one button. `path` is the path of the action. */
export function form(visit: Visit, path: string, { label, tone = 'plain', fields, className = '', confirm, goesOn }: FormLook): Markup {
  const extra = html`${confirm ? html` data-confirm="${confirm}"` : null}${goesOn ? html` data-go` : null}`;
  return html`<form method="post" action="${path}" enctype="multipart/form-data" class="${className}"${extra}>${ownFields(visit.formToken)}${fields}
<button class="pill${tone === 'main' ? ' solid' : tone === 'danger' ? ' danger' : ''}">${label}</button></form>`;
}

export interface FieldLook { label: string; name: string; value?: string | number | null; hint?: string; required?: boolean; max?: number; type?: string }

export function field({ label, name, value, hint, required, max, type = 'text' }: FieldLook): Markup {
  return html`<label class="field"><span>${label}</span><input type="${type}" name="${name}" value="${value ?? ''}"${required ? html` required` : null}${max ? html` maxlength="${max}"` : null}>
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
