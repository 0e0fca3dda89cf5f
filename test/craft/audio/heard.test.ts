import { describe, expect, it } from '@jest/globals';
import { soundsHeardIn } from '../../../src/craft/audio/heard/find-sounds.js';
import { bedsForWords, bedsOf } from '../../../src/craft/audio/heard/scene-beds.js';
import { findSound } from '../../../src/craft/audio/sounds/catalogue.js';
import { ALONE, GROUNDS, SOUND_WORDS } from '../../../src/craft/audio/heard/sound-words.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import type { Era } from '../../../src/craft/images/period.js';

const heard = (text: string): string[] => soundsHeardIn(text).map(({ soundId }) => soundId);

it('every sound that words call for is an effect or a bell of the catalogue', () => {
  const ids = [...SOUND_WORDS.map(({ soundId }) => soundId), ...[...ALONE, ...GROUNDS].map(([soundId]) => soundId)];
  for (const soundId of new Set(ids)) expect([soundId, findSound(soundId)?.kind]).toEqual([soundId, expect.stringMatching(/^(?:sfx|bell)$/)]);
});

describe('sounds that happen in a text', () => {
  it.each([
    ['The door slammed behind her.', ['door-slam']],
    ['Somebody knocked at the door, and the dog began to bark.', ['door-knock', 'dog-barks']],
    ['There was a knock. She rose, pushed back her chair and opened the door.', ['door-knock', 'chair-scrape', 'door-open']],
    ['Thunder rolled over the bay; a gust of wind shook the hut.', ['thunder', 'wind-gust']],
    ['Footsteps came up the gravel path.', ['footsteps-gravel']],
    ['She could hear footsteps on the stairs.', ['footsteps-stairs']],
    ['The carriage drew up, and the coachman cracked his whip.', ['carriage', 'whip-crack']],
    ['A shot rang out. Glass shattered in the hall.', ['gunshot', 'glass-breaks']],
    ['The clock on the landing struck nine while the fire crackled.', ['clock-strikes', 'fire']],
    ['He struck a match and unfolded the letter.', ['match-struck', 'paper-rustles']],
    ['The phone RINGS. A car pulls up outside.', ['telephone', 'car-passes']],
    ['Knocking within.', ['door-knock']],
    ['Below them a bell began to sound from the reef.', ['church-bell']],
  ])('%s', (text, sounds) => {
    expect(heard(text)).toEqual(sounds);
  });

  it.each([
    'No knock came.', 'Nobody knocked at the door.', 'He would knock at the door every night.', 'It fell like thunder.', 'If the door opened, she would run.',
    'She meant to open the door.', 'He had slammed the door and gone.', 'Before she shut the door she looked back.', 'Did the clock strike nine?', '“The door slammed,” he said.',
    'Every morning the church bells rang.', 'She remembered how the dogs barked.', 'He waited for the bell to ring.', 'The room had a door, upon which a window opened.',
    'She listened for footsteps on the stairs.', 'The oven door closed with care.', 'Years ago a gun went off in this house.', 'His voice rang with joy.', 'The door was shut.',
  ])('nothing is heard in: %s', (text) => {
    expect(heard(text)).toEqual([]);
  });

  it('are found once each, with the characters that tell of them', () => {
    const text = 'He waited. The door slammed! Somewhere another door slammed.';
    expect(soundsHeardIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['The door slammed']);
  });
});

describe('beds of a place', () => {
  const beds = (heading: string, opening = '', era: Era = 'victorian') => bedsOf(parsePlace(heading, opening, null, era), heading).map(({ soundId }) => soundId);

  it.each([
    ['EXT. STREET - DAY', '', ['street-horses']], ['EXT. FOREST - NIGHT', '', ['forest-night']], ['EXT. FOREST - DAY', 'Rain fell on the leaves.', ['rain-falling']],
    ['INT. TAVERN - NIGHT', 'A storm shook the panes.', ['tavern', 'wind-outside']], ['INT. SHIP\'S CABIN - NIGHT', '', ['ship-below']], ['EXT. DECK OF THE SHIP - DAY', '', ['ship-under-way']],
    ['EXT. HARBOUR - DAWN', '', ['harbour']], ['EXT. MARKET PLACE - DAY', '', ['market-crowd']], ['INT. KITCHEN - NIGHT', 'The clock was slow.', ['room-clock']], ['INT. CAVE - DAY', '', ['cave']],
    ['EXT. BEACH - DAY', '', ['sea-shore']], ['INT. SOMEWHERE', '', []],
  ])('%s %s', (heading, opening, sounds) => {
    expect(beds(heading, opening)).toEqual(sounds);
  });

  it('follow the era of the story', () => {
    expect([beds('EXT. STREET - DAY', '', 'modern'), beds('INT. CAR - DAY', '', 'modern'), beds('INT. CARRIAGE - DAY')]).toEqual([['street-traffic'], ['car-inside'], ['carriage-inside']]);
  });

  it.each([
    ['Sea and wind', ['sea-shore', 'wind-blowing']], ['rain on tin', ['rain-on-roof']], ['A crackling log fire', ['fire-side']], ['the forest at night', ['forest-night']], ['busy street with cars', ['street-traffic']],
  ])('are chosen by the direction “%s”', (direction, sounds) => {
    expect(bedsForWords(direction)?.map(({ soundId }) => soundId)).toEqual(sounds);
  });

  it('are none where a direction asks for silence, and null where it names no sound', () => {
    expect([bedsForWords('No ambience'), bedsForWords('dry'), bedsForWords('warm and close')]).toEqual([[], [], null]);
  });
});
