import { describe, expect, it } from '@jest/globals';
import { readPlaces, type SceneText, type Setting } from '../../src/craft/images/places/place-reading.js';
import type { Place } from '../../src/craft/images/places/place.js';
import { drawScene } from '../../src/craft/images/scenes/index.js';

const STORY: Setting = { era: 'victorian', programme: false, people: ['ANNA', 'CAPTAIN ROSS', 'THE BOY'] };
const PROGRAMME: Setting = { ...STORY, programme: true };

const told = (heading: string, text: string): SceneText => ({ heading, passages: [{ kind: 'told', text }] });
const spoken = (heading: string, text: string): SceneText => ({ heading, passages: [{ kind: 'spoken', text }] });
const one = (scene: SceneText, setting = STORY): Place => readPlaces([scene], setting)[0]!;

/** The expected side and category, and the texts that must be read so under a heading that does not name the place. */
const TABLE: Record<string, string[]> = {
  'in lighthouse': ['She climbed to the lamp room with the oil. The great lens had stopped, and the glass rang in the wind.'],
  'out lighthouse': ['The lighthouse stood alone on its rock, and nobody had painted it since the war.'],
  'in wheelhouse': ['Ross stood in the wheelhouse and held the ship’s wheel with one hand. Rain ran down the windows.'],
  'in engine': ['It was hot in the engine-room. He wiped the gauge and listened to the pistons.'],
  'out ship': ['On deck the men had furled the topsails. The schooner lay at anchor, and the gulls sat on the rigging.'],
  'out coast': ['They rowed along the shore until they found a cove. Above it rose black cliffs, and the surf was loud.'],
  'out river': ['The canoe turned in the rapids. They paddled hard and reached the river bank at noon.'],
  'out mountain': ['From the summit they looked down on the glacier, and at the far precipices.'],
  'out forest': ['The path went into the forest. Under the pines it was dark, and the undergrowth tore at their sleeves.'],
  'out camp': ['We had pitched the tents beside the road, and somebody kept the camp-fire burning.'],
  'in den': ['Men lay on wooden berths, and the brown smoke of opium hung under the ceiling.'],
  'in warehouse': ['The warehouse was full of bales, and crates stood up to the roof.'],
  'in museum': ['She walked through the gallery past the glass cases, where the skeletons stood.'],
  'in prison': ['The warder opened the cell. Handcuffs lay on the floor of the prison.'],
  'in lab': ['In the laboratory the microscope was still warm, and a row of test-tubes waited.'],
  'in bedroom': ['She sat up in bed and put the pillow behind her.'],
  'in living': ['He sat by the fireside in the parlour, with his feet upon the hearth.'],
  'out street': ['The hansom rattled over the cobbles, and people crowded the pavement.'],
};
const ROWS = Object.entries(TABLE).flatMap(([expected, texts]) => texts.map((text) => [expected, text] as const));

describe('the place of a scene', () => {
  it.each(ROWS)('is %s: %s', (expected, text) => {
    for (const heading of ['INT./EXT. ANNA AND CAPTAIN ROSS', '', 'INT./EXT. NARRATION - LATER', 'INT./EXT. SCENE 2', 'INT./EXT. PART IV']) {
      const { side, category } = one(told(heading, text));
      expect(`${side} ${category}`).toBe(expected);
    }
    expect(one(told('INT. STUDIO - THE FIRST PART', text), PROGRAMME)).toMatchObject({ category: expected.split(' ')[1] });
  });

  it('is what the heading says, whatever the words say', () => {
    expect(one(told('INT. KITCHEN - DAY', 'The sea, the shore and the forest were far away from the deck.'))).toMatchObject({ category: 'kitchen', side: 'in' });
  });

  it('is read from the words when the heading is only a proper name', () => {
    expect(one(told('EXT. MARWICK HEAD - NIGHT', 'The lighthouse threw its beam over the reef.'))).toMatchObject({ category: 'lighthouse', time: 'night' });
    expect(one(told('INT. HALVORSEN & SONS - DAY', 'Bales and crates filled the warehouse.'))).toMatchObject({ category: 'warehouse' });
  });

  it('is not taken from a comparison, a denial or a wish', () => {
    expect(one(told('', 'He sat by the hearth in the parlour. It was like a ship, he thought; it could be a castle, but not a prison.')).category).toBe('living');
  });

  it('is not what something is compared to, but where the scene really is', () => {
    expect(one(told('', 'Her thoughts seemed to revolve like the beacon in a lighthouse, turned towards the slums or towards the stars.')).category).not.toBe('lighthouse');
    expect(one(told('', 'He sat like a log on the bench in the kitchen. The cook stood at the stove.')).category).toBe('kitchen');
  });

  it('is not a place that someone only speaks of', () => {
    const scenes = [told('', 'They sat by the fireside in the parlour.'), spoken('', 'Send him to prison, then! He is no murderer.')];
    const places = readPlaces(scenes, STORY);
    expect(places[1]).toMatchObject({ category: 'living', name: places[0]!.name });
  });

  it.each([
    'Her grandfather had ascended the throne at nineteen. He sat on the throne for a week.', 'They had left town early. Nobody stays in town in August, and she hated town life.',
    'My sister often speaks on a platform. He spoke from the platform of nothing else.', 'She looked at a sea of faces. A river of words came over him, and he was all at sea.',
    'He was called to the bar at thirty, and his brother went to sea.', 'They came home from church and had been at school together.', 'He was on the road to ruin, and she built castles in the air.',
  ])('is not in a figure of speech: %s', (text) => {
    expect(one(told('INT./EXT. SCENE', text))).toMatchObject({ category: 'abstract', name: 'SCENE' });
  });

  it('is taken from the same noun when it is meant literally', () => {
    for (const [text, category] of [['He stood before the throne in the great hall.', 'castle'], ['The train was late. They waited on the platform.', 'station'],
      ['They walked through the town, past the stalls of the market-place.', 'street'], ['They sat in the church under the pulpit.', 'church']] as const) {
      expect([text, one(told('INT./EXT. SCENE', text)).category]).toEqual([text, category]);
    }
  });

  it('is not taken from a proper name such as Maddox Garden', () => {
    expect(one(told('', 'They went on through Lower Maddox Garden. The cobbles were wet, and a stall still stood on the pavement.')).category).toBe('street');
  });

  it('has the hour and the weather that its words tell', () => {
    const walk = 'The moor was white with snow, and the full moon stood over the heath.';
    expect(one(told('', walk))).toMatchObject({ time: 'night', weather: 'snow', category: 'field' });
    expect(one(told('', 'After a quiet night they walked over the meadows in the morning.'))).toMatchObject({ time: 'day' });
    expect(one(told('EXT. MOOR - DAWN', walk)).time).toBe('dawn');
  });

  it('is a platform when someone addresses an audience, and a studio when a programme speaks of no place', () => {
    expect(one(told('INT. STUDIO - FREEDOM', 'Ladies and gentlemen, fellow citizens, we have come a long way.'), PROGRAMME).category).toBe('rostrum');
    expect(one(told('INT. STUDIO - NUMBERS', 'Nine of ten agreed. The tenth did not answer.'), PROGRAMME).category).toBe('studio');
  });

  it('has a picture of its own, unless two scenes share it', () => {
    const scenes = [
      told('INT. STUDIO - CAPE ANVIL', 'We doubled the cape, and the cliffs were black.'), told('INT. STUDIO - A QUIET BAY', 'The shore of the bay was covered with huts.'),
      told('INT. STUDIO - THE SECOND LANDING', 'We landed on the shore below the rocks.'), told('INT. STUDIO - ON BOARD', 'On deck the rigging was frozen.'),
    ];
    const pictures = readPlaces(scenes, PROGRAMME).map((place) => drawScene({ place: { ...place, time: 'day', weather: 'clear' }, seed: 's' }));
    expect(new Set(pictures).size).toBe(pictures.length);
    const same = readPlaces([told('INT. LAMP ROOM - DAY', ''), told('INT. CELLAR', ''), told('INT. LAMP ROOM - DAY', '')], STORY);
    expect(drawScene({ place: same[0]!, seed: 's' })).toBe(drawScene({ place: same[2]!, seed: 's' }));
  });

  it('has no name from the number of a scene, so that a place is the same in every scene', () => {
    const words = 'He sat by the fireside in the parlour.';
    expect(one(told('INT. SCENE 4', words)).name).toBe(one(told('INT. SCENE 1', words)).name);
  });

  it('takes any text', () => {
    for (const text of ['', '<svg onload=x>', '\u0000\u202e', 'a '.repeat(50_000), 'in the '.repeat(20_000)]) expect(one(told(text.slice(0, 400), text)).category).toBeDefined();
  });
});

describe('the period of a place', () => {
  it('changes its furniture, lamps and vehicles', () => {
    for (const heading of ['INT. OFFICE - NIGHT', 'EXT. CITY STREET - DAY', 'INT. CARRIAGE RIDE, CAR - DAY', 'EXT. HIGHWAY - DAY', 'INT. HOSPITAL - DAY', 'INT. KITCHEN - NIGHT']) {
      const [old, now] = (['victorian', 'modern'] as const).map((era) => drawScene({ place: one(told(heading, ''), { ...STORY, era }), seed: 'n' }));
      expect({ heading, same: old === now }).toEqual({ heading, same: false });
    }
  });
});
