import type { Voice } from '../../../craft/speech/port.js';
import type { Sex } from '../../../craft/people/names/given-names.js';
import { identify } from '../../../craft/people/identify.js';
import { accentIn } from '../../../craft/people/origins.js';
import type { Gender } from '../../../craft/screenplay/model.js';
import { castKey, type CanonCharacter } from '../cast-canon.js';
import type { BibleCharacter, BibleContent } from '../series-bible.js';

export const VOICE_PITCHES = ['low', 'medium', 'high'] as const;
export const VOICE_PACES = ['slow', 'medium', 'fast'] as const;
export const [MIN_VARIANTS, MAX_VARIANTS] = [3, 6];
export const DEFAULT_VARIANTS = 4;

/** What a caller says about the voice; the rest comes from what is known about the character. */
export interface VoiceWish {
  character: string;
  description?: string;
  gender?: Gender;
  ageRange?: Voice['ageRange'];
  accent?: string;
  pitch?: (typeof VOICE_PITCHES)[number];
  pace?: (typeof VOICE_PACES)[number];
  tags?: string[];
  count?: number;
}

/** How the voice of a character shall sound. Null leaves it open. */
export interface VoiceBrief {
  character: string;
  description: string;
  gender: Gender;
  ageRange: Voice['ageRange'];
  accent: string | null;
  pitch: (typeof VOICE_PITCHES)[number] | null;
  pace: (typeof VOICE_PACES)[number] | null;
  tags: string[];
  count: number;
  /** How often the character's voice was designed before; each round gives other voices. */
  round: number;
}

const PITCH_WORDS: readonly (readonly [VoiceBrief['pitch'], RegExp])[] = [
  ['low', /\b(?:deep|low|bass|baritone|contralto|gravelly|gruff|dark|booming|rumbling|husky)\b/i],
  ['high', /\b(?:high|shrill|thin|reedy|piping|squeaky|treble|soprano|light|bright|chirpy|piercing)\b/i],
];
const PACE_WORDS: readonly (readonly [VoiceBrief['pace'], RegExp])[] = [
  ['slow', /\b(?:slow|slowly|drawl\w*|measured|deliberate|unhurried|weary|halting|languid|ponderous)\b/i],
  ['fast', /\b(?:quick|quickly|fast|rapid|brisk|clipped|hurried|breathless|chatty|eager|nervous)\b/i],
];
const AGE_WORDS: readonly (readonly [Voice['ageRange'], RegExp])[] = [
  ['child', /\b(?:child|kid|little (?:boy|girl)|schoolboy|schoolgirl)\b/i],
  ['teen', /\b(?:teen\w*|adolescent|lad|lass)\b/i],
  ['senior', /\b(?:old|elderly|aged|ancient|grand(?:father|mother|pa|ma)|white-haired|retired)\b/i],
  ['young_adult', /\b(?:young|student|apprentice|bride)\b/i],
];

const wordFor = <V>(words: readonly (readonly [V, RegExp])[], text: string): V | null => words.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** What canon and Series Bible have about a character. */
export interface KnownOf { canon: CanonCharacter | null; bible: BibleCharacter | null }

export function knownOf(name: string, canon: { characters: readonly CanonCharacter[] } | null, bible: BibleContent): KnownOf {
  const key = castKey(name);
  const member = canon?.characters.find((each) => [each.name, ...each.aliases].some((other) => castKey(other) === key)) ?? null;
  const names = member ? [member.name, ...member.aliases].map(castKey) : [key];
  return { canon: member, bible: bible.characters?.find((each) => names.includes(castKey(each.name))) ?? null };
}

const SEX_WORDS: readonly (readonly [Sex, RegExp])[] = [['female', /^(?:an? )?(?:female|woman|girl)\b/i], ['male', /^(?:an? )?(?:male|man|boy)\b/i]];

/** What texts tell about a person: sex, age and accent. The role is read beside the name, as in a cast list. */
export function personIn(name: string, aliases: readonly string[], role: string, texts: readonly string[]) {
  const told = [role === '' ? '' : `${name}, ${role}.`, ...texts.filter((text) => text !== '').map((text) => `${name}: ${text}`)].filter((text) => text !== '');
  const found = identify([{ id: name, names: [name, ...aliases] }], told.map((text) => ({ kind: 'narration' as const, text })));
  const facts = found.get(name) ?? { gender: null, ageRange: null, accent: null, evidence: [] };
  // A text may begin with the sex of the person: "male; long speeches".
  return { ...facts, gender: facts.gender ?? texts.map((text) => wordFor(SEX_WORDS, text.trim())).find((sex) => sex !== null) ?? null };
}

/**
 * The brief of a design: what the caller says, otherwise what canon and Series Bible say about the character's voice, role and age. The description takes
 * precedence over the Bible's words.
 */
export function briefOf(wish: VoiceWish, { canon, bible }: KnownOf): Omit<VoiceBrief, 'round'> {
  const name = canon?.name ?? bible?.name ?? wish.character.trim();
  const description = wish.description?.trim() || bible?.voice.trim() || '';
  const role = [canon?.role === 'character' ? '' : canon?.role, bible?.role].filter(Boolean).join(', ');
  const about = [description, bible?.voice ?? ''];
  const said = about.join(' ');
  const person = personIn(name, canon?.aliases ?? [], role, [...about, bible?.arc ?? '', bible?.relationships ?? '']);
  const canonGender = canon && canon.gender !== 'neutral' ? canon.gender : null;
  return {
    character: name, description,
    gender: wish.gender ?? canonGender ?? person.gender ?? 'neutral',
    ageRange: wish.ageRange ?? wordFor(AGE_WORDS, description) ?? person.ageRange ?? wordFor(AGE_WORDS, `${role} ${said}`) ?? 'adult',
    accent: wish.accent?.trim() || (accentIn(said)?.accent ?? person.accent),
    pitch: wish.pitch ?? wordFor(PITCH_WORDS, said), pace: wish.pace ?? wordFor(PACE_WORDS, said),
    tags: wish.tags ?? [], count: wish.count ?? DEFAULT_VARIANTS,
  };
}
