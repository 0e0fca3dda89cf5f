import { READ_UNDERSTANDS } from '../../../craft/narrative/instructions/read-changes.js';
import { html, type Markup } from '../../html.js';
import { form, select, textArea } from '../forms.js';
import { workplacePaths } from '../paths.js';
import type { FormAction } from '../screen.js';
import type { Visit } from '../visit.js';
import { counted } from '../words.js';

const SCOPES = [
  { value: 'auto', label: 'As the request needs' }, { value: 'screenplay', label: 'The script as it is' },
  { value: 'plan', label: 'Written again from the sources' },
];
const MAX_CHARS = 2_000;

/** The form that requests changes to a read in words. `price` is the credits of a refinement; null when the visitor may not see prices. */
export function refineForm(visit: Visit, artifactId: string, price: number | null): Markup {
  const sent = visit.refused?.fields ?? {};
  return html`<section class="panel"><h2>Ask for changes</h2>${form(visit, `${workplacePaths.read(artifactId)}/refine`, {
    label: price === null ? 'Refine' : `Refine for ${counted(price, 'credit')}`, tone: 'main',
    fields: html`${textArea({
      label: 'What should be different', name: 'instruction', value: sent.instruction ?? '', required: true, max: MAX_CHARS, hint: `Understood: ${READ_UNDERSTANDS}`,
    }, 3)}${select({ label: 'What is changed', name: 'scope', value: sent.scope ?? 'auto' }, SCOPES)}`,
  })}<p class="fine">The read keeps its links, and plays as it is until the next revision is recorded. What is not understood is refused and costs nothing.</p></section>`;
}

/** Requests the changes, and leads to the job that makes the revision. */
export const refineAction: FormAction = {
  async send(visit, { fields, idempotencyKey }) {
    const { storyJob } = await visit.call<{ storyJob: { id: string } }>('refineArtifact', {
      params: { artifactId: visit.param('artifactId') }, idempotencyKey, body: { instruction: fields.instruction ?? '', scope: fields.scope ?? 'auto' },
    });
    return workplacePaths.job(storyJob.id);
  },
};
