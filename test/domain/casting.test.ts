import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { catalogue } from '../../src/craft/speech/flite/voices.js';
import { catalogue as neuralCatalogue } from '../../src/craft/speech/neural/voices.js';
import type { Voice } from '../../src/craft/speech/port.js';
import { withCanonGender } from '../../src/domain/plans/envelope.js';
import { blankCharacter } from '../../src/domain/canon/cast-canon.js';
import { withTextFacts } from '../../src/craft/narrative/text-facts.js';
import { ageOf, shortfallOf } from '../../src/domain/plans/voice-fit.js';
import { nearnessCost } from '../../src/domain/plans/voices-apart.js';
import { suggestVoices } from '../../src/domain/plans/suggested-voices.js';
import { requireCast } from '../../src/domain/jobs/cast-check.js';
import type { BlueprintRole } from '../../src/craft/narrative/model.js';
import { analyseText } from '../../src/craft/narrative/analysis/index.js';
import { identify } from '../../src/craft/people/identify.js';
import { originOfText, type TextOrigin } from '../../src/craft/people/origins.js';
import { Correction, importScript, toTableRead } from '../../src/craft/screenplay/index.js';
import { largerWith, OWN } from '../support/corpora.js';

/** A speaker as a human reader of the text knows them. */
interface Expected { cue: string; gender: string; age: string; accent: string | null }
interface Cast {
  name: string; roles: BlueprintRole[]; origin: TextOrigin | null; expected: Expected[];
  /** Cues that the analysis only guesses weakly; the narrator tells their lines. */
  unheard: ReadonlySet<string>;
}

const FOLDER = path.join(OWN.folder, 'people');

function expectedIn(list: string): Expected[] {
  return readFileSync(path.join(FOLDER, list), 'utf8').trim().split('\n').map((line) => {
    const [, cue = '', gender = '', age = '', accent] = /^(.+): (\w+), (\w+)(?:, (\w+))?$/.exec(line) ?? [];
    return { cue, gender: gender === 'unknown' ? 'neutral' : gender, age, accent: accent ?? null };
  });
}

async function castOf(file: string, list: string): Promise<Cast> {
  const bytes = readFileSync(file);
  const name = path.basename(file);
  if (/\.(?:fountain|fdx)$/.test(file)) {
    const { script } = await importScript(bytes, file.endsWith('.fdx') ? 'fdx' : 'fountain');
    const read = toTableRead(script, { mode: 'drama', narrationPolicy: 'include', title: name });
    return { name, roles: read.cast, origin: read.origin ?? null, expected: expectedIn(list), unheard: new Set() };
  }
  const { cast, quotes, origin } = analyseText(bytes.toString('utf8'));
  const certain = new Set(quotes.filter(({ confidence }) => confidence !== 'weak').map(({ speaker }) => speaker));
  const unheard = new Set(cast.filter(({ id }) => !certain.has(id)).map(({ cue }) => cue));
  const roles = cast.map(({ cue, role, quoteCount, ...person }): BlueprintRole =>
    ({ ...person, character: cue, role: role === 'person' ? 'character' : role, lineCount: quoteCount }));
  return { name, roles, origin, expected: expectedIn(list), unheard };
}

const OWN_TEXTS = ['the-long-watch.fountain', 'the-house-in-fallow-street.fountain', 'counter-service.fountain', 'the-other-machine.txt'];
const LARGER_TEXTS = [
  'prose/the-blue-carbuncle.txt', 'prose/the-man-with-the-twisted-lip.txt', 'prose/voyage-of-the-beagle-10.txt', 'prose/the-time-machine-5.txt',
  'prose/the-time-machine-8.txt', 'screenplays/screenplay-tools/TestFDX-FD.fdx', 'screenplays/fountain-reference/Dialogue.fountain',
  'screenplays/fountain-reference/Simple.fountain',
];
const listOf = (file: string): string => path.basename(file).replace(/\.\w+$/, '.list');
const TEXTS = [
  ...OWN_TEXTS.map((file) => [file, path.join(FOLDER, file), listOf(file)] as const),
  ...largerWith('prose').flatMap(({ folder }) => LARGER_TEXTS.filter((file) => existsSync(path.join(folder, file)))
    .map((file) => [file, path.join(folder, file), `larger/${listOf(file)}`] as const)),
];

const TAGS: readonly string[][] = [['narrator', 'calm', 'clear'], ['deep'], ['bright'], ['warm'], ['gravelly'], ['soft'], ['brisk'], ['old', 'thin'], ['light']];

/** Fifty-four voices as a neural catalogue has them, none of a child. */
const NEURAL: Voice[] = (['female', 'male'] as const).flatMap((gender) => ['American', 'British', 'Scottish'].flatMap((accent) =>
  TAGS.map((styleTags, at): Voice => ({
    ...catalogue('neural')[0]!, voiceId: `${accent}-${gender}-${styleTags[0]}`, name: `${styleTags[0]} ${gender}`, gender, accent, styleTags,
    ageRange: at === 6 || at === 7 ? 'senior' : at === 2 || at === 8 ? 'young_adult' : at === 5 ? 'teen' : 'adult',
  }))));
const STAGE = catalogue('stage');
const BOTH = [...STAGE, ...neuralCatalogue('neural')];

describe('who speaks, and with which voice', () => {
  it.each(TEXTS)('%s: everybody has the sex, age and accent that a reader knows', async (_name, file, list) => {
    const { roles, expected, unheard } = await castOf(file, list);
    const people = roles.filter(({ character, role }) => character !== 'NARRATOR' || role !== 'narrator' || expected.some(({ cue }) => cue === 'NARRATOR'));
    for (const role of people) {
      const known = expected.find(({ cue }) => cue === role.character);
      if (!known && unheard.has(role.character)) continue;
      const found = { cue: role.character, gender: role.gender, age: ageOf(role), accent: role.accent ?? null };
      expect({ found, because: role.evidence }).toEqual({ found: known, because: role.evidence });
    }
    // An entry of the list may only be the title of another entry, so up to two may be missing.
    if (!list.startsWith('larger/')) expect(people.length).toBeGreaterThanOrEqual(expected.length - 2);
  });

  it.each(TEXTS)('%s: nobody has a voice of the other sex, nor an old person a child’s', async (_name, file, list) => {
    const { roles, origin, expected } = await castOf(file, list);
    for (const voices of [STAGE, BOTH, [...STAGE, ...NEURAL]]) {
      const chosen = suggestVoices(roles, voices, {}, origin);
      for (const { cue, gender, age, accent } of expected.filter((person) => chosen[person.cue])) {
        const voice = voices.find(({ voiceId }) => voiceId === chosen[cue]!.voiceId)!;
        const heard = `${cue} speaks as ${voice.voiceId}`;
        if (gender !== 'neutral') expect(`${heard}: ${voice.gender}`).toBe(`${heard}: ${gender}`);
        expect(`${heard}: ${voice.ageRange === 'child'}`).toBe(`${heard}: ${age === 'child'}`);
        if (voices === STAGE) continue;
        if (age === 'senior') expect(`${heard}: ${voice.ageRange}`).toBe(`${heard}: senior`);
        if (accent && age !== 'child' && voices.some((each) => each.provider === 'neural' && each.accent === accent)) expect(`${heard}: ${voice.accent}`).toBe(`${heard}: ${accent}`);
      }
    }
  });

  it('a British text has British voices, an American one American voices, and both a plain narrator of their own', async () => {
    for (const [file, accent] of [['the-house-in-fallow-street', 'British'], ['counter-service', 'American']] as const) {
      const { roles, origin } = await castOf(path.join(FOLDER, `${file}.fountain`), `${file}.list`);
      expect(origin).toBe(accent);
      const chosen = suggestVoices(roles, NEURAL, {}, origin);
      // A child is not checked: it gets a child's or a teenager's voice rather than one of its accent.
      for (const role of roles.filter((each) => !each.accent && ageOf(each) !== 'child')) {
        const voice = NEURAL.find(({ voiceId }) => voiceId === chosen[role.character]!.voiceId)!;
        expect([role.character, voice.voiceId, voice.accent]).toEqual([role.character, voice.voiceId, accent]);
      }
      expect(NEURAL.find(({ voiceId }) => voiceId === chosen.NARRATOR!.voiceId)!.styleTags).toContain('narrator');
    }
  });

  it('two cues of one person share a voice, two people never do, and people with similar voices are recast', async () => {
    const { roles, origin } = await castOf(path.join(FOLDER, 'the-long-watch.fountain'), 'the-long-watch.list');
    const chosen = suggestVoices(roles, NEURAL, {}, origin);
    expect(chosen.VOSS).toEqual(chosen['CAPTAIN MARA VOSS']);
    const people = roles.filter(({ sameAs }) => !sameAs);
    expect(new Set(people.map(({ character }) => chosen[character]!.voiceId)).size).toBe(people.length);
    const first = chosen.CHARLIE!.voiceId;
    const alike = NEURAL.map((voice) => (voice.voiceId === chosen.VOSS!.voiceId ? { ...voice, similarTo: [first] } : voice));
    const apart = suggestVoices(roles, alike, {}, origin);
    expect([apart.VOSS!.voiceId, apart.CHARLIE!.voiceId].sort()).not.toEqual([chosen.VOSS!.voiceId, first].sort());
  });

  it('stage voices join a neural cast only for a child or a machine, for which there is no neural voice', async () => {
    const { roles, origin } = await castOf(path.join(FOLDER, 'the-long-watch.fountain'), 'the-long-watch.list');
    const chosen = suggestVoices(roles, [...STAGE, ...NEURAL], {}, origin);
    const stage = Object.entries(chosen).filter(([, { provider }]) => provider === 'stage').map(([cue]) => cue);
    expect(stage.sort()).toEqual(['BOY', 'GIRL #2', 'SHIP\'S COMPUTER']);
  });

  it('a woman has a man’s voice only where there is no other', () => {
    const ada: BlueprintRole = { character: 'ADA', role: 'character', gender: 'female', description: '', lineCount: 1 };
    const eve = { ...ada, character: 'EVE' };
    const [woman, man] = [NEURAL[0]!, NEURAL.find(({ gender }) => gender === 'male')!];
    expect(suggestVoices([ada, eve], [woman, man], {}).EVE!.voiceId).toBe(woman.voiceId);
    expect(suggestVoices([ada, eve], [man], {}).EVE!.voiceId).toBe(man.voiceId);
  });

  it('a speaker whom a correction adds has the sex and age that the cue tells, and a voice of that sex', async () => {
    const script = `INT. QUAY - DAY\n\n${Array.from({ length: 6 }, (_none, at) => `ADA\nThis is line ${at} of mine.\n\n`).join('')}`;
    const was = toTableRead((await importScript(Buffer.from(script), 'fountain')).script, { mode: 'drama', narrationPolicy: 'suppress', title: 'The Quay' });
    const correction = new Correction(was, {}, () => ({}));
    ['Girl', 'Mother', 'Mrs. Sorley', 'Marta', 'Madam'].forEach((character, at) => correction.make({ op: 'reassign', from: at + 1, character }));
    const { cast } = correction.result().screenplay;
    const added = cast.filter(({ character }) => character !== 'ADA');
    expect(added.map(({ character, gender, ageRange = null }) => [character, gender, ageRange])).toEqual([
      ['GIRL', 'female', 'child'], ['MOTHER', 'female', 'adult'], ['MRS. SORLEY', 'female', null], ['MARTA', 'female', null], ['MADAM', 'female', null],
    ]);
    const chosen = suggestVoices(cast, STAGE, {});
    const sexes = added.map(({ character }) => STAGE.find(({ voiceId }) => voiceId === chosen[character]?.voiceId)?.gender);
    expect(sexes).toEqual(added.map(() => 'female'));
  });

  it('reads the age after a name with a title in capitals, as scripts print it', async () => {
    const script = 'INT. QUAY - DAY\n\nMRS. SORLEY, 70s, leans on the rail.\n\nMRS. SORLEY\nYou are late.\n\nFINN\nI ran.\n';
    const { cast } = toTableRead((await importScript(Buffer.from(script), 'fountain')).script, { mode: 'drama', narrationPolicy: 'include', title: 'The Quay' });
    expect(cast.find(({ character }) => character === 'MRS. SORLEY')).toMatchObject({ gender: 'female', ageRange: 'senior' });
  });

  it('the sources overrule a writer, and the canon overrules both', () => {
    const role = (character: string, gender: BlueprintRole['gender']): BlueprintRole =>
      ({ character, gender, role: 'character', description: '', lineCount: 1 });
    const text = 'Charlie dropped her bag. She was twelve years old.\n\nDr. Muir, a Scottish surgeon, shut his book. He sighed.';
    const { cast } = withTextFacts({
      pageTarget: 1, narrationPolicy: 'suppress', scenes: [], musicDirection: '', sfxDirection: '',
      cast: [role('CHARLIE', 'male'), role('DR MUIR', 'female'), role('ANSELM', 'male')],
    }, [{ sourceId: 's', label: null, text, digest: null }]);
    expect(cast.map(({ gender, accent }) => [gender, accent])).toEqual([['female', undefined], ['male', 'Scottish'], ['male', undefined]]);
    const canon = { narrator: null, characters: [{ ...blankCharacter('Charles Voss'), aliases: ['Charlie'], gender: 'male' as const }, blankCharacter('Dr Muir')] };
    expect(cast.map((each) => withCanonGender(each, canon).gender)).toEqual(['male', 'male', 'male']);
  });
});

describe('a cast in its production', () => {
  const HOUSE = neuralCatalogue('neural');
  const person = (character: string, gender: BlueprintRole['gender'], lineCount: number, extra: Partial<BlueprintRole> = {}): BlueprintRole =>
    ({ character, role: 'character', gender, description: '', lineCount, ...extra });
  const narrator = person('NARRATOR', 'neutral', 50, { role: 'narrator' });
  const voiceIn = (chosen: ReturnType<typeof suggestVoices>, cue: string): Voice => HOUSE.find(({ voiceId }) => voiceId === chosen[cue]!.voiceId)!;
  const productions = Array.from({ length: 10 }, (_, at) => `prj_${at}`);

  it('gets other leads and another narrator than other productions, and the same ones each time', () => {
    const cast = [person('HERO', 'male', 40), person('HEROINE', 'female', 30), narrator];
    const casts = productions.map((production) => suggestVoices(cast, HOUSE, {}, 'British', production));
    expect(suggestVoices(cast, HOUSE, {}, 'British', 'prj_3')).toEqual(casts[3]);
    for (const [cue, least] of [['HERO', 3], ['HEROINE', 3], ['NARRATOR', 2]] as const) {
      expect(new Set(casts.map((chosen) => chosen[cue]!.voiceId)).size).toBeGreaterThanOrEqual(least);
    }
    for (const chosen of casts) {
      for (const cue of ['HERO', 'HEROINE', 'NARRATOR']) expect(voiceIn(chosen, cue).accent).toBe('British');
      expect(voiceIn(chosen, 'HERO').styleTags).not.toContain('deep');
    }
  });

  it('keeps voices that are near in pitch and timbre apart, and the narrator from everybody', () => {
    const cast = [...['A', 'B', 'C'].map((cue, at) => person(cue, 'male', 30 - at)), ...['D', 'E', 'F'].map((cue, at) => person(cue, 'female', 20 - at)), narrator];
    for (const production of productions) {
      for (const origin of ['British', 'American', null] as const) {
        const chosen = suggestVoices(cast, HOUSE, {}, origin, production);
        const voices = cast.map(({ character }) => voiceIn(chosen, character));
        for (const [at, one] of voices.entries()) {
          for (const other of voices.slice(0, at)) {
            expect(`${one.voiceId} beside ${other.voiceId}: ${nearnessCost(one, other, false) < 40}`).toBe(`${one.voiceId} beside ${other.voiceId}: true`);
          }
        }
        for (const voice of voices.slice(0, -1)) expect(nearnessCost(voice, voices.at(-1)!, true)).toBeLessThan(16);
      }
    }
  });

  it('gives eight children children’s and teenagers’ voices, and reports every voice that is not a child’s of that sex', () => {
    const children = [...['CYRIL', 'ROBERT', 'LAMB', 'TOM'].map((cue) => person(cue, 'male', 5, { ageRange: 'child' })),
      ...['ANTHEA', 'JANE', 'MAY', 'RUTH'].map((cue) => person(cue, 'female', 5, { ageRange: 'child' }))];
    const cast = [...children, person('FATHER', 'male', 20), narrator];
    for (const production of productions) {
      const chosen = suggestVoices(cast, HOUSE, {}, 'British', production);
      const voices = children.map(({ character }) => voiceIn(chosen, character));
      expect(voices.every(({ ageRange }) => ageRange === 'child' || ageRange === 'teen')).toBe(true);
      expect(voices.filter(({ ageRange }) => ageRange === 'child')).toHaveLength(4);
      expect(new Set(voices).size).toBe(8);
      expect(voiceIn(chosen, 'FATHER').ageRange).toMatch(/adult/);
      children.forEach((child, at) => {
        const said = shortfallOf(child, voices[at]!);
        expect(said === null).toBe(voices[at]!.ageRange === 'child' && voices[at]!.gender === child.gender);
      });
    }
  });

  it('gets a deep voice for a person whose description has one', () => {
    const chosen = suggestVoices([person('GIANT', 'male', 5, { description: 'a huge man with a bass voice' })], HOUSE, {}, 'British');
    expect(voiceIn(chosen, 'GIANT').styleTags).toContain('deep');
  });
});

describe('evidence of origin and age', () => {
  it.each([
    ['He laid two guineas on the table, and owed a guinea more.', 'British'], ['It cost nine dollars and a dime.', 'American'],
    ['“Good morning, Mr. Hale,” said Mrs. Orme. “Is Miss Orme at home, sir?”', 'British'],
    ['“Good morning, Mr. Hale,” said Mrs. Orme of Boston. “Is Miss Orme in Boston, sir?”', 'American'],
    ['The boat lay on the sand.', null],
  ])('%j is %s', (text, origin) => {
    expect(originOfText(text)).toBe(origin);
  });

  const ageIn = (name: string, ...texts: string[]): string | null =>
    identify([{ id: 'x', names: [name.toUpperCase()], described: false }], texts.map((text) => ({ kind: 'narration', text }))).get('x')!.ageRange;

  it('a baby is a child, and so is a person whom two passages about nobody else call a child', () => {
    expect(ageIn('Wynn', 'Wynn, the baby, slept.')).toBe('child');
    expect(ageIn('Wynn', 'Wynn ran out. The child had no shoes.', 'Wynn stopped, and the little girl laughed.')).toBe('child');
    expect(ageIn('Wynn', 'Wynn ran out. The child had no shoes.')).toBeNull();
    expect(ageIn('Mrs Wynn', 'Mrs Wynn ran out. The child had no shoes.', 'Mrs Wynn stopped, and the child laughed.')).toBeNull();
  });

  it('the next sentences say how old somebody is by a pronoun, unless another may be meant', () => {
    expect(ageIn('Wynn', 'said Wynn. He was fourteen and hated to be wrong.')).toBe('teen');
    expect(ageIn('Wynn', 'Wynn counted them from the rail. Forty-one years old, grey at the temples, she had run the boat since her father died.')).toBe('adult');
    expect(ageIn('Wynn', 'Wynn laughed. She ran to the gate. She was a girl of nine.')).toBe('child');
    expect(ageIn('Wynn', 'They gave it to Wynn. He was fourteen.')).toBeNull();
    expect(ageIn('Wynn', 'Wynn saw that nobody laughed. She was a mother of nine.')).not.toBe('child');
    expect(ageIn('Wynn', 'Wynn laughed. He was ten minutes late.')).toBeNull();
    expect(ageIn('Wynn', 'Wynn laughed. The boat came. He was fourteen.')).toBeNull();
    for (const other of ['She was a child when the war ended.', 'She was a girl again when she laughed.', 'He was a child of his time.', 'He was one, and he knew it.', 'He was two and a half hours late.']) {
      expect(ageIn('Wynn', `“I remember,” said Wynn. ${other}`)).toBeNull();
    }
    expect(ageIn('Wynn', 'Wynn ran. Ten, fifteen, he counted the steps.')).toBeNull();
    expect(ageIn('Wynn', 'Wynn opened the door to his son. He was fourteen.')).toBeNull();
    const spoken = identify([{ id: 'w', names: ['WYNN'] }, { id: 'o', names: ['OTTO'] }], [{ kind: 'speech', speaker: 'o', text: 'It is a curious case, Wynn. He was a boy of nine.' }]);
    expect(spoken.get('w')!.ageRange).toBeNull();
    const both = identify([{ id: 'w', names: ['WYNN'] }, { id: 'o', names: ['OTTO'] }], [{ kind: 'narration', text: 'Wynn looked at Otto. He was fourteen.' }]);
    expect(both.get('w')!.ageRange).toBeNull();
  });

  it('the description in the cast says the age that the text states', () => {
    const text = '“There should be ten,” said Ines.\n\n“I counted ten at the gate,” said Tam. He was fourteen and hated to be wrong.\n\n“Count again,” said Ines.\n';
    expect(analyseText(text)!.cast.map(({ description }) => description)).toEqual(['Ines.', 'Tam, aged 14.']);
  });

  it('an age of long ago does not count, and a young girl is a teenager', () => {
    expect(ageIn('Wynn', 'It was so when Wynn was five, and it is so today.')).toBeNull();
    expect(ageIn('Wynn', 'Wynn, a young girl, came in.')).toBe('teen');
  });
});

describe('the refusal of a cast with gaps', () => {
  const whyWith = (accept?: boolean): string => {
    try {
      requireCast({ projectId: 'prj_1', cast: { narrator: null, characters: [blankCharacter('ADA')] }, voiceMap: {}, narrated: false, suggestions: {}, accept });
    } catch (error) {
      return (error as { details: { next: { why: string } } }).details.next.why;
    }
    throw new Error('a cast with gaps was accepted');
  };

  it('tells of acceptSuggestedVoices only when the call has that field and it was not sent', () => {
    expect(whyWith(false)).toContain('acceptSuggestedVoices');
    for (const accept of [undefined, true]) expect(whyWith(accept)).toBe('Gives everybody the suggested voice.');
  });
});
