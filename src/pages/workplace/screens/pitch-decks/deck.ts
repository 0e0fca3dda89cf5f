import { html, type Markup } from '../../../html.js';
import { sayDone } from '../../done.js';
import { pathOf, workplacePaths } from '../../paths.js';
import type { DeckChapter } from '../../answers.js';
import type { Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { facts, lengthText, when } from '../../words.js';
import { captionTrack } from '../trailers/films.js';
import { actions, DONE } from './actions.js';
import { chapterCard } from './chapter-card.js';
import { chapterForms } from './chapter-forms.js';
import { loadDeck, type LoadedDeck } from './loaded.js';
import { nextPanel } from './next.js';
import { passingOn, wholeForms } from './whole-forms.js';
import { deckState } from './words.js';

const REFRESH_MS = 2_000;
const MEGABYTE = 1_000_000;

function film(title: string, id: string, shown: NonNullable<LoadedDeck['pitchDeck']['draft']>): Markup {
  const { url, durationMs, byteSize, stale, lufs } = shown;
  return html`<h3>${title}</h3><div id="${id}" data-live><video class="film" controls preload="metadata" src="${pathOf(url)}" aria-label="${title}">${captionTrack(shown)}</video>
<p class="fine">${lengthText(durationMs)}, ${Math.max(1, Math.round(byteSize / MEGABYTE))} MB, ${lufs} LUFS${stale ? '. The storyboard was edited since' : ''}</p></div>`;
}

/** The films of a deck; null before there is one. */
function films({ pitchDeck: { draft, video } }: LoadedDeck): Markup | null {
  if (!draft && !video) return null;
  const review = draft && film('The film for review', 'draft', draft);
  return html`<section class="panel" id="films" tabindex="-1"><h2>Film</h2>${video ? film('The finished film', 'film', video) : null}${video && review
    ? html`<details class="more" id="review-film"><summary>The film for review</summary>${review}</details>` : review}</section>`;
}

/** The position of the open chapter: that of a refused form, else the one in the address; null when none is open. */
function openChapter({ refused, query }: Visit, { storyboard: { chapters } }: LoadedDeck): number | null {
  const at = refused?.fields.chapterId ? chapters.findIndex(({ id }) => id === refused.fields.chapterId) : Number(query.get('chapter') ?? 0) - 1;
  return Number.isInteger(at) && at >= 0 && at < chapters.length ? at : null;
}

/** A chapter as a card; the one that is open has the forms that change it. */
function card(visit: Visit, loaded: LoadedDeck, chapter: DeckChapter, isOpen: boolean): Markup {
  const { pitchDeck: { id }, mayEdit } = loaded;
  const number = chapter.index + 1;
  const isRefused = visit.refused?.fields.chapterId === chapter.id;
  return chapterCard(loaded, chapter, isOpen ? {
    open: null,
    desk: html`<div class="beat-desk">${isRefused && visit.notice ? html`<p class="wrong-text">${visit.notice.text}</p>` : null}${chapterForms(visit, loaded, chapter)}
<p class="acts-row"><a class="pill" href="${workplacePaths.deck(id)}#chapter-${number}">Close<span class="vh"> chapter ${number}</span></a></p></div>`,
  } : { desk: null, open: mayEdit ? html`<p class="acts-row"><a class="pill" href="${workplacePaths.deckChapter(id, chapter.index)}">Change<span class="vh"> chapter ${number}</span></a></p>` : null });
}

/** A pitch deck: its next step, its films, its chapters (at most one of them open), the forms for the whole deck, and its documents and share page. */
export const deckScreen: Screen = {
  path: '/workplace/pitch-decks/:jobId',
  actions,
  async draw(visit) {
    sayDone(visit, DONE);
    const loaded = await loadDeck(visit);
    const { pitchDeck, storyboard, next } = loaded;
    const open = openChapter(visit, loaded);
    return {
      title: `${pitchDeck.title}: pitch deck`,
      back: { path: workplacePaths.production(pitchDeck.projectId), label: 'The production' },
      refreshMs: next?.afterMs === undefined ? null : REFRESH_MS,
      isFilledIn: open !== null,
      body: html`<div id="facts" data-live>${facts([['State', deckState(pitchDeck.stage)], ['Length', lengthText(storyboard.durationMs)], ['Made', when(pitchDeck.createdAt)]])}</div>
${nextPanel(visit, loaded)}${films(loaded)}<h2>Chapters</h2>
<ol class="storyboard">${storyboard.chapters.map((chapter) => card(visit, loaded, chapter, chapter.index === open))}</ol>${wholeForms(visit, loaded)}${passingOn(visit, loaded)}`,
    };
  },
};
