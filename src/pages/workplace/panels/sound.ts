import { EMOTIONS } from '../../../craft/screenplay/model.js';
import { html, type Markup } from '../../html.js';
import { button, field, form, select } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { SentForm, Visit } from '../visit.js';

const ALL = 'ALL';
const FEELINGS = [{ value: '', label: 'As directed' }, ...EMOTIONS.map((emotion) => ({ value: emotion, label: emotion[0]!.toUpperCase() + emotion.slice(1) }))];
const PACE = { label: 'Pace in per cent', name: 'pace', type: 'number', hint: '100 is as directed; 50 to 200' } as const;

/** Converts a pace from per cent to a factor. Text that is not a number is passed on, so that the API refuses it with the name of its field. */
const factorOf = (pace: string | undefined): number | string | undefined => {
  const text = pace?.trim() ?? '';
  if (text === '') return undefined;
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) / 100 : text;
};

/** Sets how a person, or everybody, is played. */
export function performanceForm(visit: Visit, artifactId: string, characters: readonly string[]): Markup {
  const sent = visit.refused?.fields ?? {};
  const who = [{ value: ALL, label: 'Everybody' }, ...characters.map((character) => ({ value: character, label: character }))];
  return html`<details class="more"><summary>How people are played</summary>${form(visit, `${workplacePaths.read(artifactId)}/performance`, {
    label: 'Speak it this way', className: 'sheetlike',
    fields: html`${select({ label: 'Who', name: 'character', value: sent.character ?? ALL }, who)}${field({ ...PACE, value: sent.pace ?? '100' })}
${select({ label: 'Feeling', name: 'emotion', value: sent.emotion ?? '' }, FEELINGS)}`,
  })}<p class="fine">Words and links stay. Lines that sound different are spoken again, free of charge; the read plays as it was until then.</p></details>`;
}

export const performanceAction: FormAction = {
  async send(visit, { fields: { character = ALL, pace, emotion = '' }, idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    await visit.call('refineArtifactPerformance', {
      params: { artifactId }, idempotencyKey, body: { character, speed: factorOf(pace) ?? 1, emotions: emotion === '' ? [] : [emotion] },
    });
    return workplacePaths.read(artifactId);
  },
};

/** The fields for speaking a line again, with their button. */
export function sayAgain(visit: Visit, path: string): Markup {
  const value = (name: string): string => visit.refused?.fields[name] ?? '';
  return html`<details class="more"${value('direction') || value('pace') ? html` open` : null}><summary>Say it again</summary><div class="pair">
${field({ label: 'Direction', name: 'direction', value: value('direction'), max: 300, hint: 'Such as: whispering, angrily, slower, softly. Empty: another take' })}
${field({ ...PACE, value: value('pace'), hint: 'Empty: as it is; 50 to 200' })}</div><p class="acts-row">${button('Speak the line again', { action: `${path}/again` })}</p></details>`;
}

/** Has the line of a form spoken again. */
export async function speakAgain(visit: Visit, { fields: { direction, pace }, idempotencyKey }: SentForm, entryIndex: number): Promise<void> {
  const [speed, actingDirection] = [factorOf(pace), direction?.trim()];
  await visit.call('revoiceArtifactLine', {
    params: { artifactId: visit.param('artifactId') }, idempotencyKey,
    body: { entryIndex, ...(speed === undefined ? {} : { speed }), ...(actingDirection ? { actingDirection } : {}) },
  });
}
