import type { Voice } from '../../adapters/speech/port.js';
import type { BlueprintRole } from '../../narrative/model.js';
import { NARRATOR, READER } from '../../screenplay/model.js';
import type { VoiceMap } from '../library/voice-map.js';

type AgeRange = Voice['ageRange'];

const AGE_WORDS: [AgeRange, RegExp][] = [
  ['child', /\b(child|kid|infant|little (boy|girl)|schoolboy|schoolgirl|toddler)\b/i],
  ['teen', /\b(teen\w*|adolescent|youth|lad|lass)\b/i],
  ['senior', /\b(old|elderly|aged|ancient|grand(father|mother|pa|ma)|senior|white-haired)\b/i],
  ['young_adult', /\b(young|student|apprentice|bride|bridegroom)\b/i],
];
const CHILD_CUE = /\b(BOY|GIRL|CHILD)\b/;
const SENIOR_CUE = /\b(OLD|GRANDFATHER|GRANDMOTHER)\b/;

function ageOf(role: BlueprintRole): AgeRange {
  if (CHILD_CUE.test(role.character)) return 'child';
  if (SENIOR_CUE.test(role.character)) return 'senior';
  return AGE_WORDS.find(([, words]) => words.test(role.description))?.[0] ?? 'adult';
}

/** Speaks throughout the read, so needs a plain, steady voice. */
const isNarrating = (role: BlueprintRole): boolean => role.character === NARRATOR || role.character === READER || role.role === 'host';

const AGE_ORDER: AgeRange[] = ['child', 'teen', 'young_adult', 'adult', 'senior'];

/** Tags of voices that are only suggested when the plainer ones are used. */
const DISTINCTIVE_TAGS = new Set(['huge', 'rough', 'dry', 'official', 'frail']);

/** Higher fits better. An unused voice counts most, so that people can be told apart; then gender, age and plainness. */
function fitOf(role: BlueprintRole, voice: Voice, uses: number): number {
  const gender = role.gender === 'neutral' ? (voice.gender === 'neutral' && !isNarrating(role) ? 4 : 0) : voice.gender === role.gender ? 40 : -40;
  const years = Math.abs(AGE_ORDER.indexOf(ageOf(role)) - AGE_ORDER.indexOf(voice.ageRange));
  const plain = voice.styleTags.includes('narrator');
  const manner = isNarrating(role) ? (plain ? 24 : -2 * years) : plain ? -3 : 0;
  const distinctive = !isNarrating(role) && voice.styleTags.some((tag) => DISTINCTIVE_TAGS.has(tag)) ? -5 : 0;
  const machine = voice.styleTags.includes('machine') && !/\b(machine|robot|computer|voice)\b/i.test(role.description) ? -30 : 0;
  return gender - 200 * uses - 8 * years + manner + distinctive + machine;
}

/**
 * A voice for every role: those in `decided` unchanged, the others by gender, age and role, all different as long as the catalogue
 * has enough voices. Deterministic. With an empty catalogue, only `decided`.
 */
export function suggestVoices(cast: readonly BlueprintRole[], catalogue: readonly Voice[], decided: VoiceMap): VoiceMap {
  const usable = catalogue.filter(({ status }) => status === 'ready');
  const uses = new Map<string, number>();
  for (const { voiceId } of Object.values(decided)) uses.set(voiceId, (uses.get(voiceId) ?? 0) + 1);
  const chosen: VoiceMap = { ...decided };
  const open = cast.filter(({ character }) => !decided[character])
    .sort((a, b) => Number(isNarrating(b)) - Number(isNarrating(a)) || b.lineCount - a.lineCount || (a.character < b.character ? -1 : 1));
  for (const role of open) {
    let best: { voice: Voice; fit: number } | null = null;
    for (const voice of usable) {
      const fit = fitOf(role, voice, uses.get(voice.voiceId) ?? 0);
      if (!best || fit > best.fit) best = { voice, fit };
    }
    if (!best) break;
    const { voiceId, name, provider } = best.voice;
    uses.set(voiceId, (uses.get(voiceId) ?? 0) + 1);
    chosen[role.character] = { voiceId, voiceName: name, provider };
  }
  return Object.fromEntries(cast.flatMap(({ character }) => (chosen[character] ? [[character, chosen[character]]] : [])));
}
