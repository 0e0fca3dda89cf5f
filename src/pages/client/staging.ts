import type { PlayerData, StagingData } from '../client-data.js';
import { readData } from './parts/dom.js';
import { setUpCanvas } from './staging/canvas.js';
import { setUpClips } from './staging/clips.js';
import { setUpMotions } from './staging/motions.js';
import type { StagePart } from './staging/stage-part.js';
import { setUpWeather } from './staging/weather.js';

/** Sets up a part of the stage; null when the read has nothing of that kind. */
type SetUp = (staging: StagingData, data: PlayerData) => StagePart | null;

const SET_UPS: readonly SetUp[] = [setUpClips, setUpWeather, setUpMotions, setUpCanvas];

const data = readData<PlayerData>();
const { staging } = data;
const parts = staging && document.getElementById('stage') ? SET_UPS.map((setUp) => setUp(staging, data)).filter((part) => part !== null) : [];
globalThis.staging = (entry, ms) => { for (const part of parts) part(entry, ms); };
