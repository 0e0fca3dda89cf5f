import { COLOURS } from '../../../../craft/audio/composer/wish.js';
import { html, type Markup } from '../../../html.js';
import { checkbox, field, form, select, textArea } from '../../forms.js';
import { workplacePaths } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { voiceSound, voiceText } from '../../voices.js';
import { nameOfForm, refusedFields } from './form-parts.js';
import type { LoadedTrailer } from './loaded.js';
import { ANY_COLOUR, colourChoices, MOOD_CHOICES } from './words.js';

const OF_READ = '';
const NARRATOR_SOUND = 'narrator-sound';

const part = (visit: Visit, name: string, title: string, body: Markup): Markup =>
  html`<details class="more" id="${name}"${refusedFields(visit, name) ? html` open` : null}><summary>${title}</summary>${body}</details>`;

function recutForm(visit: Visit, here: string): Markup {
  return part(visit, 'recut', 'Cut it again', html`${form(visit, `${here}/recut`, {
    label: 'Cut it again',
    fields: html`${nameOfForm('recut')}${textArea({
      label: 'What the trailer is to be like', name: 'instruction', value: refusedFields(visit, 'recut')?.instruction ?? '', required: true, max: 400,
      hint: 'Understood: shorter lines, without or with more of somebody by name, no narrator, faster, slower, less talk, another opening' }, 2)}` })}
<p class="fine">Free of charge. Beats that stay keep their takes, and what you put on a card stays. Beats that are new or last longer or shorter are to be rendered again.</p>`);
}

function musicForm(visit: Visit, here: string, { music }: NonNullable<LoadedTrailer['storyboard']>): Markup {
  const sent = refusedFields(visit, 'music');
  return part(visit, 'music', 'Music', form(visit, `${here}/music`, {
    label: 'Change the music',
    fields: html`${nameOfForm('music')}<div class="pair">${select({ label: 'Mood', name: 'mood', value: sent?.mood ?? music.mood }, MOOD_CHOICES)}
${select({ label: 'Instruments that lead', name: 'colour', value: sent?.colour ?? music.colour ?? ANY_COLOUR }, colourChoices(COLOURS))}
${field({ label: 'Level, in decibels', name: 'level', type: 'number', value: sent?.level ?? music.levelDb, range: { min: -24, max: 6, step: 'any' }, hint: 'Louder against the voices; softer when negative' })}</div>
${checkbox('muted', 'No music', sent ? sent.muted === 'true' : music.muted)}` }));
}

function narratorForm(visit: Visit, here: string, { voices, storyboard }: LoadedTrailer): Markup {
  const chosen = refusedFields(visit, 'narrator')?.voiceId ?? storyboard?.narrator?.voiceId ?? OF_READ;
  return part(visit, 'narrator', 'Narrator', html`${form(visit, `${here}/narrator`, {
    label: 'Give the narration this voice',
    fields: html`${nameOfForm('narrator')}<label class="field"><span>Voice of narrated lines</span><select name="voiceId" data-hear="${NARRATOR_SOUND}"><option value="${OF_READ}">The narrator of the read</option>${voices.map((voice) =>
      html`<option value="${voice.voiceId}"${voice.voiceId === chosen ? html` selected` : null}>${voiceText(voice)}</option>`)}</select></label>` })}
${voiceSound(voices, chosen || voices[0]?.voiceId, NARRATOR_SOUND, 'The voice of the narrator')}`);
}

/** The forms that change a trailer as a whole; null when it cannot be edited. */
export function wholeForms(visit: Visit, loaded: LoadedTrailer): Markup | null {
  const { trailer, storyboard, mayEdit } = loaded;
  if (!mayEdit || !storyboard) return null;
  const here = workplacePaths.trailer(trailer.id);
  return html`<section class="panel" id="whole" tabindex="-1"><h2>The whole trailer</h2>${trailer.status === 'complete' ? html`<p class="fine">A change takes the trailer back to its review; the finished film stays until another is finished.</p>` : null}
${recutForm(visit, here)}${musicForm(visit, here, storyboard)}${narratorForm(visit, here, loaded)}</section>`;
}
