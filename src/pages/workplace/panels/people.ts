import { NARRATOR } from '../../../craft/screenplay/model.js';
import { html, type Markup } from '../../html.js';
import { field, form, select } from '../forms.js';
import type { SentForm, Visit } from '../visit.js';
import { voiceSound, voiceText, type Voice } from '../voices.js';
import { counted } from '../words.js';

/** A cast that can be corrected. `revision` is the revision that the page showed. */
export interface Correctable {
  revision: number;
  cast: readonly { character: string; voiceId: string | null; voiceName: string | null; lineCount: number }[];
  /** The cast belongs to a plan: line counts are estimates, and the narrator cannot be renamed. */
  planned?: boolean;
}

const nameOf = (cue: string): string => (cue === NARRATOR ? 'Narrator' : cue);

function personForm(visit: Visit, { cast, revision, planned }: Correctable, index: number, voices: readonly Voice[], path: string): Markup {
  const { character, voiceId, voiceName } = cast[index]!;
  const isFixed = planned && character === NARRATOR;
  const known = voices.some((voice) => voice.voiceId === voiceId);
  const others = cast.filter((each) => each.character !== character);
  return form(visit, `${path}/person`, { label: 'Save', className: 'sheetlike', fields: html`<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="character" value="${character}">
${others.length === 0 || isFixed ? null : select({ label: 'The same person as', name: 'into', value: '' }, [{ value: '', label: 'Nobody else' },
    ...others.map((each) => ({ value: each.character, label: nameOf(each.character) }))])}
${isFixed ? null : field({ label: 'Name', name: 'name', value: character, required: true, max: 120 })}
<label class="field"><span>Voice</span><select name="voiceId" data-hear="hear-person${index}">${known ? null : html`<option value="">${voiceName ?? 'No voice'}</option>`}${voices.map((voice) =>
    html`<option value="${voice.voiceId}"${voice.voiceId === voiceId ? html` selected` : null}>${voiceText(voice)}</option>`)}</select></label>
${voiceSound(voices, voiceId ?? undefined, `hear-person${index}`, `The voice of ${nameOf(character)}`)}` });
}

/** The people of a read or a plan; each can be renamed, merged with another, or given another voice. */
export function peopleToCorrect(visit: Visit, script: Correctable, voices: readonly Voice[], path: string): Markup {
  return html`<section class="panel" id="people"><h2>${script.planned ? 'Correct the cast' : 'People'}</h2><ul class="rows">${script.cast.map(({ character, voiceName, lineCount }, index) =>
    html`<li><span><b>${nameOf(character)}</b> <span class="fine">${voiceName ?? 'No voice'} · ${script.planned ? 'about ' : null}${counted(lineCount, 'line')}</span></span>
<details class="more person"><summary>Change<span class="vh"> ${nameOf(character)}</span></summary>${personForm(visit, script, index, voices, path)}</details></li>`)}</ul></section>`;
}

/** The edits that a person's form requests: only what differs. */
export function personEdits({ cast }: Correctable, { fields }: SentForm): Record<string, unknown>[] {
  const { character = '', name = character, voiceId, into } = fields;
  if (into) return [{ op: 'merge', characters: [character], into }];
  const now = cast.find((member) => member.character === character);
  return [
    ...(voiceId && voiceId !== now?.voiceId ? [{ op: 'voice', character, voiceId }] : []),
    ...(name.trim() !== character ? [{ op: 'rename', character, name: name.trim() }] : []),
  ];
}
