import { createHash } from 'node:crypto';
import type { Voice } from '../../craft/speech/port.js';
import type { BlueprintRole } from '../../craft/narrative/model.js';
import type { TextOrigin } from '../../craft/people/origins.js';
import { NARRATOR, READER } from '../../craft/screenplay/model.js';
import { nearnessCost } from './voices-apart.js';

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

/** The age that the text states, otherwise the age that cue and description suggest. */
export function ageOf(role: BlueprintRole): AgeRange {
  if (role.ageRange) return role.ageRange;
  if (CHILD_CUE.test(role.character)) return 'child';
  if (SENIOR_CUE.test(role.character)) return 'senior';
  return AGE_WORDS.find(([, words]) => words.test(role.description))?.[0] ?? 'adult';
}

/** True for roles that speak throughout the read and therefore need a plain, steady voice. */
export const isNarrating = (role: BlueprintRole): boolean => role.character === NARRATOR || role.character === READER || role.role === 'host';

export const isMachine = (role: BlueprintRole): boolean => !isNarrating(role) && (MACHINE.test(role.description) || MACHINE.test(role.character));
const soundsLikeMachine = (voice: Voice): boolean => voice.styleTags.includes('machine');

/** Points that distinctive voices lose, so that they are suggested only after the plainer ones or for people whose description fits. */
const DISTINCTIVE_TAGS: Readonly<Record<string, number>> = { huge: 14, deep: 14, gravelly: 14, frail: 14, breathy: 14, rough: 4, dry: 4 };
const NARRATOR_TAGS = new Set(['calm', 'clear', 'even', 'warm']);

/** Words about a person, with the style tags of voices that suit such a person. */
const MANNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:deep(?: |-)voiced?|bass|giant|huge|burly|gigantic)\b/i, ['deep', 'huge']],
  [/\b(?:gruff|rough|growl\w*|sailor|seaman|blacksmith|ruffian|labou?rer|ploughman|convict)\b/i, ['rough', 'gravelly', 'vigorous']],
  [/\b(?:constable|policeman|inspector|detective|clerk|official|lawyer|solicitor|attorney|magistrate|beadle|butler)\b/i, ['official', 'dry', 'plain', 'reserved']],
  [/\b(?:gentle|kind|tender|timid|shy|soft)\b/i, ['gentle', 'soft', 'kindly', 'warm']],
  [/\b(?:merry|lively|cheerful|gay|eager|high-spirited)\b/i, ['lively', 'bright', 'eager']],
  [/\b(?:grave|stern|severe|cold|haughty|proud|dignified)\b/i, ['grave', 'firm', 'composed', 'dry']],
];
const MANNER_FIT = 8;
/** Larger than `ROTATION`, so that narrators only take turns among the voices meant for narration. */
const NARRATOR_FIT = 14;

function ageFit(wanted: AgeRange, voice: Voice): number {
  const steps = Math.abs(AGE_ORDER.indexOf(wanted) - AGE_ORDER.indexOf(voice.ageRange));
  if (steps === 1 && wanted.endsWith('adult') && voice.ageRange.endsWith('adult')) return -4;
  // A child's and a grown voice, or an old and a younger one, differ by more than one step of age.
  const child = (wanted === 'child') !== (voice.ageRange === 'child') ? 16 : 0;
  const teen = (wanted === 'teen') !== (voice.ageRange === 'teen') ? 8 : 0;
  const senior = (wanted === 'senior') === (voice.ageRange === 'senior') ? 0 : wanted === 'senior' ? 32 : 8;
  return -8 * steps - child - teen - senior;
}

const NEAR_BRITISH = new Set(['British', 'Scottish', 'Irish', 'Welsh', 'Australian']);
const SAME_ACCENT = 18;
const NEAR_ACCENT = 8;

/** How well a voice's accent fits the person's own, otherwise that of the text. Without either, American counts as the plainest. */
function accentFit(role: BlueprintRole, voice: Voice, origin: TextOrigin | null): number {
  const wanted = role.accent ?? origin;
  if (!wanted) return voice.accent === 'American' ? NEAR_ACCENT : 0;
  if (voice.accent === wanted) return SAME_ACCENT;
  if (NEAR_BRITISH.has(wanted)) return voice.accent === 'British' ? NEAR_ACCENT : NEAR_BRITISH.has(voice.accent) ? NEAR_ACCENT - 2 : 0;
  return wanted !== 'American' && voice.accent === (origin ?? 'American') ? NEAR_ACCENT : 0;
}

/** True for a role that tells the story, as narrator or as a character. */
const tells = (role: BlueprintRole): boolean => isNarrating(role) || role.role === 'narrator' || /\bwho tells the story\b/.test(role.description);

/** How well the manner of a voice suits what the text says about a person. A distinctive voice loses points when the text does not ask for it. */
function mannerFit(role: BlueprintRole, voice: Voice): number {
  const words = `${role.character} ${role.description}`;
  const suited = new Set(MANNERS.flatMap(([pattern, tags]) => (pattern.test(words) ? tags : [])));
  const distinct = Math.max(0, ...voice.styleTags.map((tag) => (suited.has(tag) ? 0 : DISTINCTIVE_TAGS[tag] ?? 0)));
  if (tells(role)) return (voice.styleTags.includes('narrator') ? NARRATOR_FIT : 0) + voice.styleTags.filter((tag) => NARRATOR_TAGS.has(tag)).length - distinct;
  return (voice.styleTags.some((tag) => suited.has(tag)) ? MANNER_FIT : 0) - distinct - (voice.styleTags.includes('narrator') ? 2 : 0);
}

/** A voice in use; `tells` says whether its role tells the story. */
export interface TakenVoice { voice: Voice; tells: boolean }

export const takenBy = (role: BlueprintRole, voice: Voice): TakenVoice => ({ voice, tells: tells(role) });

/**
 * Points that a voice of the other sex loses. For a child, a teenager's voice of the right sex is therefore better than a child's of the other sex, which is
 * still better than a voice in use.
 */
const OTHER_SEX = 40;

/** Smaller than the points for the same accent or for a clear difference of age, so it only decides between voices that fit about equally. */
const ROTATION = 12;

/** A number from 0 to 1 that is the same for the same words. */
const shareOf = (words: string): number => createHash('sha256').update(words).digest().readUInt32BE(0) / 2 ** 32;

/** What casting depends on beside the role. `production` is the id of the project, so that not every production has the same leads. */
export interface Casting { origin: TextOrigin | null; production: string }

/**
 * How well a voice fits; higher is better. Most important is that the voice is unused; then its difference from the voices in use, its age, accent and
 * manner. Which of about equally fitting voices wins varies by production.
 */
export function fitOf(role: BlueprintRole, voice: Voice, taken: readonly TakenVoice[], { origin, production }: Casting): number {
  const uses = taken.filter((other) => other.voice.voiceId === voice.voiceId).length;
  const machine = soundsLikeMachine(voice) ? (isMachine(role) ? 40 : -60) : 0;
  const age = ageFit(isNarrating(role) ? 'adult' : ageOf(role), voice);
  const nearest = taken.reduce((most, other) =>
    (other.voice.voiceId === voice.voiceId ? most : Math.max(most, nearnessCost(voice, other.voice, tells(role) || other.tells))), 0);
  const turn = production === '' ? 0 : ROTATION * shareOf(`${production} ${voice.voiceId}`);
  const sex = role.gender === 'neutral' || voice.gender === 'neutral' || voice.gender === role.gender ? 0 : OTHER_SEX;
  return age - sex + accentFit(role, voice, origin) + mannerFit(role, voice) + machine + turn - nearest - 200 * uses;
}

/** Voices of the person's sex; otherwise neutral ones, and without those any voice. */
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

/** Voices for a child: children's voices and those of teenagers of the right sex, otherwise any voice of the right sex. */
function childrensVoices(role: BlueprintRole, preferred: readonly Voice[], catalogue: readonly Voice[]): readonly Voice[] {
  const of = (voices: readonly Voice[]): Voice[] => voices.filter(({ ageRange }) => ageRange === 'child');
  const children = of(preferred).length > 0 ? of(preferred) : of(catalogue);
  const teens = ofSex(role, preferred).filter(({ ageRange }) => ageRange === 'teen');
  const young = [...children, ...teens];
  return young.length > 0 ? young : ofSex(role, preferred);
}

/**
 * The voices to choose from: of the person's sex where there are any, and children's voices only for children, as long as there are grown ones. A child gets
 * children's voices of either sex or teenagers' of its own, and others only when there are none of these. A machine without a sex gets the voices that sound
 * like one. Stage voices are left out when the catalogue has neural ones, unless only stage voices sound like a child or a machine.
 */
export function choiceFor(role: BlueprintRole, catalogue: readonly Voice[]): readonly Voice[] {
  const neural = catalogue.some(({ provider }) => provider === PREFERRED_PROVIDER);
  const preferred = neural ? catalogue.filter(({ provider }) => provider !== PLAIN_PROVIDER) : catalogue;
  if (isMachine(role)) {
    const machines = preferred.filter(soundsLikeMachine);
    const any = machines.length > 0 ? machines : catalogue.filter(soundsLikeMachine);
    if (any.length > 0 && role.gender === 'neutral') return any;
  }
  if (ageOf(role) === 'child' && !isNarrating(role)) return childrensVoices(role, preferred, catalogue);
  const fitting = ofSex(role, preferred);
  const grown = fitting.filter(({ ageRange }) => ageRange !== 'child');
  return grown.length > 0 ? grown : fitting;
}

/** Why a suggested voice, though the nearest one, is not what the text asks for; null for a voice that fits. */
export function shortfallOf(role: BlueprintRole, voice: Voice): string | null {
  if (isNarrating(role)) return null;
  const isChild = ageOf(role) === 'child';
  if (isChild !== (voice.ageRange === 'child')) return isChild ? 'no child’s voice is free' : 'no grown voice is free';
  if (role.gender !== 'neutral' && voice.gender !== 'neutral' && role.gender !== voice.gender) return `no ${isChild ? 'child’s ' : ''}voice of the sex is free`;
  return null;
}
