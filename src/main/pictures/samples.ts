import type { Person } from '../../craft/images/person/cast.js';

/** Headings that show every kind of place in changing light. */
export const SAMPLE_HEADINGS: readonly string[] = [
  'INT. LIVING ROOM - NIGHT', 'INT. FLAT IN HALF-MOON STREET - MORNING', 'EXT. CITY STREET - NIGHT - RAIN', 'EXT. ALLEY - DAY',
  'INT. EDITOR\'S OFFICE - DAY', 'INT. NEWSROOM - NIGHT', 'EXT. FOREST - DAWN', 'EXT. THE HEATH - NIGHT - STORM', 'EXT. OPEN SEA - SUNSET',
  'INT. SHIP CABIN - NIGHT', 'EXT. DESERT - DAY', 'EXT. CANYON - DUSK', 'INT. RAILWAY STATION - EVENING', 'INT. TRAIN CARRIAGE - DAY',
  'INT. CHURCH - DAY', 'INT. LABORATORY - NIGHT', 'INT. PRISON CELL - NIGHT', 'INT. HOSPITAL WARD - DAY', 'INT. THEATRE - NIGHT',
  'INT. CASTLE - GREAT HALL - NIGHT', 'EXT. CASTLE - DUSK', 'INT. SPACESHIP BRIDGE - NIGHT', 'EXT. MOON SURFACE - DAY', 'INT. BAR - NIGHT',
  'INT. LIBRARY - LATE AFTERNOON', 'INT. KITCHEN - MORNING', 'INT. BEDROOM - NIGHT', 'INT. CLASSROOM - DAY', 'INT. COURTROOM - DAY',
  'EXT. MOUNTAIN PASS - DAY - SNOW', 'EXT. BEACH - SUNSET', 'EXT. GARDEN - DAY', 'EXT. CEMETERY - NIGHT - FOG', 'EXT. FARM FIELD - GOLDEN HOUR',
  'EXT. HIGHWAY - DUSK', 'INT. CAR - NIGHT',
];

/** Places with more than one composition, and exteriors of places that are otherwise drawn from inside. */
export const VARIANT_HEADINGS: readonly string[] = [
  'INT. PARLOUR - EVENING', 'INT. HALLWAY - NIGHT', 'INT. DINING ROOM - NIGHT', 'INT. ATTIC - NIGHT - STORM', 'EXT. HOUSE - DAY', 'EXT. ROOFTOP - NIGHT',
  'EXT. MARKET SQUARE - DAY', 'EXT. HARBOUR - DAWN', 'EXT. CHURCH - DAY', 'EXT. COURTHOUSE - DAY', 'EXT. PRISON - NIGHT', 'EXT. CAVE - NIGHT',
  'EXT. JUNGLE - DAY', 'EXT. SHERWOOD FOREST - DAY', 'INT. STUDY - NIGHT', 'INT. WAREHOUSE - NIGHT', 'EXT. PARK - DAY', 'EXT. BATTLEFIELD CAMP - NIGHT',
  'SOMEWHERE', 'EXT. CLIFFS - DAY', 'EXT. BEACH - DAY', 'EXT. HARBOUR - NIGHT - FOG', 'EXT. OPEN SEA - DAY', 'EXT. WOODS - NIGHT - FOG',
  'INT. COCKPIT OF A SMALL PLANE - DAY', 'EXT. LAUNCH AT SEA - NIGHT', 'EXT. BATTLESHIP, DECK - DAY',
];

const person = (name: string, description: string, voice: Person['voice'] = 'neutral'): Person => ({ name, description, voice });

/** A cast of 24 people from different stories. */
export const SAMPLE_CAST: readonly Person[] = [
  person('Mara', 'about 30, long black hair, red coat, scarf', 'female'), person('Okoro', 'station master in uniform, 60, moustache, a black man'),
  person('Lady Bracknell', 'in her 60s, purple gown, feathered hat, glasses'), person('Toby', 'a boy, 9, red hair, freckles'),
  person('Jack', 'a man in his forties, brown suit, moustache'), person('Ines', 'young woman with red hair in a bun'),
  person('The Old King', 'king, 70, white beard'), person('Dr. Chasuble', 'a canon, 55', 'male'), person('Nurse Ratched', 'nurse, 40', 'female'),
  person('Chef Paul', 'chef', 'male'), person('Captain Vey', 'sea captain, bearded, eye patch'), person('Zara', 'young woman in a hijab'),
  person('Detective Marlowe', 'fedora, trench coat, 45', 'male'), person('Lin', 'astronaut, Chinese, 35', 'female'), person('Merriman', 'butler', 'male'),
  person('Priya', 'scientist, Indian, lab coat, glasses, ponytail', 'female'), person('Sam', '', 'male'), person('Alex', '', 'female'),
  person('The Duchess', 'duchess, pearls'), person('Kit', 'teenage girl, braids, hoodie'), person('Bruno', 'burly blacksmith, bald, beard, apron'),
  person('Macbeth', 'thane, armour', 'male'), person('Mrs. Pell', '80, green coat, woolly hat'), person('Nnamdi', 'Nigerian man, 28, yellow jumper'),
];
