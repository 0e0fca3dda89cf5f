import { describe, expect, it } from '@jest/globals';
import { describePlace, parsePlace, type Place } from '../../src/craft/images/places/place.js';

/** The expected side, category, time and weather, and the headings that must be read so. */
const TABLE: Record<string, string[]> = {
  'in living day clear': [
    'INT. LIVING ROOM - DAY', 'INT. DRAWING ROOM, MORNING', 'INT. THE SMITHS\' APARTMENT - AFTERNOON', 'INT. HALLWAY - DAY', 'INT. PALATIAL MANSION - DAY',
    'INT. DINING ROOM - NOON', 'I/E. CABIN - DAY', 'Morning-room in Algernon\'s flat in Half-Moon Street.', 'INT. STAIRWELL - DAY', 'INT. HOTEL LOBBY - DAY',
    'A room in the doctor\'s house. Morning.',
  ],
  'in living night clear': ['INT. SITTING ROOM - NIGHT', 'INT. PENTHOUSE - MIDNIGHT', 'INT. FOYER -- NIGHT', '12. INT. COTTAGE - NIGHT'],
  'in kitchen day clear': ['INT. KITCHEN - DAY', 'INT. FARMHOUSE, KITCHEN - MORNING', 'INT. PANTRY - DAY'],
  'in bakery day clear': ['INT. BAKERY - DAY', 'INT. BAKEHOUSE - MORNING'],
  'in greenhouse night clear': ['INT. GREENHOUSE - NIGHT', 'INT. CONSERVATORY - NIGHT'],
  'in cellar night clear': ['INT. CELLAR - NIGHT'],
  'in stable day clear': ['INT. STABLE - DAY', 'INT. BARN - DAY'],
  'in shop day clear': ['INT. ANTIQUE SHOP - DAY', 'INT. GENERAL STORE - DAY'],
  'in ballroom night clear': ['INT. BALLROOM - NIGHT'],
  'in cave day clear': ['INT. CAVE - DAY'],
  'out hills day clear': ['EXT. HILLSIDE - DAY', 'EXT. THE DOWNS - MORNING'],
  'in bedroom night clear': ['INT. BEDROOM - NIGHT', 'INT. HOTEL ROOM - NIGHT', 'INT. LUCY\'S BEDCHAMBER - NIGHT', 'INT. ATTIC - NIGHT',
    'INT. NURSERY - NIGHT', 'INT. MOTEL - NIGHT'],
  'in school day clear': ['INT. CLASSROOM - DAY', 'INT. LECTURE HALL - DAY', 'INT. HIGH SCHOOL GYM - DAY'],
  'in office day clear': [
    'INT. OFFICE - DAY', 'INT. NEWSROOM - DAY', 'INT. BOARDROOM - DAY', 'INT. POLICE PRECINCT - DAY', 'INT. BANK - DAY',
    'INT. FACTORY FLOOR - DAY',
  ],
  'in studio day clear': ['INT. RECORDING STUDIO - DAY', 'INT. STUDIO - THE FIRST HOUR'],
  'in warehouse day clear': ['INT. WAREHOUSE - DAY', 'INT. GRANARY - DAY'],
  'in engine night clear': ['INT. ENGINE ROOM - NIGHT', 'INT. BOILER ROOM - NIGHT'],
  'in lighthouse night clear': ['INT. LIGHTHOUSE - NIGHT', 'INT. LAMP ROOM - NIGHT'],
  'out lighthouse dusk clear': ['EXT. LIGHTHOUSE - DUSK'],
  'in wheelhouse night clear': ['INT. WHEELHOUSE - NIGHT', 'INT. PILOT HOUSE OF THE FERRY - NIGHT'],
  'in den night clear': ['INT. OPIUM DEN - NIGHT'],
  'in museum day clear': ['INT. MUSEUM - DAY', 'INT. LONG GALLERY - DAY'],
  'out coast day clear': ['EXT. ROCKY SHORE - DAY', 'EXT. FJORD - DAY', 'EXT. HEADLAND - DAY'],
  'out river dawn clear': ['EXT. RIVER - DAWN', 'EXT. RAPIDS - DAYBREAK'],
  'out camp night clear': ['EXT. BASE CAMP - NIGHT', 'EXT. CAMPSITE - NIGHT'],
  'in library dusk clear': ['INT. LIBRARY - EVENING', 'INT. STUDY - DUSK', 'INT. BOOKSHOP - TWILIGHT', 'INT. ARCHIVE - EVENING'],
  'in court day clear': ['INT. COURTROOM - DAY', 'INT. SENATE - DAY', 'INT. TOWN HALL - DAY'],
  'in hospital day clear': ['INT. HOSPITAL WARD - DAY', 'INT. CLINIC - DAY', 'INT. MORGUE - DAY', 'INT. EMERGENCY ROOM - DAY', 'INT. NURSING HOME - DAY'],
  'in lab night clear': ['INT. LABORATORY - NIGHT', 'INT. OBSERVATORY - NIGHT', 'INT. CONTROL ROOM - NIGHT', 'INT. SERVER ROOM - NIGHT'],
  'in prison night clear': ['INT. PRISON CELL - NIGHT', 'INT. INTERROGATION ROOM - NIGHT', 'INT. DUNGEON - NIGHT', 'INT. COUNTY JAIL - NIGHT'],
  'in church day clear': ['INT. CHURCH - DAY', 'INT. ST. MARY\'S CHAPEL - DAY', 'INT. CRYPT - DAY', 'INT. MOSQUE - DAY'],
  'in theatre night clear': ['INT. THEATRE - NIGHT', 'INT. OPERA HOUSE, BACKSTAGE - NIGHT', 'INT. DRESSING ROOM - NIGHT', 'INT. CINEMA - NIGHT'],
  'in bar night clear': ['INT. BAR - NIGHT', 'INT. THE RED LION PUB - NIGHT', 'INT. CAFÉ - NIGHT', 'INT. DINER - NIGHT', 'INT. STARBUCKS - NIGHT',
    'INT. NIGHTCLUB - NIGHT'],
  'in station dusk clear': ['INT. RAILWAY STATION - EVENING', 'INT. TRAIN CARRIAGE - DUSK', 'INT. SUBWAY CAR - EVENING', 'INT. AIRPORT TERMINAL - EVENING',
    'INT. TRAIN - DUSK'],
  'out station day clear': ['EXT. STATION PLATFORM - DAY', 'EXT. TRAIN TRACKS - DAY'],
  'in ship night clear': ['INT. SHIP CABIN - NIGHT', 'INT. SUBMARINE CONTROL ROOM - NIGHT'],
  'out ship golden clear': ['EXT. OPEN SEA - SUNSET', 'EXT. DECK OF THE HISPANIOLA - SUNSET', 'EXT. HARBOUR - GOLDEN HOUR', 'EXT. PIER - MAGIC HOUR'],
  'in castle night clear': ['INT. CASTLE - GREAT HALL - NIGHT', 'INT. THRONE ROOM - NIGHT', 'INT. PALACE - NIGHT'],
  'out castle dusk clear': ['EXT. CASTLE - DUSK', 'EXT. RAMPARTS OF ELSINORE - DUSK', 'EXT. TOWER - TWILIGHT'],
  'out street night clear': [
    'EXT. CITY STREET - NIGHT', 'EXT. ALLEY - NIGHT', 'EXT. ROOFTOP - NIGHT', 'EXT. HOUSE - NIGHT', 'EXT. MARKET SQUARE - NIGHT',
    'EXT. SUBURBAN DRIVEWAY - NIGHT', 'EXT. OFFICE BUILDING - NIGHT', 'EXT. HOTEL - NIGHT',
  ],
  'out street night rain': ['EXT. CITY STREET - NIGHT - RAIN', 'EXT. DOWNTOWN - RAINY NIGHT'],
  'out forest dawn clear': ['EXT. FOREST - DAWN', 'EXT. WOODS BEHIND CHURCH - SUNRISE', 'EXT. JUNGLE CLEARING - DAYBREAK'],
  'out forest night storm': ['EXT. THE HEATH - NIGHT - STORM', 'EXT. DARK WOOD - NIGHT. THUNDER.'],
  'out desert day clear': ['EXT. DESERT - DAY', 'EXT. CANYON - DAY', 'ACT I. SCENE I. A desert place.'],
  'out mountain day snow': ['EXT. MOUNTAIN PASS - DAY - SNOW', 'EXT. SNOWY RIDGE - DAY', 'EXT. GLACIER - DAY (BLIZZARD)'],
  'out beach golden clear': ['EXT. BEACH - SUNSET', 'EXT. ISLAND SHORE - LATE AFTERNOON', 'EXT. LAKE - SUNSET'],
  'out garden day clear': ['EXT. GARDEN - DAY', 'EXT. CENTRAL PARK - DAY', 'Garden at the Manor House.', 'EXT. COURTYARD - DAY', 'EXT. BACKYARD - DAY', 'EXT. HEDGE - DAY', 'EXT. THE ROSE BEDS - DAY',
    'EXT. CAMPUS - DAY'],
  'out garden night fog': ['EXT. CEMETERY - NIGHT - FOG', 'EXT. GRAVEYARD - MISTY NIGHT'],
  'out field golden clear': ['EXT. FARM FIELD - GOLDEN HOUR', 'EXT. MEADOW - SUNSET', 'EXT. BATTLEFIELD - SUNSET'],
  'out field day wind': ['EXT. PRAIRIE - WINDY DAY', 'EXT. MOOR - DAY - WIND'],
  'out road dusk clear': ['EXT. HIGHWAY - DUSK', 'EXT. GAS STATION - DUSK', 'EXT. PARKING LOT OUTSIDE THE HOSPITAL - DUSK', 'EXT. BRIDGE - DUSK'],
  'in road day clear': ['INT. CAR - DAY', 'INT. THE SMALL PLANE - DAY', 'INT. COCKPIT OF A SEAPLANE - MORNING'],
  'in road night clear': ['INT. CAR - NIGHT', 'INT. TAXI - NIGHT', 'INT/EXT. POLICE VAN - NIGHT', 'I/E. TRUCK - NIGHT'],
  'in space night clear': ['INT. SPACESHIP BRIDGE - NIGHT', 'INT. ESCAPE POD - NIGHT'],
  'out space day clear': ['EXT. MOON SURFACE - DAY', 'EXT. PLANET KOS - DAY'],
  'out hospital day clear': ['EXT. HOSPITAL - DAY'],
  'out church day fog': ['EXT. CHURCH - FOGGY MORNING'],
  'in abstract day clear': ['SOMEWHERE', 'INT. BLACK - DAY', 'Enter the Ghost', 'INT. MARA\'S PLACE - DAY'],
  'out abstract day clear': ['EXT. SOMEWHERE ELSE - DAY'],
  'out abstract night clear': ['EXT. PARIS - NIGHT'],
};

const said = ({ side, category, time, weather }: Place): string => `${side} ${category} ${time} ${weather}`;
const ROWS = Object.entries(TABLE).flatMap(([expected, headings]) => headings.map((heading) => [heading, expected] as const));

describe('a scene heading', () => {
  it.each(ROWS)('%s is %s', (heading, expected) => {
    expect(said(parsePlace(heading))).toBe(expected);
  });

  it('names no known kind of place in at most one case of ten', () => {
    const bare = ROWS.filter(([heading]) => parsePlace(heading).category === 'abstract').length;
    expect(ROWS.length).toBeGreaterThanOrEqual(140);
    expect(bare / ROWS.length).toBeLessThanOrEqual(0.1);
  });

  it('keeps the time of the scene before on CONTINUOUS, and reads the weather of its first words', () => {
    const before = parsePlace('INT. KITCHEN - NIGHT');
    expect(parsePlace('EXT. GARDEN - CONTINUOUS', 'Snow falls on the wall.', before)).toMatchObject({ time: 'night', weather: 'snow', category: 'garden' });
    expect(parsePlace('EXT. GARDEN', '', before).time).toBe('night');
    expect(parsePlace('EXT. GARDEN', '').time).toBe('day');
  });

  it('is named without its sides and times, so that the same place is the same room', () => {
    expect(parsePlace('INT. MARA\'S KITCHEN - NIGHT').name).toBe(parsePlace('INT. MARA\'S KITCHEN - DAY').name);
  });

  it('takes any text', () => {
    for (const text of ['', '   ', '<svg onload=x>', 'INT.', 'EXT. - NIGHT', 'x'.repeat(100_000),
      '\u0000\u202e']) expect(parsePlace(text).category).toBeDefined();
  });

  it('is told in words', () => {
    expect(describePlace(parsePlace('EXT. STATION PLATFORM - DUSK - RAIN'))).toBe('A station platform at dusk, in the rain');
    expect(describePlace(parsePlace('INT. BAR - DAY'))).toBe('A bar by day');
    expect(describePlace(parsePlace('INT. THE PLANE - DAY', 'A chair by the fire.', null, 'victorian'))).toMatch(/^The inside of an aircraft by day(?!.*chair)/u);
    expect(describePlace(parsePlace('INT. COACH - NIGHT', '', null, 'victorian'))).toContain('in the nineteenth century');
  });
});
