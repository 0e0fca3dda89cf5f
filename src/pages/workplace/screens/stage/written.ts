import { html, type Markup } from '../../../html.js';
import { placeWords } from '../../../wording.js';
import { form, select } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import type { Fields } from './form-state.js';
import type { LoadedStage } from './loaded.js';

const ALL = '';
const MODES = [{ value: 'merge', label: 'Keep what people chose' }, { value: 'replace', label: 'Write all of it anew' }];

function writeForm(visit: Visit, { artifact, scenes }: LoadedStage, action: string, label: string): Markup {
  return form(visit, `${workplacePaths.readStage(artifact.id)}/${action}`, {
    label, fields: html`<div class="pair">${select({ label: 'Of', name: 'of', value: ALL }, [{ value: ALL, label: 'All scenes' }, ...scenes.map(({ index, heading }) =>
      ({ value: String(index), label: `${index + 1}. ${placeWords(heading)}` }))])}${select({ label: 'What is there already', name: 'mode', value: 'merge' }, MODES)}</div>`,
  });
}

/** The forms with which the writer writes for the stage of the whole read: effects, and the words by which places are drawn. Both are free and immediate. */
export const writtenForms = (visit: Visit, stage: LoadedStage): Markup | null => (stage.mayChange ? html`<section class="panel" id="written" tabindex="-1"><h2>From the script</h2>
<h3>Weather and effects</h3><p class="fine">Rain, fog, lightning and the like, where heading, action or narration says so.</p>${writeForm(visit, stage, 'write-effects', 'Write the effects, free of charge')}
<h3>Places</h3><p class="fine">A sentence for each place, with what its lines and sources put there.</p>${writeForm(visit, stage, 'write-places', 'Write the places, free of charge')}</section>` : null);

/** The choices of a writing form: one scene or all, and what happens to existing values. */
export const writingOf = ({ of, mode }: Fields): object => ({ ...(of ? { scenes: [Number(of)] } : {}), ...(mode ? { mode } : {}) });
