import { isBefore, type Era } from '../period.js';
import type { Age, FacialHair, Garment, Glasses, HairStyle, Hat, Look } from './look.js';

type Presentation = Look['presentation'];

const GARMENTS: Record<Era, Record<Presentation, readonly Garment[]>> = {
  antiquity: { feminine: ['toga', 'tunic'], masculine: ['toga', 'tunic', 'tunic'] },
  medieval: { feminine: ['tunic', 'gown'], masculine: ['tunic'] },
  georgian: { feminine: ['bodice', 'gown'], masculine: ['justaucorps', 'justaucorps', 'workwear'] },
  victorian: { feminine: ['bodice'], masculine: ['frock', 'frock', 'workwear'] },
  midcentury: { feminine: ['dress', 'coat', 'shirt', 'dress'], masculine: ['suit', 'suit', 'shirt', 'coat'] },
  modern: { feminine: ['dress', 'rollneck', 'shirt', 'coat', 'tee', 'gown'], masculine: ['shirt', 'suit', 'rollneck', 'tee', 'coat', 'hoodie'] },
  future: { feminine: ['jumpsuit'], masculine: ['jumpsuit'] },
};

/** The usual garments of an era, for people whose garment the text does not give. */
export const garmentsOf = (era: Era, presentation: Presentation): readonly Garment[] => GARMENTS[era][presentation];

/** Garments that exist in all eras, or that only a text of their own era mentions. */
const TIMELESS = new Set<Garment>(['clergy', 'robe', 'armour', 'apron', 'tunic', 'toga', 'jumpsuit', 'oilskin', 'justaucorps', 'frock', 'bodice', 'workwear']);

/** The garment that a word means in an era, such as a captain's uniform of the past, or the clothes of a gentleman before suits. */
export function garmentIn(era: Era, garment: Garment, presentation: Presentation): Garment {
  if (garment === 'workwear' && isBefore(era, 'georgian')) return 'tunic';
  if (!isBefore(era, 'modern') || TIMELESS.has(garment)) return era === 'future' && ['suit', 'tee', 'hoodie', 'shirt', 'lab', 'workwear'].includes(garment) ? 'jumpsuit' : garment;
  const common = GARMENTS[era][presentation];
  const gentle: Garment = common[0]!;
  if (era === 'midcentury') return ['hoodie', 'tee'].includes(garment) ? 'shirt' : garment;
  if (garment === 'uniform') return isBefore(era, 'georgian') ? 'armour' : era === 'georgian' ? 'justaucorps' : 'uniform';
  if (garment === 'dinner' && era === 'victorian' && presentation === 'masculine') return 'dinner';
  if (garment === 'gown') return era === 'antiquity' ? 'toga' : 'gown';
  if (garment === 'nurse') return 'apron';
  if (garment === 'coat' && !isBefore(era, 'georgian')) return 'coat';
  if (garment === 'rollneck' && era === 'victorian') return presentation === 'feminine' ? 'bodice' : 'rollneck';
  if (['shirt', 'hoodie', 'tee'].includes(garment) && presentation === 'masculine') return isBefore(era, 'georgian') ? 'tunic' : 'workwear';
  return gentle;
}

/** The hat that a word means in an era. */
export function hatIn(era: Era, hat: Hat): Hat {
  if (!isBefore(era, 'midcentury') || hat === 'none' || hat === 'crown' || hat === 'headscarf') return hat;
  if (isBefore(era, 'georgian')) return hat === 'widebrim' ? 'widebrim' : 'none';
  if (hat === 'fedora') return era === 'georgian' ? 'tricorn' : 'bowler';
  if (era === 'georgian' && (hat === 'cap' || hat === 'top')) return 'tricorn';
  return hat === 'nurse' ? 'bonnet' : hat;
}

/** Street hats for people whose text gives none, `none` repeated by its frequency: most people of a read are bareheaded. */
export const usualHats = (era: Era, presentation: Presentation, age: Age): readonly Hat[] => {
  if (age === 'child' || age === 'teen') return ['none'];
  if (era === 'georgian') return presentation === 'feminine' ? ['none', 'none', 'bonnet'] : ['none', 'tricorn', 'none'];
  if (era === 'victorian') return presentation === 'feminine' ? ['none', 'none', 'none', 'bonnet'] : ['none', 'none', 'none', 'bowler'];
  return ['none'];
};

const OLD_WOMEN_HAIR: readonly HairStyle[] = ['bun', 'updo'];
const OLD_HAIR: Record<Presentation, { child: readonly HairStyle[]; adult: readonly HairStyle[]; old: readonly HairStyle[] }> = {
  feminine: { child: ['braids', 'wavylong', 'curlylong'], adult: ['bun', 'updo', 'bun', 'curlylong', 'updo', 'braids'], old: OLD_WOMEN_HAIR },
  masculine: { child: ['mop', 'side', 'curly'], adult: ['side', 'wavy', 'slick', 'curly', 'receding', 'short'], old: ['receding', 'bald', 'side', 'wavy'] },
};

/** Hair styles for people whose text gives none, in eras before bobs and crops; null for later eras. */
export function hairIn(era: Era, presentation: Presentation, age: Age): readonly HairStyle[] | null {
  if (!isBefore(era, 'midcentury')) return null;
  const choices = OLD_HAIR[presentation];
  return age === 'child' ? choices.child : age === 'old' ? choices.old : choices.adult;
}

/** Beards and whiskers for men whose text gives none. */
export const facialHairIn = (era: Era): readonly FacialHair[] => {
  if (era === 'victorian') return ['none', 'none', 'moustache', 'whiskers', 'beard', 'moustache'];
  if (era === 'medieval' || era === 'antiquity') return ['none', 'beard', 'beard', 'stubble'];
  return era === 'georgian' || era === 'midcentury' || era === 'future' ? ['none', 'none', 'none', 'moustache'] : ['none', 'none', 'none', 'beard', 'moustache', 'stubble', 'goatee'];
};

/** The spectacles that an era allows: none before they existed, and no thick frames before plastics. */
export const glassesIn = (era: Era, glasses: Glasses): Glasses =>
  (isBefore(era, 'georgian') ? 'none' : isBefore(era, 'midcentury') && glasses === 'square' ? 'round' : glasses);
