/**
 * What the words of a passage tell from the shot whose words include `begins` until the next stretch. At least one of `people` must be seen (null: any
 * people), and the place must match `places` (null: the words do not tell; `in` and `out` stand for all rooms and all open places).
 */
export interface JudgedStretch { begins: string; people: RegExp | null; places: RegExp | null }

/** A chapter whose shots are judged. `present`: a shot that shows any other person is wrong. */
export interface JudgedPassage { work: string; number: number; present: RegExp; stretches: readonly JudgedStretch[] }

type Told = readonly [begins: string, people: RegExp | null, places?: RegExp];
const of = (work: string, number: number, present: RegExp, places: RegExp | null, ...told: readonly Told[]): JudgedPassage =>
  ({ work, number, present, stretches: told.map(([begins, people, own]) => ({ begins, people, places: own ?? places })) });

const OPEN = /out$/;
const ROOM = /in$/;

/**
 * Dramas of ninety seconds from chapters of the labelled novels, chosen by the seeds `heldone` and `heldtwo` of `bench/stage/run.ts`. What they tell was
 * written down from their words alone, before any of their pictures was seen. During a speech, the speaker or the addressee may be seen.
 */
export const JUDGED_PASSAGES: readonly JudgedPassage[] = [
  of('Emma', 14, /EMMA|HARRIET|ELTON|WOODHOUSE|SMITH/, OPEN,
    ['Part eight', null], ['They walked on', /EMMA|HARRIET|WOODHOUSE|SMITH/], ['Mr. Elton was immediately', /ELTON|EMMA|WOODHOUSE/],
    ['Ah! Harriet', /EMMA|HARRIET|WOODHOUSE|SMITH/], ['Before the gentleman', /EMMA|HARRIET|ELTON|WOODHOUSE|SMITH/], ['His visit he', /ELTON/], ['To fall in with', /EMMA|WOODHOUSE/]),
  of('AlicesAdventuresInWonderland', 3, /ALICE|MOUSE|DUCK|DODO|EAGLET|LORY|BIRD/, OPEN,
    ['Part two', null], ['I know what', /DUCK|MOUSE/], ['The Mouse did not', /MOUSE/], ['found it advisable', /MOUSE|ALICE/], ['As wet as', /ALICE|MOUSE/],
    ['The Dodo said', /DODO/], ['Speak English', /EAGLET|DODO/], ['And the Eaglet', /EAGLET/], ['What I was going', /DODO/], ['What is a Caucus', /ALICE|DODO/],
    ['Alice said; not', /ALICE/], ['as if it thought', /ALICE|DODO/], ['(And, as you', null]),
  of('AnneOfGreenGables', 20, /ANNE|MARILLA|DIANA|SHIRLEY|CUTHBERT|BARRY/, OPEN,
    ['Part three', null], ['Anne stood', /ANNE/], ['mournfully waving', /ANNE|DIANA/], ['Then she returned', /ANNE/, /in$|out$/], ['It is all over', /ANNE|MARILLA/, ROOM],
    ['Marilla said', /MARILLA/, ROOM], ['I don\'t think there', /ANNE|MARILLA/, ROOM]),
  of('OliverTwist', 42, /BUMBLE|MATRON|MONKS/, ROOM,
    ['Part nine', null], ['As Mr. Bumble spoke', /^(?!MRS).*BUMBLE/], ['You are a fool', /BUMBLE|MATRON/], ['Monks said', /MONKS/],
    ['He had better', /MONKS|BUMBLE|MATRON/], ['Tittered the matron', /MATRON|MRS BUMBLE/], ['I thought as much', /MONKS|MATRON|MRS BUMBLE/], ['Monks rejoined', /MONKS/],
    ['So much the better', /MONKS|MATRON|BUMBLE/], ['He thrust his', /MONKS/], ['Now, he said', /MONKS|MATRON|MRS BUMBLE/]),
  of('PrideAndPrejudice', 63, /BENNET|ELIZABETH|CATHERINE|KITTY|DE BOURGH/, /^living\/in/,
    ['Part two', null], ['Mrs. Bennet all amazement', /MRS BENNET/], ['After sitting', /CATHERINE|DE BOURGH/], ['I hope you are', /CATHERINE|DE BOURGH|ELIZABETH/],
    ['Elizabeth replied', /ELIZABETH/], ['And that I suppose', /CATHERINE|DE BOURGH|ELIZABETH/], ['Yes, madam', /MRS BENNET|CATHERINE|DE BOURGH/],
    ['Mrs. Bennet said', /MRS BENNET/], ['She is my youngest', /MRS BENNET|CATHERINE|DE BOURGH/],
    ['Lady Catherine returned', /CATHERINE|DE BOURGH/], ['It is nothing in', /MRS BENNET|CATHERINE|DE BOURGH/], ['Mrs. Bennet assured', /MRS BENNET/],
    ['May I take', /MRS BENNET|CATHERINE|DE BOURGH/]),
  of('APassageToIndia', 22, /FIELDING|HAMIDULLAH|MESSENGER/, OPEN,
    ['Part three', null], ['Don\'t complicate', /FIELDING|HAMIDULLAH/], ['Fielding watched', /FIELDING/], ['We\'re bound', /FIELDING|HAMIDULLAH/], ['This comforted', /HAMIDULLAH/],
    ['At a crisis', /FIELDING|HAMIDULLAH/], ['He regretted taking', /FIELDING/]),
  of('TheAgeOfInnocence', 38, /FANNY|BEAUFORT|DALLAS|ARCHER|NEWLAND/, null,
    ['Part four', null], ['Fanny Beaufort, who', /FANNY|BEAUFORT/], ['Only the older', null], ['The fact threw', /FANNY|BEAUFORT/], ['and nobody was', null]),
];
