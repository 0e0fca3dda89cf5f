import { describe, expect, it } from '@jest/globals';
import { placeWords } from '../../src/pages/wording.js';

describe('the title of a scene', () => {
  it.each([
    ['INT. FERRY WHEELHOUSE - NIGHT', 'Ferry Wheelhouse, night'], ['EXT. PIER – DUSK', 'Pier, dusk'], ['INT./EXT. HARLAN\'S CAR - CONTINUOUS', 'Harlan\'s Car'],
    ['INT. STUDIO - CAPE ST. DIEGO', 'Studio, Cape St. Diego'], ['EXT. HOUSE OF THE SEVEN WINDS - BACK DOOR - DAY', 'House of the Seven Winds, Back Door, day'],
    ['INT. ROOM - NIGHT - LATER', 'Room, night'], ['EXT. STREET - EARLIER', 'Street, earlier'], ['INT. CELLAR - MOMENTS LATER', 'Cellar'],
    ['I/E TRUCK', 'Truck'], ['EXT. ÉTRETAT - MORNING', 'Étretat, morning'], ['int. kitchen - day', 'kitchen, day'], ['INT. DECK II - NIGHT', 'Deck II, night'],
    ['The Waiting Room', 'The Waiting Room'], ['Interior Life', 'Interior Life'], ['Extra Innings', 'Extra Innings'], ['INT.', 'INT.'], ['第一幕', '第一幕'],
  ])('%s is read as %s', (slug, words) => { expect(placeWords(slug)).toBe(words); });
});
