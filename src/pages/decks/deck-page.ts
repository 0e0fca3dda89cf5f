import { ARC_STAGE_WORDS } from '../../craft/deck/deck.js';
import type { SharedChapter, SharedDeck } from '../../domain/pitch-decks/sharing/shared-deck.js';
import { pagePaths } from '../../kernel/contract/page-paths.js';
import type { DeckData } from '../client-data.js';
import { html, type Markup } from '../html.js';
import { brand } from '../templates/icons.js';
import { shell, type PageContext } from '../templates/shell.js';
import { clockText } from '../wording.js';

const quote = ({ speaker, text }: SharedChapter['quotes'][number]): Markup =>
  html`<blockquote class="quote"><p>${text}</p>${speaker ? html`<footer>${speaker}</footer>` : null}</blockquote>`;

function chapterItem(chapter: SharedChapter, at: number, path: string, opened: number): Markup {
  return html`<li class="chapter${at === opened ? ' now' : ''}" id="chapter-${at + 1}"${at === opened ? html` aria-current="true"` : null}>
<a class="chapter-link" href="${path}?chapter=${at + 1}#film" data-chapter="${at}"><span class="scene-time">${clockText(chapter.startMs)}</span>
<span><span class="kicker">${ARC_STAGE_WORDS[chapter.arcStage]}</span><b>${chapter.title}</b></span></a>
${chapter.text ? html`<p>${chapter.text}</p>` : null}${chapter.quotes.map(quote)}</li>`;
}

/** The share page of a published deck. It opens at a chapter, counted from 0. It also works without scripts: links then load the page at their chapter. */
export function deckPage(context: PageContext, deck: SharedDeck, { token, chapter }: { token: string; chapter: number }): string {
  const { title, chapters, durationMs, captions, pdf } = deck;
  const path = pagePaths.pitchDeck(token);
  const data: DeckData = { watchedUrl: pagePaths.pitchDeckWatched(token), chapters: chapters.map(({ startMs, endMs }) => ({ startMs, endMs })) };
  const start = chapter > 0 ? `#t=${(chapters[chapter]!.startMs / 1_000).toFixed(2)}` : '';
  return shell(context, {
    view: 'series', title: `${title}: pitch deck`, description: `A pitch in ${chapters.length} chapters, ${clockText(durationMs)}.`, indexable: false,
    client: { script: 'deck.js', data },
    body: html`<header class="top">${brand()}</header><main class="show deck"><div class="deck-film"><p class="fine">Pitch deck · ${clockText(durationMs)}</p><h1>${title}</h1>
<video id="film" controls playsinline preload="metadata" src="${pagePaths.pitchDeckFilm(token)}${start}" aria-label="${title}, the film of the pitch">${captions
  ? html`<track kind="captions" src="${pagePaths.pitchDeckCaptions(token)}" srclang="${captions.language === 'und' ? 'en' : captions.language}" label="Captions">` : null}</video>
${pdf ? html`<p><a class="pill" href="${pagePaths.pitchDeckPdf(token)}">Read it as a PDF</a></p>` : null}</div>
<section aria-labelledby="chapters"><h2 id="chapters">Chapters</h2><ol class="deck-chapters">${chapters.map((one, at) => chapterItem(one, at, path, chapter))}</ol></section></main>`,
  });
}
