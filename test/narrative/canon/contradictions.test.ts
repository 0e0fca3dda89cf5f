import { describe, expect, it } from '@jest/globals';
import { contradictionsOf, type CheckedText, type FactKind, type KnownFact } from '../../../src/craft/narrative/canon/contradictions.js';
import type { CheckedLine } from '../../../src/craft/narrative/canon/claims.js';

const fact = (names: string[], kind: FactKind, statement: string, since: number | null = null): KnownFact => ({ factId: `f_${kind}`, names, kind, statement, since });

const action = (text: string, sceneIndex = 0): CheckedLine => ({ kind: 'action', speaker: null, extensions: [], text, sceneIndex, entryIndex: 1 });
const says = (speaker: string, text: string, extensions: string[] = [], sceneIndex = 0): CheckedLine => ({ kind: 'dialogue', speaker, extensions, text, sceneIndex, entryIndex: 2 });
const heading = (text: string, sceneIndex: number): CheckedLine => ({ kind: 'heading', speaker: null, extensions: [], text, sceneIndex, entryIndex: 0 });
const outline = (text: string): CheckedLine => ({ kind: 'outline', speaker: null, extensions: [], text, sceneIndex: 0 });
const found = (known: KnownFact, lines: CheckedLine[], episode: number | null = 1): string[] =>
  contradictionsOf([known], [{ scriptUploadId: 's', episode, lines } satisfies CheckedText]).map(({ quote }) => quote);

const DEAD = fact(['Moss'], 'dead', 'Moss drowned in the harbour.', 0);
const ALIVE = fact(['Ada'], 'alive', 'Ada is alive.');
const HOME = fact(['Ada', 'Ada Penrose'], 'place', 'Ada lives on Saint Brandan.');
const BORN = fact(['Tom'], 'place', 'Tom was born in Cork.');
const WORK = fact(['Nell'], 'place', 'Nell works in Galway.');
const BROTHER = fact(['Tom'], 'relation', 'Tom is Ada’s brother.');
const MOTHER = fact(['Nell'], 'relation', 'Nell is the mother of Tom.');
const AGE = fact(['Ada'], 'age', 'Ada is forty-one years old.');
const SWIM = fact(['Tom'], 'trait', 'Tom cannot swim.');
const SMOKE = fact(['Ada'], 'trait', 'Ada never smokes.');
const EYES = fact(['Ada'], 'trait', 'Ada has green eyes.');
const HAND = fact(['Tom'], 'trait', 'Tom is left-handed.');
const DOCTOR = fact(['Nell'], 'trait', 'Nell is a doctor.');
const FIRE = fact(['The tower', 'tower'], 'event', 'The tower burned in 1912.');
const YEARS = fact(['Ada'], 'event', 'Ada has kept the lamp for eleven years.');

/** Planted contradictions: the fact, the line, and the episode in which the line is. */
const PLANTED: [KnownFact, CheckedLine, number?][] = [
  [DEAD, says('MOSS', 'Good morning.')],
  [DEAD, action('Moss walks along the quay with a lantern.')],
  [DEAD, outline('Moss warns Ada of the ship.'), 2],
  [ALIVE, says('TOM', 'Ada is dead, and you know it.')],
  [ALIVE, action('They carry flowers to Ada’s grave.')],
  [ALIVE, outline('Ada drowned last winter.')],
  [HOME, action('Ada lives in Dublin now.')],
  [HOME, says('ADA', 'I live in London.')],
  [BORN, says('TOM', 'I was born in Belfast.')],
  [WORK, outline('Nell works in Limerick.')],
  [BROTHER, says('ADA', 'This is my husband, Tom.')],
  [BROTHER, action('Tom is Ada’s cousin.')],
  [MOTHER, outline('Nell is the sister of Tom.')],
  [MOTHER, says('NELL', 'Tom is my nephew.')],
  [AGE, action('ADA, 35, climbs the stairs.')],
  [AGE, says('ADA', 'I am twenty-nine years old.')],
  [SWIM, action('Tom swims to the boat.')],
  [SWIM, says('TOM', 'I can swim across the bay.')],
  [SMOKE, action('Ada smokes a pipe at the window.')],
  [EYES, action('The lamp shines in Ada’s blue eyes.')],
  [HAND, says('NELL', 'Tom is right-handed.')],
  [DOCTOR, says('TOM', 'Nell is not a doctor.')],
  [FIRE, says('ADA', 'The tower burned in 1921.')],
  [YEARS, action('Ada has kept the lamp for seven years.')],
];

/** Lines that agree with the facts, or claim nothing about them. */
const HARMLESS: [KnownFact, CheckedLine][] = [
  [DEAD, says('MOSS', 'Keep the lamp.', ['V.O.'])], [DEAD, action('They stand at the grave. Moss’s coat hangs on the door.')],
  [DEAD, says('TOM', 'Moss warned us once.')], [DEAD, action('Moss is dead.')],
  [ALIVE, says('TOM', 'Is Ada dead?')], [ALIVE, says('TOM', 'If Ada died, who lit the lamp?')], [ALIVE, says('TOM', 'Ada is not dead.')],
  [HOME, action('Ada looks towards Dublin.')], [HOME, says('ADA', 'I live on Saint Brandan.')], [HOME, says('TOM', 'Ada would live in London, given the chance.')],
  [BROTHER, says('ADA', 'My brother Tom is late.')], [BROTHER, action('Tom helps his wife into the boat.')], [MOTHER, says('TOM', 'Nell is my mother.')],
  [AGE, says('ADA', 'I have climbed two hundred steps.')], [AGE, action('ADA, 41, at the rail.')], [SWIM, says('TOM', 'I cannot swim.')],
  [SWIM, action('Tom watches the others swim.')], [SMOKE, action('Ada puts out the fire.')], [EYES, action('Tom’s blue eyes are wide.')],
  [FIRE, says('ADA', 'The tower was built in 1840.')], [YEARS, says('ADA', 'I waited seven years for a letter.')], [DOCTOR, says('TOM', 'Nell is a doctor.')],
];

describe('contradictions', () => {
  it.each(PLANTED.map(([known, line, episode]) =>
    [known.statement, line.text, known, line, episode] as const))('%s — %s', (_statement, _text, known, line, episode) => {
    expect(found(known, [line], episode ?? 1)).toHaveLength(1);
  });

  it.each(HARMLESS.map(([known, line]) => [known.statement, line.text, known, line] as const))('%s is not contradicted by: %s', (_statement, _text, known, line) => {
    expect(found(known, [line])).toEqual([]);
  });

  it('hold from their episode on, and within it after the scene that shows them', () => {
    const drowned = [action('MOSS counts his boats.', 0), action('Moss drowns.', 1), says('MOSS', 'Here I am.', [], 2)];
    expect(found(DEAD, drowned, 0)).toEqual(['MOSS: Here I am.']);
    expect(found(DEAD, [says('MOSS', 'Here I am.')], 0)).toEqual([]);
    expect(found(fact(['Moss'], 'dead', 'Moss is dead.'), [says('MOSS', 'Here I am.')], null)).toHaveLength(1);
  });

  describe('of where someone is', () => {
    const PRISON = fact(['Moss', 'Captain Moss'], 'place', 'Moss is held in Dunmore prison.');
    const BARRED = fact(['Moss'], 'place', 'Moss has never been to Galway.');
    const KNOWN = [PRISON, BARRED, fact(['Nell'], 'place', 'Nell works in Limerick.')];
    const quotes = (...lines: CheckedLine[]): string[] => contradictionsOf(KNOWN, [{ episode: 1, lines }]).map(({ factId, quote }) => `${factId} ${quote}`);

    it.each<[string, CheckedLine[], number]>([
      ['speaks in a scene at another place of the ledger', [heading('EXT. LIMERICK, QUAY - DAY', 0), says('MOSS', 'Good morning.')], 1],
      ['acts there', [heading('EXT. LIMERICK - DAY', 0), action('Moss counts his boats.')], 1],
      ['speaks where he has never been', [heading('INT. GALWAY STATION - NIGHT', 0), says('CAPTAIN MOSS', 'Good morning.')], 1],
      ['speaks where the fact has him', [heading('INT. DUNMORE, CELL - DAY', 0), says('MOSS', 'Good morning.')], 0],
      ['speaks in a place that the ledger does not know', [heading('INT. CELL - DAY', 0), says('MOSS', 'Good morning.')], 0],
      ['is heard over the telephone', [heading('EXT. LIMERICK - DAY', 0), says('MOSS', 'Good morning.', ['V.O.'])], 0],
      ['is spoken of', [heading('EXT. LIMERICK - DAY', 0), says('NELL', 'Moss counts his days.')], 0],
      ['was released before', [heading('INT. DUNMORE - DAY', 0), action('Moss is released.'), heading('EXT. LIMERICK - DAY', 1), says('MOSS', 'Good morning.', [], 1)], 0],
    ])('a person who %s', (_what, lines, count) => {
      expect(quotes(...lines)).toHaveLength(count);
    });

    it('a person who lives in a place may be seen in another', () => {
      const lives = fact(['Ada'], 'place', 'Ada lives in Limerick.');
      expect(contradictionsOf([lives, BARRED], [{ episode: 1, lines: [heading('EXT. GALWAY - DAY', 0), says('ADA', 'Good morning.')] }])).toEqual([]);
    });
  });

  it('are not looked for in flashbacks and dreams', () => {
    expect(found(DEAD, [heading('INT. QUAY - FLASHBACK', 3), says('MOSS', 'Good morning.', [], 3)])).toEqual([]);
  });
});
