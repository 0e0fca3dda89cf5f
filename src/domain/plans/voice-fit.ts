import type { Voice } from '../../craft/speech/port.js';
import type { BlueprintRole } from '../../craft/narrative/model.js';
import type { TextOrigin } from '../../craft/people/origins.js';
import { NARRATOR, READER } from '../../craft/screenplay/model.js';

type AgeRange = Voice['ageRange'];

const AGE_WORDS: [AgeRange, RegExp][] = [
  ['child', /\b(child|kid|infant|little (boy|girl)|schoolboy|schoolgirl|toddler)\b/i],
  ['teen', /\b(teen\w*|adolescent|youth|lad|lass)\b/i],
  ['senior', /\b(old(?!-|\s+(?:friend|colleague|enemy|rival|flame|hand|acquaintance|lover|partner|mate)\b)|elderly|aged|ancient|grand(father|mother|pa|ma)|senior|white-haired)\b/i],
  ['young_adult', /\b(young|student|apprentice|bride|bridegroom)\b/i],
];
const CHILD_CUE = /\b(BOY|GIRL|CHILD)\b/;
const SENIOR_CUE = /\b(OLD|GRANDFATHER|GRANDMOTHER)\b/;
const MACHINE = /\b(?:robot|android|loudspeaker|(?:machine|computer)(?!\s+\p{L}{3,}(?:ist|er|or|ian|ert)\b))\b/iu;
const AGE_ORDER: AgeRange[] = ['child', 'teen', 'young_adult', 'adult', 'senior'];

/** The age that the text tells, else the one that cue and description suggest. */
export function ageOf(role: BlueprintRole): AgeRange {
  if (role.ageRange) return role.ageRange;
  if (CHILD_CUE.test(role.character)) return 'child';
  if (SENIOR_CUE.test(role.character)) return 'senior';
  return AGE_WORDS.find(([, words]) => words.test(role.description))?.[0] ?? 'adult';
}

/** Speaks throughout the read, so needs a plain, steady voice. */
export const isNarrating = (role: BlueprintRole): boolean => role.character === NARRATOR || role.character === READER || role.role === 'host';

export const isMachine = (role: BlueprintRole): boolean => !isNarrating(role) && (MACHINE.test(role.description) || MACHINE.test(role.character));
const soundsLikeMachine = (voice: Voice): boolean => voice.styleTags.includes('machine');

/** Tags of voices that are only suggested when the plainer ones are used. */
const DISTINCTIVE_TAGS = new Set(['huge', 'rough', 'dry', 'official', 'frail']);
const NARRATOR_TAGS = new Set(['calm', 'clear', 'even', 'warm']);
/** Tags that do not tell two voices apart. */
const COMMON_TAGS = new Set(['narrator', 'clear', 'calm', 'old', 'child']);

function ageFit(wanted: AgeRange, voice: Voice): number {
  const steps = Math.abs(AGE_ORDER.indexOf(wanted) - AGE_ORDER.indexOf(voice.ageRange));
  // Between a child and a grown voice, or an old and a younger one, lies more than a step.
  const child = (wanted === 'child') !== (voice.ageRange === 'child') ? 16 : 0;
  const senior = (wanted === 'senior') !== (voice.ageRange === 'senior') ? 4 : 0;
  return -8 * steps - child - senior;
}

const NEAR_BRITISH = new Set(['British', 'Scottish', 'Irish', 'Welsh', 'Australian']);
const SAME_ACCENT = 14;
const NEAR_ACCENT = 6;

/** How well a voice's accent fits a person's own, else the text's; without either, American is the plainest. */
function accentFit(role: BlueprintRole, voice: Voice, origin: TextOrigin | null): number {
  const wanted = role.accent ?? origin;
  if (!wanted) return voice.accent === 'American' ? NEAR_ACCENT : 0;
  if (voice.accent === wanted) return SAME_ACCENT;
  if (NEAR_BRITISH.has(wanted)) return voice.accent === 'British' ? NEAR_ACCENT : NEAR_BRITISH.has(voice.accent) ? NEAR_ACCENT - 2 : 0;
  return wanted !== 'American' && voice.accent === (origin ?? 'American') ? NEAR_ACCENT : 0;
}

/** True for two voices that a listener may take for one. */
const areAlike = (one: Voice, other: Voice): boolean =>
  Boolean(one.similarTo?.includes(other.voiceId) || other.similarTo?.includes(one.voiceId));

function likeness(voice: Voice, taken: readonly Voice[]): number {
  let worst = 0;
  for (const other of taken) {
    if (other.voiceId === voice.voiceId || other.gender !== voice.gender) continue;
    const shared = voice.styleTags.filter((tag) => !COMMON_TAGS.has(tag) && other.styleTags.includes(tag)).length;
    const near = voice.ageRange === other.ageRange && voice.accent === other.accent;
    worst = Math.max(worst, areAlike(voice, other) ? 60 : near ? 3 * shared : shared);
  }
  return worst;
}

/** Higher fits better. An unused voice counts most; then age, accent, manner, and how unlike the voices in use it is. */
export function fitOf(role: BlueprintRole, voice: Voice, taken: readonly Voice[], origin: TextOrigin | null): number {
  const narrating = isNarrating(role);
  const uses = taken.filter(({ voiceId }) => voiceId === voice.voiceId).length;
  const plain = voice.styleTags.includes('narrator');
  const manner = !narrating ? (plain ? -3 : 0) : (plain ? 24 : 0) + voice.styleTags.filter((tag) => NARRATOR_TAGS.has(tag)).length;
  const distinctive = !narrating && voice.styleTags.some((tag) => DISTINCTIVE_TAGS.has(tag)) ? -5 : 0;
  const machine = soundsLikeMachine(voice) ? (isMachine(role) ? 40 : -60) : 0;
  const age = ageFit(narrating ? 'adult' : ageOf(role), voice);
  return age + accentFit(role, voice, origin) + manner + distinctive + machine - likeness(voice, taken) - 200 * uses;
}

/** Voices of the person's sex; neutral ones where there are none, and any voice where there are no neutral ones either. */
function ofSex(role: BlueprintRole, voices: readonly Voice[]): readonly Voice[] {
  if (role.gender === 'neutral') return voices;
  for (const gender of [role.gender, 'neutral']) {
    const fitting = voices.filter((voice) => voice.gender === gender);
    if (fitting.length > 0) return fitting;
  }
  return voices;
}

const PLAIN_PROVIDER = 'stage';
const PREFERRED_PROVIDER = 'neural';

/**
 * The voices to choose from: of the person's sex, no children's voices for others, and no stage voices beside neural ones, except a child's or a
 * machine's where no neural voice is one.
 */
export function choiceFor(role: BlueprintRole, catalogue: readonly Voice[]): readonly Voice[] {
  const neural = catalogue.some(({ provider }) => provider === PREFERRED_PROVIDER);
  const preferred = neural ? catalogue.filter(({ provider }) => provider !== PLAIN_PROVIDER) : catalogue;
  if (isMachine(role)) {
    const machines = preferred.filter(soundsLikeMachine);
    const any = machines.length > 0 ? machines : catalogue.filter(soundsLikeMachine);
    if (any.length > 0 && role.gender === 'neutral') return any;
  }
  const fitting = ofSex(role, preferred);
  if (ageOf(role) !== 'child' || isNarrating(role)) {
    const grown = fitting.filter(({ ageRange }) => ageRange !== 'child');
    return grown.length > 0 ? grown : fitting;
  }
  if (fitting.some(({ ageRange }) => ageRange === 'child')) return fitting;
  const children = ofSex(role, catalogue).filter(({ ageRange }) => ageRange === 'child');
  return children.length > 0 ? children : fitting;
}
