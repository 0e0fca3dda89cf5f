import { EMOTIONS } from '../../../craft/screenplay/model.js';
import { html, type Markup } from '../../html.js';
import type { Line } from '../answers.js';
import { field, form, select, textArea } from '../forms.js';
import type { SentForm, Visit } from '../visit.js';
import { when } from '../words.js';

const VOLUMES = [
  { value: '0.5', label: 'Quiet' }, { value: '0.75', label: 'A little quieter' }, { value: '1', label: 'As loud as usual' },
  { value: '1.3', label: 'A little louder' }, { value: '1.6', label: 'Loud' },
];
const AS_DIRECTED = { value: '', label: 'As directed' };

/** An earlier version of a line. */
export interface EarlierLine { edition: number; createdAt: string; line: Line }

const spoken = ({ kind }: Line): boolean => kind === 'dialogue' || kind === 'lyric';
const asText = (value: string | number | null): string => (value === null ? '' : String(value));

/** The values of the form, by the field of `updateScriptLine` that each one changes. */
const valuesOf = (line: Line) => ({
  text: line.text, parenthetical: line.parenthetical ?? '', ttsText: line.ttsText ?? '', emotion: line.emotion ?? '', volume: asText(line.volume), pauseAfterMs: asText(line.pauseAfterMs),
});
type Field = keyof ReturnType<typeof valuesOf>;
const FIELDS = ['text', 'parenthetical', 'ttsText', 'emotion', 'volume', 'pauseAfterMs'] as const satisfies readonly Field[];

/** The changes that a form makes to a line: only fields that differ, so that the others stay unchanged. */
export function changeOf(line: Line, { fields }: SentForm): Record<string, string | number | null> {
  const now = valuesOf(line);
  const changed = FIELDS.filter((name) => (fields[name] ?? '').trim() !== now[name].trim() && (name !== 'parenthetical' && name !== 'ttsText' || spoken(line)));
  return Object.fromEntries(changed.map((name) => {
    const value = fields[name]?.trim() ?? null;
    return [name, value !== null && (name === 'volume' || name === 'pauseAfterMs') ? Number(value) : value ?? (name === 'text' ? '' : null)];
  }));
}

function voiceFields(line: Line, value: Record<Field, string>): Markup {
  const volumes = [AS_DIRECTED, ...VOLUMES, ...VOLUMES.some((each) => each.value === value.volume) || !value.volume ? [] : [{ value: value.volume, label: `${value.volume} times as loud` }]];
  return html`<div class="pair">${select({ label: 'Emotion', name: 'emotion', value: value.emotion }, [AS_DIRECTED, ...EMOTIONS.map((emotion) => ({ value: emotion, label: emotion }))])}
${select({ label: 'Volume', name: 'volume', value: value.volume }, volumes)}
${field({ label: 'Pause afterwards, in milliseconds', name: 'pauseAfterMs', value: value.pauseAfterMs, type: 'number', hint: 'Empty: as directed; 1000 is a second' })}</div>
${spoken(line) ? field({ label: 'Say it like this', name: 'ttsText', value: value.ttsText, max: 5000, hint: 'Only if it is said otherwise than it is printed' }) : null}`;
}

function earlier(editions: readonly EarlierLine[]): Markup | null {
  if (editions.length === 0) return null;
  return html`<details class="more"><summary>What it was before</summary><ul class="rows">${editions.map(({ createdAt, line }) =>
    html`<li><span class="line-text">${line.text}</span><span class="fine">until ${when(createdAt)}</span></li>`)}</ul></details>`;
}

export interface LineFormLook { path: string; back: string; revision: number; editions: readonly EarlierLine[] }

/** The form of one line. After a refusal it shows what was typed, beside the present line if that was changed meanwhile. */
export function lineForm(visit: Visit, line: Line, { path, back, revision, editions }: LineFormLook): Markup {
  const sent = visit.refused?.fields;
  const now = valuesOf(line);
  const value = sent ? Object.fromEntries(FIELDS.map((name) => [name, sent[name] ?? ''])) as typeof now : now;
  const isOther = sent?.lineId !== undefined && sent.lineId !== line.lineId;
  const meanwhile = sent && value.text.trim() !== now.text.trim() ? html`<p class="meanwhile"><b>The line is now:</b> <span class="line-text">${now.text}</span></p>` : null;
  if (isOther) return html`<div class="panel line-form"><p class="wrong-text">Another line is here now, because lines were added or taken away. This is what you wrote:</p>
<p class="line-text">${value.text}</p><a class="pill" href="${back}">Find the line again</a></div>`;
  return form(visit, path, {
    label: 'Save', tone: 'main', className: 'panel line-form',
    fields: html`<input type="hidden" name="entryIndex" value="${line.entryIndex}"><input type="hidden" name="lineId" value="${line.lineId}"><input type="hidden" name="revision" value="${revision}">
<input type="hidden" name="back" value="${back}">${meanwhile}
${spoken(line) ? field({ label: 'How it is said, as printed in brackets', name: 'parenthetical', value: value.parenthetical, max: 300 }) : null}
${textArea({ label: line.kind === 'scene_heading' ? 'Heading' : 'Words', name: 'text', value: value.text, required: true, max: 5000 }, 3)}
${voiceFields(line, value)}`,
    beside: html`<a class="pill" href="${back}">Cancel</a>`, after: earlier(editions),
  });
}
