import { sexOfGivenName } from '../../../people/names/given-names.js';
import { CLASSIC_FEMALE_NAMES, CLASSIC_MALE_NAMES } from '../../../people/names/classic-names.js';
import { wordTable } from '../../../patterns/word-table.js';

/** First names of women and of men alike; the text decides the gender. */
const EITHER = new Set('Evelyn Hilary Jean Kit Leslie Marion Pat Robin Sidney Sydney Vivian'.split(' '));

/** The lowest certainty at which a first name implies a gender; names that women and men share stay below it. */
const MIN_CERTAIN = 0.9;
const female = new Set(CLASSIC_FEMALE_NAMES);
const male = new Set(CLASSIC_MALE_NAMES);

/** The gender that a first name implies, or null. */
export function genderOfFirstName(name: string): 'female' | 'male' | null {
  if (EITHER.has(name)) return null;
  if (female.has(name)) return 'female';
  if (male.has(name)) return 'male';
  const long = longFirstName(name);
  if (long !== name) return genderOfFirstName(long);
  const known = sexOfGivenName(name);
  return known !== null && known.certain >= MIN_CERTAIN ? known.sex : null;
}

export function isFirstName(name: string): boolean {
  return EITHER.has(name) || female.has(name) || male.has(name) || NICKNAMES.has(name);
}

/** Short forms that a text may use for a person instead of the long form. */
const SHORT_FORMS: Record<string, string> = wordTable({
  Elizabeth: 'Lizzy Lizzie Eliza Beth Bessie Bess Betty Betsy Libby Elsie Lisbeth',
  Catherine: 'Kitty Cathy Kate Katie Kit', Josephine: 'Jo Josie', Margaret: 'Meg Maggie Madge Peggy Peg Marjory',
  Thomas: 'Tom Tommy', William: 'Will Bill Billy Willie', Richard: 'Dick Dicky Rick',
  Robert: 'Bob Rob Bobby Robbie Robin', Edward: 'Ned Ted Teddy Eddie', James: 'Jim Jimmy Jem Jamie',
  Joseph: 'Joe Joey', Samuel: 'Sam Sammy', Daniel: 'Dan Danny', Frederick: 'Fred Freddy Freddie', Francis: 'Frank',
  Philip: 'Phil', Henry: 'Harry Hal Hank', Charles: 'Charley Charlie', Benjamin: 'Ben Benny', Michael: 'Mike Mick',
  Timothy: 'Tim', Ellen: 'Nelly Nellie Nell', Sarah: 'Sally Sadie', Mary: 'Polly Molly Moll Mamie',
  Caroline: 'Carrie', John: 'Jack Johnny Jock', Andrew: 'Andy', Anthony: 'Tony', Albert: 'Bert Bertie',
  Alexander: 'Alec Alick Sandy Aleck', Abigail: 'Abby', Amelia: 'Emmy', Augustus: 'Gus', Barbara: 'Babs',
  Charlotte: 'Lottie Lotty', Christopher: 'Kester', David: 'Davy Dave', Dorothea: 'Dodo', Dorothy: 'Dolly',
  Frances: 'Fanny Fan', Florence: 'Flo Flossie Flossy', Gertrude: 'Gertie', Harriet: 'Hattie Hatty', Isaac: 'Ike',
  Isabella: 'Bella Bell', Jacob: 'Jake', Jane: 'Jenny Jennie Janey', Lawrence: 'Larry', Leonard: 'Len',
  Louisa: 'Lou Loo', Martha: 'Patty Mattie', Matilda: 'Tilly', Matthew: 'Matt', Nathaniel: 'Nat', Nicholas: 'Nick',
  Patrick: 'Pat Paddy', Peter: 'Pete', Rebecca: 'Becky', Rosamond: 'Rosy', Stephen: 'Steve', Susan: 'Sue Susie Susy',
  Theodore: 'Theo', Theresa: 'Tess Tessie', Victoria: 'Vicky', Walter: 'Wally Wat', Winifred: 'Winnie',
});
const NICKNAMES = new Map(Object.entries(SHORT_FORMS)
  .flatMap(([long, short]) => short.split(' ').map((form) => [form, long] as const)));

/** True when both are equal, one is the short form of the other, or both are one name in two spellings: `Nance` and `Nancy`. */
export function sameFirstName(a: string, b: string): boolean {
  return longFirstName(a) === longFirstName(b) || isSpelledOtherwise(a, b);
}

const MIN_STEM = 4;

/** True for two spellings of one name, such as `Nance` and `Nancy` or `Charly` and `Charley`, but not for Louis and Louise. */
export function isSpelledOtherwise(a: string, b: string): boolean {
  const stem = stemOf(a);
  if (a === b || stem.length < MIN_STEM || stem !== stemOf(b)) return false;
  const [one, other] = [genderOfFirstName(a), genderOfFirstName(b)];
  return one === null || other === null || one === other;
}

/** A first name without the ending in which its spellings differ. */
export const stemOf = (name: string): string => longFirstName(name).replace(/(?:ey|ie|y|e)$/, '');

/** The long form of a known short form; else the name itself. */
export function longFirstName(name: string): string {
  return NICKNAMES.get(name) ?? name;
}
