import { html } from '../../../html.js';
import { sayDone } from '../../done.js';
import { workplacePaths } from '../../paths.js';
import type { Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts, when } from '../../words.js';
import { actions, DONE } from './actions.js';
import { cards } from './beat-card.js';
import { films } from './films.js';
import { loadMaterial, loadTrailer, type LoadedTrailer } from './loaded.js';
import { nextPanel } from './next.js';
import { soundMap } from './sound-map.js';
import { wholeForms } from './whole-forms.js';
import { trailerState } from './words.js';

const REFRESH_MS = 2_000;
/** The film for review is put together again within this time after a new take. */
const FILM_FOLLOWS_MS = 60_000;

/** The position of the open beat: that of a refused form, else the one in the address; null when none is open. */
function openBeat({ refused, query }: Visit, { storyboard }: LoadedTrailer): number | null {
  const beats = storyboard?.beats ?? [];
  const number = Number(query.get('beat') ?? 0);
  const at = refused ? beats.findIndex(({ id }) => id === refused.fields.beatId) : number - 1;
  return Number.isInteger(at) && at >= 0 && at < beats.length ? at : null;
}

/** True while something is being made that the page must show without a reload. */
function moves({ trailer, storyboard, next }: LoadedTrailer): boolean {
  const isFilmBehind = trailer.status === 'review' && trailer.draft?.stale === true && storyboard !== null;
  return next?.afterMs !== undefined || (isFilmBehind && Date.now() - Date.parse(storyboard.updatedAt) < FILM_FOLLOWS_MS);
}

/** A trailer: its next step, its films, its storyboard (at most one beat open), its sounds along time, and the forms for the whole trailer. */
export const trailerScreen: Screen = {
  path: '/workplace/trailers/:jobId',
  actions,
  async draw(visit) {
    sayDone(visit, DONE);
    const loaded = await loadTrailer(visit);
    const { trailer, storyboard } = loaded;
    const open = openBeat(visit, loaded);
    const material = open === null ? null : await loadMaterial(visit, trailer);
    return {
      title: `${trailer.title}: trailer`,
      back: { path: workplacePaths.read(trailer.sourceArtifactId), label: 'The read' },
      refreshMs: moves(loaded) ? REFRESH_MS : null,
      isFilledIn: open !== null,
      body: html`<div id="facts" data-live>${facts([
        ['State', trailerState(trailer.status)], ['Length', `${trailer.seconds} seconds`], ['Shape', trailer.aspect === '9:16' ? 'Upright' : 'Wide'], ['What it is for', trailer.intent],
        ['Made', when(trailer.createdAt)],
      ])}</div>
${nextPanel(visit, loaded)}${films(loaded)}${storyboard ? html`<h2>Storyboard</h2>${cards(visit, loaded, open, material)}` : null}${soundMap(loaded)}${wholeForms(visit, loaded)}`,
    };
  },
};
