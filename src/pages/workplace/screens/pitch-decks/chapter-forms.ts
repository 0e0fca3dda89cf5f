import { CHAPTER_SECONDS } from '../../../../craft/deck/deck.js';
import { html, type Markup } from '../../../html.js';
import type { DeckChapter } from '../../answers.js';
import { field, form, select } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { SentForm, Visit } from '../../visit.js';
import { nameOfForm, priceText } from '../trailers/form-parts.js';
import type { LoadedDeck } from './loaded.js';

const SAID = [{ value: 'voiceover', label: 'Spoken by the narrator' }, { value: 'caption', label: 'Printed' }];
const SEEN = [{ value: 'both', label: 'Picture and words' }, { value: 'image', label: 'Picture alone' }, { value: 'text', label: 'Words alone' }];
const PASSES = [{ value: 'cut', label: 'At once' }, { value: 'dip', label: 'Through black' }];

/** The hidden fields that identify the chapter of a form by its id, because its number changes when chapters move. */
const ofChapter = ({ id }: Pick<DeckChapter, 'id'>, name: string): Markup => html`${nameOfForm(name)}<input type="hidden" name="chapterId" value="${id}">`;

/** The sent fields of a refused form of this chapter; null for other forms. */
function refusedFields({ refused }: Visit, name: string, { id }: Pick<DeckChapter, 'id'>): SentForm['fields'] | null {
  return refused?.fields.form === name && refused.fields.chapterId === id ? refused.fields : null;
}

/** The forms that change a chapter; null when the person may not edit or the deck is not editable now. */
export function chapterForms(visit: Visit, { pitchDeck, storyboard, prices, mayEdit, mayBuy }: LoadedDeck, chapter: DeckChapter): Markup | null {
  if (!mayEdit) return null;
  const path = (action: string): string => `${workplacePaths.deck(pitchDeck.id)}/${action}`;
  const { index, title, durationSeconds, textMode, composition, cutIntoNext, composition: shown } = chapter;
  const [reworded, refined] = [refusedFields(visit, 'reword', chapter), refusedFields(visit, 'refine-chapter', chapter)];
  const isDrawn = mayBuy && pitchDeck.approvals.plan;
  const move = (action: string, label: string): Markup => form(visit, path(action), { label: `${label} chapter ${index + 1}`, fields: ofChapter(chapter, action) });
  return html`<h4>Change it</h4>${mayBuy ? form(visit, path('reword'), { label: 'Find other words', fields: html`${ofChapter(chapter, 'reword')}${field({
    label: 'What the words are to be like', name: 'instruction', value: reworded?.instruction ?? '', max: 400, hint: 'Such as: shorter, in one sentence, about somebody. Empty: the next best ones' })}` }) : null}
${form(visit, path('refine-chapter'), { label: 'Change the chapter', fields: html`${ofChapter(chapter, 'refine-chapter')}
${field({ label: 'Title', name: 'title', value: refined?.title ?? title, required: true, max: 80 })}<div class="pair">
${field({ label: 'Seconds', name: 'seconds', type: 'number', value: refined?.seconds ?? durationSeconds, range: { min: CHAPTER_SECONDS.least, max: CHAPTER_SECONDS.most } })}
${select({ label: 'Its words are', name: 'textMode', value: refined?.textMode ?? textMode }, SAID)}${select({ label: 'What is seen', name: 'composition', value: refined?.composition ?? composition }, SEEN)}
${select({ label: 'Passes into the next', name: 'cutIntoNext', value: refined?.cutIntoNext ?? cutIntoNext }, PASSES)}</div>` })}
<div class="acts-row">${index > 0 ? move('earlier', 'Move up') : null}${index < storyboard.chapters.length - 1 ? move('later', 'Move down') : null}
${storyboard.chapters.length > 1 ? form(visit, path('remove'), { label: `Remove chapter ${index + 1}`, tone: 'danger', confirm: `Remove “${title}”?`, fields: ofChapter(chapter, 'remove') }) : null}</div>
${isDrawn ? html`<div class="acts-row">${form(visit, path('take'), { label: `Another take${priceText(prices, 'CLIP')}`, fields: ofChapter(chapter, 'take') })}
${shown === 'text' || chapter.imageId !== null ? null : form(visit, path('frame'), { label: `Another frame${priceText(prices, 'FRAME')}`, fields: ofChapter(chapter, 'frame') })}</div>` : null}`;
}
