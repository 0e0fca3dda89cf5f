import { NARRATOR } from '../../../craft/screenplay/model.js';
import { ApiError } from '../../../kernel/errors/api-error.js';
import { html, type Markup } from '../../html.js';
import type { ScriptToEdit } from '../answers.js';
import { button, field, form, select, textArea } from '../forms.js';
import type { SentForm, Visit } from '../visit.js';
import { sayAgain } from './sound.js';
import { pathOf } from '../paths.js';

type ReadLine = ScriptToEdit['lines'][number];

const isSpoken = ({ kind }: ReadLine): boolean => kind === 'dialogue' || kind === 'action';
const nameOf = (cue: string | null): string => (cue === NARRATOR ? 'Narrator' : cue ?? '');

/** Links to the sounds of a line: its present one, and that before the last change. The page's script plays them in place. */
function sounds({ entryIndex, soundUrl, was, speaker }: ReadLine, moves: boolean): Markup | null {
  if (speaker === null) return null;
  const number = html`<span class="vh"> line ${entryIndex + 1}</span>`;
  const now = soundUrl ? html`<a class="edit hear" href="${pathOf(soundUrl)}" data-sound>Hear${number}</a>` : moves ? html`<span class="fine">…</span>` : null;
  const before = was?.soundUrl ? html`<a class="edit hear-before" href="${pathOf(was.soundUrl)}" data-sound>Before${number}</a>` : null;
  return html`<span class="sounds" id="sounds-${entryIndex}"${soundUrl ? null : html` data-live`}>${now}${before}</span>`;
}

function printed({ kind, speaker, parenthetical, text, confidence }: ReadLine): Markup {
  if (kind !== 'dialogue') return html`<span class="line-text">${text}</span>`;
  return html`<b class="cue">${nameOf(speaker)}${confidence === 'weak' ? html` <span class="fine">not sure</span>` : null}</b>${parenthetical
    ? html`<i class="how">(${parenthetical})</i>` : null}<span class="line-text said">${text}</span>`;
}

/** The line before its last change, in words. */
function before({ was, text, speaker }: ReadLine): Markup | null {
  if (!was) return null;
  const who = was.character !== null && was.character !== speaker ? `${nameOf(was.character)}: ` : '';
  return html`<span class="fine set">Before: ${who}${was.text === text && who !== '' ? 'the same words' : was.text}${was.text === text && who === '' ? html` (${was.voiceName})` : null}</span>`;
}

export interface LineLook { form: Markup | null; editAt: string; may: boolean; moves: boolean }

/** A line of a read as printed, with its actions; or its form when it is open. */
export function readLine(line: ReadLine, { form, editAt, may, moves }: LineLook): Markup {
  const { entryIndex, kind } = line;
  // `tabindex` lets the browser focus the line that the address names. In an open line, a field has the focus instead.
  return html`<li id="line-${entryIndex}" class="line ${kind}"${form ? null : html` tabindex="-1"`} data-line>${form ?? html`<span class="line-number">${entryIndex + 1}</span><div class="print">${printed(line)}${before(line)}</div>
${sounds(line, moves)}${may ? html`<a class="edit open" href="${editAt}">Edit<span class="vh"> line ${entryIndex + 1}</span></a>` : null}`}</li>`;
}

/** Whether the next line can be joined to this one. */
const joins = (line: ReadLine, next: ReadLine | undefined): boolean =>
  next !== undefined && isSpoken(line) && next.kind === line.kind && next.speaker === line.speaker && next.sceneIndex === line.sceneIndex;

/**
 * The form of one line: its speaker, up to which line the speaker applies, and its words; with buttons that cut the line, join the next one to it, or have it
 * spoken again.
 */
export function readLineForm(visit: Visit, script: ScriptToEdit, index: number, { path, back }: { path: string; back: string }): Markup {
  const line = script.lines[index]!;
  const sent = visit.refused?.fields;
  const value = (name: string, now: string | null): string => (sent ? sent[name] ?? '' : now ?? '');
  const who = script.cast.map(({ character }) => ({ value: character, label: nameOf(character) }));
  const meanwhile = sent && value('text', line.text).trim() !== line.text ? html`<p class="meanwhile"><b>The line is now:</b> <span class="line-text">${line.text}</span></p>` : null;
  return form(visit, `${path}/save`, {
    label: 'Save', tone: 'main', className: 'panel line-form',
    fields: html`<input type="hidden" name="entryIndex" value="${index}"><input type="hidden" name="revision" value="${script.revision}"><input type="hidden" name="back" value="${back}">${meanwhile}
${isSpoken(line) ? html`<div class="pair">${select({ label: 'Who says it', name: 'speaker', value: value('speaker', line.speaker) }, who)}
${field({ label: 'Or somebody new', name: 'newSpeaker', value: value('newSpeaker', null), max: 120 })}
${field({
    label: 'Up to line', name: 'to', value: value('to', null), type: 'number', hint: `Empty: only line ${index + 1}`, range: { min: index + 1, max: script.lines.length },
    wrong: sent && visit.wrongField?.field === 'to' ? visit.wrongField.words : undefined,
  })}</div>` : null}
${textArea({ label: line.kind === 'scene_heading' ? 'Heading' : 'Words', name: 'text', value: value('text', line.text), required: true, max: 20_000 }, 3)}
${line.kind === 'dialogue' ? field({ label: 'How it is said, as printed in brackets', name: 'parenthetical', value: value('parenthetical', line.parenthetical), max: 300 }) : null}
${isSpoken(line) ? field({ label: 'Say it like this', name: 'ttsText', value: value('ttsText', line.ttsText), max: 20_000, hint: 'Only if it is said otherwise than it is printed' }) : null}`,
    beside: html`${joins(line, script.lines[index + 1]) ? button('Join the next line', { action: `${path}/join` }) : null}
${button('Cut the line', { tone: 'danger', action: `${path}/cut` })}<a class="pill cancel" href="${back}">Cancel</a>`,
    after: isSpoken(line) ? sayAgain(visit, path) : null,
  });
}

/** The index of the last line to which the speaker of a form applies. Raises `validation_failed` with the numbers that the page shows. */
function lastOf({ entryIndex }: ReadLine, to: string | undefined, lineCount: number): number {
  if (!to) return entryIndex;
  const [number, first] = [Number(to), entryIndex + 1];
  if (number > lineCount) throw new ApiError('validation_failed', `There is no line ${to}; the last one is ${lineCount}.`, { field: 'to' });
  if (!Number.isInteger(number) || number < first) throw new ApiError('validation_failed', `“Up to line” must be ${first} or a later line.`, { field: 'to' });
  return number - 1;
}

/** The edits that a line's form requests: only what differs from the line. Raises `validation_failed` for a last line that does not exist. */
export function editsOf(line: ReadLine, { fields }: SentForm, lineCount: number): Record<string, unknown>[] {
  const { entryIndex } = line;
  const to = lastOf(line, fields.to, lineCount);
  const character = fields.newSpeaker?.trim() || fields.speaker;
  const words = { text: fields.text?.trim(), parenthetical: fields.parenthetical?.trim() ?? null, ttsText: fields.ttsText?.trim() ?? null };
  const changed = Object.fromEntries(Object.entries(words).filter(([name, value]) =>
    value !== undefined && value !== line[name as keyof typeof words] && (name === 'text' || (name === 'parenthetical' ? line.kind === 'dialogue' : isSpoken(line)))));
  return [
    ...(Object.keys(changed).length > 0 ? [{ op: 'edit', entryIndex, ...changed }] : []),
    ...(character && isSpoken(line) && (character !== line.speaker || to !== entryIndex) ? [{ op: 'reassign', from: entryIndex, to, character }] : []),
  ];
}
