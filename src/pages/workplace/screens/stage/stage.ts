import { html } from '../../../html.js';
import { sayDone } from '../../done.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { readManifestOf } from '../../answers.js';
import { actions, DONE } from './actions.js';
import { isMakingClips } from './clips.js';
import { loadShownNouns, loadStage, type LoadedStage } from './loaded.js';
import { sceneCard } from './scene-card.js';
import { writtenForms } from './written.js';

const REFRESH_MS = 2_000;

/** The index of the open scene: that of a refused form, else the one in the address; null when none is open. */
function openScene({ refused, query }: Visit, { scenes, mayChange }: LoadedStage): number | null {
  const index = refused?.fields.scene !== undefined ? Number(refused.fields.scene) : Number(query.get('scene') ?? 0) - 1;
  return mayChange && scenes.some((scene) => scene.index === index) ? index : null;
}

/** The stage of a read by scenes, of which at most one is open: its opening and look, its weather, motion, words and pictures, and its clips. */
export const stageScreen: Screen = {
  path: '/workplace/reads/:artifactId/stage',
  actions,
  async draw(visit) {
    sayDone(visit, DONE);
    const { artifact, stage } = await loadStage(visit);
    const base = { title: `${artifact.title}: stage`, back: { path: workplacePaths.read(artifact.id), label: artifact.title } };
    if (!stage) return { ...base, body: html`<p>The stage comes with the read, which is not there yet.</p>` };
    const open = openScene(visit, stage);
    const nouns = open === null ? [] : await loadShownNouns(visit);
    const { theaterUrl } = readManifestOf(artifact)!;
    return {
      ...base,
      refreshMs: isMakingClips(stage) ? REFRESH_MS : null,
      isFilledIn: open !== null,
      body: html`<p class="acts-row"><a class="pill" href="${pathOf(theaterUrl)}">See the stage</a><a class="pill" href="${workplacePaths.read(artifact.id)}">How the whole page looks</a></p>
<h2>Scenes</h2>
<ol class="storyboard">${stage.scenes.map((scene) => sceneCard(visit, stage, scene, scene.index === open ? nouns : null))}</ol>${writtenForms(visit, stage)}`,
    };
  },
};
