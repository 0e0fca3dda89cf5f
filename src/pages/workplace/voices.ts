import { previewPath } from '../../craft/speech/previews.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { html, type Markup } from '../html.js';
import type { Visit } from './visit.js';

/** A voice, with the details by which people choose. */
export interface Voice {
  voiceId: string; name: string; provider: string; gender: string; accent: string; ageRange: string; previewUrl: string | null; status: string;
}

/** The voice that a role has, or that is suggested for it. */
export interface CastVoice { voiceId: string; voiceName: string; provider: string }

const ALL = 100;
const AGES: Record<string, string> = { child: 'child', teen: 'teenager', young_adult: 'young', adult: 'adult', senior: 'old' };

/** Every voice that can be cast. */
export async function voicesOf(visit: Visit): Promise<Voice[]> {
  const voices: Voice[] = [];
  let cursor: string | null = null;
  do {
    const page: { voices: Voice[]; nextCursor: string | null } = await visit.call('listVoices', { query: { limit: ALL, status: 'ready', ...(cursor ? { cursor } : {}) } });
    voices.push(...page.voices);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return voices;
}

/** Returns a function from a voice id to the choice that the API accepts. That function raises `validation_failed` for an unknown id. */
export function voiceChoices(voices: readonly Voice[]): (voiceId: string) => CastVoice {
  const byId = new Map(voices.map((voice) => [voice.voiceId, voice]));
  return (voiceId) => {
    const voice = byId.get(voiceId);
    if (!voice) throw new ApiError('validation_failed', `${voiceId} is not a voice of this server`, { field: 'voiceId' });
    return { voiceId, voiceName: voice.name, provider: voice.provider };
  };
}

/** The description of a voice in lists. */
export const voiceText = ({ name, gender, ageRange, accent }: Voice): string => `${name}: ${AGES[ageRange] ?? ageRange}, ${gender}, ${accent}`;

/** A player for a voice's preview, from this origin as the page's content policy requires; null when there is none. `id` names the player for scripts. */
export function voiceSound(voices: readonly Voice[], voiceId: string | undefined, id: string, label: string): Markup | null {
  const voice = voices.find((each) => each.voiceId === voiceId);
  return voice?.previewUrl ? html`<audio id="${id}" controls preload="none" src="${previewPath(voice.voiceId)}" aria-label="${label}"></audio>` : null;
}

/** Two cells of a table: the voice of a character, as a choice if `choosable`, and its player. `beside` are further fields of the choice. */
export function voicePicker(
  name: string, character: string, current: CastVoice | null, voices: readonly Voice[], choosable: boolean, beside: Markup | null = null,
): Markup {
  const known = voices.find(({ voiceId }) => voiceId === current?.voiceId);
  const choice = html`<select name="${name}" aria-label="Voice of ${character}"><option value="">${current ? `${current.voiceName} (suggested)` : 'Choose a voice'}</option>${voices
    .filter((voice) => voice !== known).map((voice) => html`<option value="${voice.voiceId}">${voiceText(voice)}</option>`)}</select>`;
  return html`<td>${choosable ? beside : null}${choosable ? choice : current?.voiceName ?? 'No voice yet'}</td>
<td>${voiceSound(voices, current?.voiceId, `sound-of-${name}`, `Voice of ${character}`)}</td>`;
}
