import { castKey } from '../../../../domain/canon/cast-canon.js';
import { html, type Markup } from '../../../html.js';
import { sayDone, withDone } from '../../done.js';
import { checkbox, field, form, select, textArea } from '../../forms.js';
import { canonDoors } from '../../panels/canon-navigation.js';
import { portraitDesigns, voiceDesigns, type PortraitDesign, type VoiceDesign } from '../../panels/designs.js';
import { quoteOrDo } from '../../panels/priced.js';
import { workplacePaths } from '../../paths.js';
import type { FormAction, Screen } from '../../screen.js';
import type { Visit } from '../../visit.js';
import { counted, facts } from '../../words.js';
import { fieldWords } from './bible-fields.js';
import { voiceSound, voicesOf, voiceText, type CastVoice, type Voice } from '../../voices.js';

const REFRESH_MS = 2_000;
const NARRATOR = 'NARRATOR';
const LOOKS = 100;
const COUNTS = ['3', '4', '5', '6'].map((value) => ({ value, label: value }));
const ANY = { value: '', label: 'As the Bible says' };
const PITCHES = [ANY, { value: 'low', label: 'Low' }, { value: 'medium', label: 'Medium' }, { value: 'high', label: 'High' }];
const PACES = [ANY, { value: 'slow', label: 'Slow' }, { value: 'medium', label: 'Medium' }, { value: 'fast', label: 'Fast' }];

interface Picture { url: string | null; avatarStatus: string }
interface Member {
  name: string; role: string; voice: CastVoice | null; images: { face: Picture; body: Picture; sheet: Picture }; missing: { item: string }[];
}
interface Cast {
  version: number; audioOnly: boolean; picturesWait: { missingFields: string[] } | null; narrator: { voice: CastVoice | null }; characters: Member[];
  totals: { completed: number; total: number }; casting: { completed: number; total: number } | null;
}
interface Look { name: string; lookDirection: string | null; age: string | null }

const paramsOf = (visit: Visit) => ({ params: { projectId: visit.param('projectId') } });
const here = (visit: Visit): string => workplacePaths.castWall(visit.param('projectId'));
const anchorOf = (name: string): string => `who-${encodeURIComponent(name.toLowerCase())}`;
const backTo = (visit: Visit) => ({ path: here(visit), label: 'Cast' });

type Fields = Record<string, string | undefined>;
interface Bought { operation: string; body: Record<string, unknown>; title: string; action: string }

/** A priced action in two steps, which leads to the cast wall when it is confirmed. */
const buying = (done: string, callOf: (fields: Fields) => Bought): FormAction => ({
  async send(visit, sent) {
    const { operation, body, title, action } = callOf(sent.fields);
    const page = await quoteOrDo(visit, sent, { operation, input: { ...paramsOf(visit), body }, path: `${here(visit)}/${action}`, back: backTo(visit), title });
    return page ?? withDone(`${here(visit)}${sent.fields.character ? `#${anchorOf(sent.fields.character)}` : ''}`, done);
  },
});

const sent = (fields: Fields, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])));

const choosing = (operation: string, ...names: string[]): FormAction => ({
  async send(visit, { fields, idempotencyKey }) {
    await visit.call(operation, { ...paramsOf(visit), body: sent(fields, ...names), idempotencyKey });
    return withDone(`${here(visit)}#${anchorOf(fields.who ?? '')}`, 'chosen');
  },
});

const actions: Record<string, FormAction> = {
  complete: buying('casting', (fields) => ({
    operation: 'castProject', action: 'complete', title: fields.character ? `Voice and pictures of ${fields.character}` : 'Voices and pictures that are missing',
    body: { ...sent(fields, 'character'), ...(fields.force ? { force: true } : {}) },
  })),
  'design-voice': buying('designing', (fields) => ({
    operation: 'designVoice', action: 'design-voice', title: `Voices for ${fields.character}`,
    body: { ...sent(fields, 'character', 'description', 'pitch', 'pace'), count: Number(fields.count ?? 4) },
  })),
  'design-portrait': buying('designing', (fields) => ({
    operation: 'designPortrait', action: 'design-portrait', title: `Portraits of ${fields.character}`,
    body: { ...sent(fields, 'character', 'direction'), count: Number(fields.count ?? 4) },
  })),
  'choose-voice': choosing('chooseVoice', 'designId', 'voiceId'),
  'choose-portrait': choosing('choosePortrait', 'designId', 'candidateId'),
  voice: choosing('updateCastVoice', 'character', 'voiceId'),
  look: {
    async send(visit, { fields: { character = '', lookDirection, age }, idempotencyKey }) {
      const characters = [{ name: character, lookDirection: lookDirection ?? null, age: age ?? null }];
      await visit.call('setProjectCastLook', { ...paramsOf(visit), body: { characters }, idempotencyKey });
      return withDone(`${here(visit)}#${anchorOf(character)}`, 'look');
    },
  },
};

const who = (name: string): Markup => html`<input type="hidden" name="character" value="${name}"><input type="hidden" name="who" value="${name}">`;

function picture({ name, images }: Member): Markup {
  const { url, avatarStatus } = images.face;
  if (url) return html`<img class="person" src="${new URL(url).pathname}" alt="${name}" loading="lazy">`;
  const words: Record<string, string> = { queued: 'waits to be drawn', rendering: 'is being drawn', failed: 'could not be drawn' };
  return html`<div class="person nobody" role="img" aria-label="${name}: ${words[avatarStatus] ?? 'no picture yet'}">${name.charAt(0)}</div>`;
}

function voiceForm(visit: Visit, name: string, voice: CastVoice | null, voices: readonly Voice[]): Markup {
  const id = `hear-${anchorOf(name)}`;
  const known = voices.some(({ voiceId }) => voiceId === voice?.voiceId);
  const options = html`${known ? null : html`<option value="${voice?.voiceId ?? ''}" selected>${voice?.voiceName ?? 'No voice yet'}</option>`}${voices.map((each) =>
    html`<option value="${each.voiceId}"${each.voiceId === voice?.voiceId ? html` selected` : null}>${voiceText(each)}</option>`)}`;
  return html`${form(visit, `${here(visit)}/voice`, {
    label: 'Give this voice', fields: html`${who(name)}<label class="field"><span>Voice</span><select name="voiceId" data-hear="${id}">${options}</select></label>` })}
${voice && !known ? html`<audio id="${id}" controls preload="none" src="/voices/${voice.voiceId}.mp3" aria-label="The voice of ${name}"></audio>` : voiceSound(voices, voice?.voiceId, id, `The voice of ${name}`)}`;
}

function designForms(visit: Visit, name: string, audioOnly: boolean): Markup | null {
  if (!visit.may('artifact:publish')) return null;
  return html`<details class="more"><summary>Design a voice</summary>${form(visit, `${here(visit)}/design-voice`, {
    label: 'See the price', className: 'sheetlike',
    fields: html`${who(name)}${textArea({ label: 'How it sounds', name: 'description', max: 2_000, hint: 'Empty: as the Bible describes it' }, 2)}
${select({ label: 'Pitch', name: 'pitch', value: '' }, PITCHES)}${select({ label: 'Pace', name: 'pace', value: '' }, PACES)}${select({ label: 'To choose from', name: 'count', value: '4' }, COUNTS)}` })}</details>
${audioOnly ? null : html`<details class="more"><summary>Design a portrait</summary>${form(visit, `${here(visit)}/design-portrait`, {
    label: 'See the price', className: 'sheetlike',
    fields: html`${who(name)}${textArea({ label: 'How they look', name: 'direction', max: 1_000, hint: 'Empty: as the Bible and the look say' }, 2)}${select({ label: 'To choose from', name: 'count', value: '4' }, COUNTS)}` })}</details>`}`;
}

function lookForm(visit: Visit, name: string, look: Look | undefined): Markup {
  return html`<details class="more"><summary>Look and age</summary>${form(visit, `${here(visit)}/look`, {
    label: 'Save the look', className: 'sheetlike',
    fields: html`${who(name)}${textArea({ label: 'How they look', name: 'lookDirection', value: look?.lookDirection ?? '', max: 1_000, hint: 'Hair, clothes, what they wear: “grey beard, oilskin coat”' }, 2)}
${field({ label: 'Age', name: 'age', value: look?.age ?? '', max: 40, hint: 'Such as: 62, or: in her thirties' })}` })}</details>`;
}

interface Wall { cast: Cast; voices: readonly Voice[]; looks: readonly Look[]; voiceDesigns: readonly VoiceDesign[]; portraits: readonly PortraitDesign[] }

const isOf = (name: string) => ({ character }: { character: string }): boolean => castKey(character) === castKey(name);

function memberCard(visit: Visit, member: Member, { cast, voices, looks, voiceDesigns: designed, portraits }: Wall): Markup {
  const { name, role, voice, missing } = member;
  const mayWrite = visit.may('story:write');
  return html`<li id="${anchorOf(name)}">${cast.audioOnly ? null : picture(member)}<h2>${name}</h2><p class="fine">${role}${missing.some(({ item }) => item === 'voice') ? ' · needs a voice' : ''}</p>
${mayWrite ? voiceForm(visit, name, voice, voices) : html`<p>${voice?.voiceName ?? 'No voice yet'}</p>${voiceSound(voices, voice?.voiceId, `hear-${anchorOf(name)}`, `The voice of ${name}`)}`}
${voiceDesigns(visit, designed.find(isOf(name)), `${here(visit)}/choose-voice`)}${portraitDesigns(visit, portraits.find(isOf(name)), `${here(visit)}/choose-portrait`)}
${designForms(visit, name, cast.audioOnly)}${mayWrite && !cast.audioOnly ? lookForm(visit, name, looks.find((look) => castKey(look.name) === castKey(name))) : null}</li>`;
}

function completePanel(visit: Visit, { casting, totals, audioOnly, picturesWait }: Cast): Markup | null {
  if (casting) return html`<div class="panel" id="casting" data-live><p>The cast is being completed: ${casting.completed} of ${counted(casting.total, 'picture')}.</p></div>`;
  if (totals.completed === totals.total || !visit.may('artifact:publish')) return null;
  const terms = audioOnly || picturesWait ? 'Voices are free.' : 'Voices are free; pictures have a price.';
  const waits = picturesWait && html`<p>Pictures wait for the Series Bible to say how they look. <a href="${workplacePaths.bible(visit.param('projectId'))}#pictures">Missing: ${fieldWords(picturesWait.missingFields)}.</a></p>`;
  return html`<div class="panel" id="casting" data-live><p>${totals.completed} of ${totals.total} have everything. ${terms}</p>${waits}
${form(visit, `${here(visit)}/complete`, { label: 'Complete the cast', tone: 'main', fields: audioOnly || picturesWait ? null : checkbox('force', 'Draw again those who have a picture') })}</div>`;
}

async function wallOf(visit: Visit): Promise<Wall> {
  const [{ cast }, voices, { castLook }, { designs }, portraits] = await Promise.all([
    visit.call<{ cast: Cast }>('getProjectCast', paramsOf(visit)), voicesOf(visit), visit.call<{ castLook: { characters: Look[] } }>('getProjectCastLook', paramsOf(visit)),
    visit.call<{ designs: VoiceDesign[] }>('listVoiceDesigns', { ...paramsOf(visit), query: { limit: LOOKS } }),
    visit.call<{ designs: PortraitDesign[] }>('listPortraitDesigns', { ...paramsOf(visit), query: { limit: LOOKS } }),
  ]);
  return { cast, voices, looks: castLook.characters, voiceDesigns: designs, portraits: portraits.designs };
}

const isOpen = ({ status }: { status: string }): boolean => status !== 'ready' && status !== 'failed';

/** All people of a production with face and voice, to hear, to choose and to have designed. */
export const castWallScreen: Screen = {
  path: '/workplace/productions/:projectId/cast',
  actions,
  async draw(visit) {
    sayDone(visit, {
      casting: 'The cast is being completed.', designing: 'The candidates are being made; they appear with the character.',
      chosen: 'It stays through all episodes. Reads that exist are brought up to date on their page.',
      look: 'Pictures that are made from now on follow it.',
    });
    const projectId = visit.param('projectId');
    const wall = await wallOf(visit);
    const { cast } = wall;
    const narrator: Member = {
      name: NARRATOR, role: 'Narrator', voice: cast.narrator.voice, missing: cast.narrator.voice ? [] : [{ item: 'voice' }],
      images: { face: { url: null, avatarStatus: 'none' }, body: { url: null, avatarStatus: 'none' }, sheet: { url: null, avatarStatus: 'none' } },
    };
    const moving = cast.casting !== null || [...wall.voiceDesigns, ...wall.portraits].some(isOpen);
    return {
      title: 'Cast',
      back: { path: workplacePaths.production(projectId), label: 'The production' },
      refreshMs: moving ? REFRESH_MS : null,
      body: html`${canonDoors(projectId, 'castWall')}${facts([['Complete', `${cast.totals.completed} of ${cast.totals.total}`], ['Pictures', cast.audioOnly ? 'none: this production is only heard' : null]])}
${completePanel(visit, cast)}${cast.characters.length === 0 ? html`<p>Nobody is named yet. <a href="${workplacePaths.bible(projectId)}#characters">Add the characters to the Series Bible.</a></p>` : null}
<ul class="wall">${cast.characters.map((member) => memberCard(visit, member, wall))}${memberCard(visit, narrator, { ...wall, cast: { ...cast, audioOnly: true } })}</ul>`,
    };
  },
};
