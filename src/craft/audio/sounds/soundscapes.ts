import type { Soundscape } from './sound.js';
import { COUNTRY_SCAPES } from './soundscapes/country.js';
import { PEOPLE_SCAPES, ROOM_SCAPES } from './soundscapes/people.js';
import { WATER_SCAPES } from './soundscapes/water.js';
import { WEATHER_SCAPES } from './soundscapes/weather.js';

/** Continuous sounds of places. */
export const SOUNDSCAPES: readonly Soundscape[] = [...WEATHER_SCAPES, ...WATER_SCAPES, ...COUNTRY_SCAPES, ...PEOPLE_SCAPES, ...ROOM_SCAPES];
