import { html, type Markup } from '../../../html.js';
import { placeWords } from '../../../wording.js';
import { workplacePaths } from '../../paths.js';
import type { Noun } from '../../panels/read-pictures.js';
import type { Visit } from '../../visit.js';
import { counted } from '../../words.js';
import { clipForms, isOpen, seen } from './clips.js';
import type { Desk } from './desk.js';
import { KINDS } from './kinds.js';
import type { LoadedStage, StageScene } from './loaded.js';
import { placedForms } from './placed-forms.js';
import { sceneForm } from './scene-form.js';

function summary({ staged, motions, beats, clips }: StageScene): string {
  const parts = [
    [staged.fxCues?.length ?? 0, 'effect'], [motions.length, 'motion'], [beats.length, 'word or picture', 'words and pictures'], [clips.length, 'clip'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, one, many]) => counted(count, one, many));
  return words.length > 0 ? `${words.join(', ')}.` : 'As the script has it.';
}

/** One scene as a card; the open one has the forms that change it. `nouns` are the pictures that it can show; null while it is closed. */
export function sceneCard(visit: Visit, stage: LoadedStage, scene: StageScene, nouns: readonly Noun[] | null): Markup {
  const { artifact: { id }, mayChange } = stage;
  const { index, heading, description, staged, clips, lines } = scene;
  const number = index + 1;
  const isRefused = visit.refused?.fields.scene === String(index);
  const desk: Desk | null = nouns && { visit, stage, scene, offered: { lines, nouns, artifactId: id } };
  const making = clips.some(isOpen);
  return html`<li id="scene-${number}" class="${desk ? 'open' : ''}" tabindex="-1" aria-labelledby="scene-title-${number}"${isRefused && !visit.wrongField ? html` autofocus` : null}>
<div class="beat-seen"><div id="scene-seen-${number}" data-live>${seen(scene)}${making ? html`<p class="badges"><span class="tag wait">A clip is being made</span></p>` : null}</div></div>
<div class="beat-words"><h3 id="scene-title-${number}">${number}. ${placeWords(heading)}</h3><p class="fine">${description}. ${counted(lines.length, 'line')}. ${summary(scene)}</p>
${staged.summary === null ? null : html`<p>It opens with “${staged.summary}”.</p>`}
${desk || !mayChange ? null : html`<p class="acts-row"><a class="pill" href="${workplacePaths.readStageScene(id, index)}">Change<span class="vh"> scene ${number}</span></a></p>`}</div>
${desk ? html`<div class="beat-desk">${isRefused && !visit.wrongField && visit.notice ? html`<p class="wrong-text">${visit.notice.text}</p>` : null}${sceneForm(desk)}${KINDS.map((kind) => placedForms(desk, kind))}${clipForms(desk)}
<p class="acts-row"><a class="pill" href="${workplacePaths.readStage(id)}#scene-${number}">Close<span class="vh"> scene ${number}</span></a></p></div>` : null}</li>`;
}
