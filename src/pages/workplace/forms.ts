import { randomUUID } from 'node:crypto';
import { html, type Markup, type Renderable } from '../html.js';
import type { Visit } from './visit.js';

export interface FormLook {
  /** The label of the button. */
  label: string;
  /** `main` is the next thing to do; `danger` cannot be undone. */
  tone?: 'main' | 'plain' | 'danger';
  fields?: Renderable;
  /** Other buttons and links, after the button in the same row. */
  beside?: Renderable;
  /** Markup after the row of buttons, such as the fields of another button. */
  after?: Renderable;
  className?: string;
  /** A question to confirm before the form is sent; only where scripts run. */
  confirm?: string;
  /** The form submits itself once where scripts run, because the person has already asked for it. */
  goesOn?: boolean;
}

/** The hidden fields of every form of a session: its form token, and an idempotency key, so that a form sent twice takes effect once. */
export const ownFields = (formToken: string): Markup =>
  html`<input type="hidden" name="formToken" value="${formToken}"><input type="hidden" name="idempotencyKey" value="${randomUUID()}">`;

/** A button that sends a form. With `action` it sends to that action instead, even if required fields are empty. */
export const button = (label: string, { tone = 'plain', action }: { tone?: FormLook['tone']; action?: string } = {}): Markup =>
  html`<button class="pill${tone === 'main' ? ' solid' : tone === 'danger' ? ' danger' : ''}"${action === undefined ? null : html` formaction="${action}" formnovalidate`}>${label}</button>`;

/**
 * A form whose `label` button is the first, because browsers press the first button on Enter. So `fields` must not contain buttons; others follow it.
 * `path` is the path of the action. Throws when `fields` contain a button.
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
  label: string; name: string; value?: string | number | null | undefined; hint?: string; required?: boolean; max?: number; type?: string;
  /** The bounds of a number. It must be whole, unless `step` is `any`. */
  range?: { min: number; max: number; step?: 'any' };
  /** Why the API refused the value. At most one field of a page has this. */
  wrong?: string | undefined;
}

/** The id of the reason below a refused field. */
export const WRONG_ID = 'wrong-field';
/** Focuses a refused field and tells assistive technology about it. */
const marked = ({ wrong }: Pick<FieldLook, 'wrong'>): Markup | null => (wrong ? html` aria-invalid="true" aria-describedby="${WRONG_ID}" autofocus` : null);
/** A field with its label and hint, and the reason below it if it was refused. */
function labelled({ label, hint, wrong }: FieldLook, control: Markup): Markup {
  const whole = html`<label class="field"><span>${label}</span>${control}
${hint ? html`<small>${hint}</small>` : null}</label>`;
  return wrong ? html`<div>${whole}<p class="wrong-text" id="${WRONG_ID}">${wrong}</p></div>` : whole;
}

export function field(look: FieldLook): Markup {
  const { name, value, required, max, type = 'text', range } = look;
  const bounds = range && html` min="${range.min}" max="${range.max}" step="${range.step ?? 1}"`;
  return labelled(look, html`<input type="${type}" name="${name}" value="${value ?? ''}"${required ? html` required` : null}${max ? html` maxlength="${max}"` : null}${bounds}${marked(look)}>`);
}

export function textArea(look: FieldLook, rows = 4): Markup {
  const { name, value, required, max } = look;
  return labelled(look, html`<textarea name="${name}" rows="${rows}"${required ? html` required` : null}${max ? html` maxlength="${max}"` : null}${marked(look)}>${value ?? ''}</textarea>`);
}

export interface Choice { value: string; label: string }

export function select(look: FieldLook, choices: readonly Choice[]): Markup {
  const { name, value } = look;
  return labelled(look, html`<select name="${name}"${marked(look)}>${choices.map((choice) =>
    html`<option value="${choice.value}"${choice.value === value ? html` selected` : null}>${choice.label}</option>`)}</select>`);
}

export function checkbox(name: string, label: string, checked = false): Markup {
  return html`<label class="switch"><input type="checkbox" name="${name}" value="true"${checked ? html` checked` : null}><span>${label}</span></label>`;
}
