import type { theater as theaterSetting } from '../../../domain/artifacts/overlays/theater.js';
import type { SettingValue } from '../../../kernel/families/settings/setting.js';
import { html, type Markup } from '../../html.js';
import { checkbox, field, form, select } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import { numberOf } from '../screens/timeline/cue-fields.js';
import type { SentForm, Visit } from '../visit.js';

/** The settings of a read's stage, with their version. */
export type Theater = SettingValue<typeof theaterSetting> & { version: number };

const NAME = 'theater';
const BACKGROUNDS = [{ value: 'drawn', label: 'Drawn places' }, { value: 'light', label: 'Light only' }];
const LAYOUTS = [{ value: 'bar', label: 'Above the stage' }, { value: 'card', label: 'On the stage too, until it starts' }];
const CHANGES = [{ value: 'fade', label: 'They fade' }, { value: 'cut', label: 'At once' }];
const IMAGERY = [{ value: 'off', label: 'Stay away' }, { value: 'insets', label: 'Come up with the line that names them first' }];

/** How the page of a read looks as a whole. */
export function theaterForm(visit: Visit, artifactId: string, theater: Theater): Markup {
  const sent = visit.refused?.fields.form === NAME ? visit.refused.fields : null;
  const wrongAt = (name: string, field = name) => (sent && visit.wrongField?.field === field ? visit.wrongField.words : undefined);
  const at = (name: string, now: string | number | null) => ({ name, value: sent ? sent[name] : now, wrong: wrongAt(name) });
  return html`<details class="more"${sent ? html` open` : null}><summary>How the page looks</summary>${form(visit, `${workplacePaths.read(artifactId)}/theater`, {
    label: 'Save', className: 'sheetlike',
    fields: html`<input type="hidden" name="form" value="${NAME}"><input type="hidden" name="version" value="${theater.version}">${checkbox('enabled', 'Show the stage; otherwise every link opens the audio page', sent ? sent.enabled === 'true' : theater.enabled)}
${field({ label: 'Title on the page', max: 200, ...at('title', theater.title) })}${field({ label: 'Line below the title', max: 200, ...at('subtitle', theater.subtitle) })}
<div class="pair">${select({ label: 'The title is shown', ...at('titleLayout', theater.titleLayout) }, LAYOUTS)}${select({ label: 'Behind the cast', ...at('backgrounds', theater.backgrounds) }, BACKGROUNDS)}
${select({ label: 'From one place to the next', ...at('transition', theater.transition) }, CHANGES)}
${field({ label: 'They fade for so many seconds', type: 'number', range: { min: 0.1, max: 5, step: 'any' }, ...at('seconds', theater.transitionMs / 1_000), wrong: wrongAt('seconds', 'transitionMs') })}
${select({ label: 'Pictures of what is named', ...at('nounImagery', theater.nounImagery) }, IMAGERY)}</div>`,
  })}</details>`;
}

function bodyOf({ enabled, title, subtitle, seconds, version, ...sent }: SentForm['fields']): Record<string, unknown> {
  const { titleLayout, backgrounds, transition, nounImagery } = sent;
  const chosen = { titleLayout, backgrounds, transition, transitionMs: numberOf(seconds, 1_000), nounImagery, expectedVersion: version && Number(version) };
  return {
    enabled: enabled === 'true', title: title ?? null, subtitle: subtitle ?? null,
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined && value !== null)),
  };
}

export const theaterAction: FormAction = {
  async send(visit, { fields, idempotencyKey }) {
    const artifactId = visit.param('artifactId');
    await visit.call('setArtifactTheater', { params: { artifactId }, idempotencyKey, body: bodyOf(fields) });
    return workplacePaths.read(artifactId);
  },
};
