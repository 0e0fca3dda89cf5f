import { html, type Markup } from '../../../html.js';
import { clockText } from '../../../wording.js';
import type { DeckChapter } from '../../answers.js';
import { counted } from '../../words.js';
import { clip, still } from '../trailers/films.js';
import { speakerText } from '../trailers/words.js';
import type { LoadedDeck } from './loaded.js';
import { arcText, defectText, kindText } from './words.js';

const WIDE = { aspect: '16:9' } as const;

/** The picture of a chapter: its take, else its frame, else a blank with its title. */
function seen({ index, title, takes, selectedTake, frameUrl }: DeckChapter): Markup {
  const take = takes.find(({ takeId, url }) => takeId === selectedTake && url !== null);
  if (take) return clip(WIDE, { url: take.url!, posterUrl: take.frameUrl, label: `Chapter ${index + 1}` });
  return frameUrl ? still(WIDE, frameUrl) : html`<div class="still blank"><span>${title}</span></div>`;
}

function badges(chapter: DeckChapter, stage: string): Markup {
  const { takes: [newest], isStale, selectedTake, takes, isTakeKept } = chapter;
  const isOpen = newest?.status === 'queued' || newest?.status === 'rendering';
  const shown = takes.find(({ takeId }) => takeId === selectedTake);
  return html`${isOpen ? html`<span class="tag wait">Being rendered</span>` : null}${!isOpen && newest?.status === 'failed' ? html`<span class="tag wrong">The last take failed</span>` : null}
${!isOpen && stage !== 'plan' && isStale ? html`<span class="tag ask">Out of date</span>` : null}
${isTakeKept ? html`<span class="tag done">Kept as it is</span>` : shown?.defects.map((defect) => html`<span class="tag wrong">${defectText(defect)}</span>`)}`;
}

/** Where the sentences of a chapter come from. */
function origins({ sentences, index }: DeckChapter): Markup | null {
  if (sentences.length === 0) return null;
  return html`<details class="more" id="origins-${index + 1}"><summary>Where it comes from</summary><ul class="plain">${sentences.map(({ text, origins: from }) => html`<li>${text}
<span class="fine">${from.map((origin) => (origin.kind === 'source' ? `its source, characters ${origin.from} to ${origin.to}` : origin.kind === 'entry' ? `line ${origin.entryIndex + 1} of the read`
    : origin.kind === 'person' ? 'your own words' : `${origin.kind}: ${origin.field}`)).join('; ')}</span></li>`)}</ul></details>`;
}

/** One chapter as a card. `desk` is the content of an open chapter; `open` is the link that opens it. */
export function chapterCard({ pitchDeck }: LoadedDeck, chapter: DeckChapter, { open, desk }: { open: Markup | null; desk: Markup | null }): Markup {
  const { index, kind, title, arcStage, startMs, durationSeconds, textMode, sentences, lines } = chapter;
  const number = index + 1;
  return html`<li id="chapter-${number}" class="${desk ? 'open' : ''}" tabindex="-1" aria-labelledby="chapter-title-${number}">
<div class="beat-seen"><div id="chapter-seen-${number}" data-live>${seen(chapter)}<p class="badges">${badges(chapter, pitchDeck.stage)}</p></div></div>
<div class="beat-words"><h3 id="chapter-title-${number}">${number}. ${title}</h3>
<p class="fine">${kindText(kind)}, ${arcText(arcStage).toLowerCase()}. ${clockText(startMs)}, ${counted(durationSeconds, 'second')}; ${textMode === 'voiceover' ? 'spoken' : 'printed'}</p>
<p>${sentences.map(({ text }) => text).join(' ')}</p>
${lines.map(({ speaker, text }) => html`<blockquote class="said"><b>${speakerText(speaker)}</b> ${text}</blockquote>`)}${origins(chapter)}${open}</div>${desk}</li>`;
}
