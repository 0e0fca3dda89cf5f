import { ANIMALS } from './effects/animals.js';
import { ARMS } from './effects/arms.js';
import { DOORS } from './effects/doors.js';
import { PEOPLE } from './effects/people.js';
import { THINGS_HEARD } from './effects/things.js';
import { TRAVEL } from './effects/travel.js';
import { WEATHER } from './effects/weather.js';
import type { Sound } from './sound.js';

/** Sounds of single events. */
export const EFFECTS: readonly Sound[] = [...WEATHER, ...DOORS, ...PEOPLE, ...THINGS_HEARD, ...TRAVEL, ...ARMS, ...ANIMALS];
