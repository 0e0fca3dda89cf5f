import type { PlayerData, StagingData } from '../client-data.js';
import { readData } from './parts/dom.js';
import type { TimedEntry } from './parts/timeline.js';
import { setUpCanvas } from './staging/canvas.js';
import { setUpClips } from './staging/clips.js';
import { setUpMotions } from './staging/motions.js';

/** Shows a part of what moves at a time, on the clock of the read; called for every frame, so that it has to be cheap when nothing changes. */
export type StagePart = (entry: TimedEntry | null, ms: number) => void;

/** Sets a part up on the stage of the page; null where nothing of it was chosen. */
type SetUp = (staging: StagingData, data: PlayerData) => StagePart | null;

const SET_UPS: readonly SetUp[] = [setUpClips, setUpMotions, setUpCanvas];

const data = readData<PlayerData>();
const { staging } = data;
const parts = staging && document.getElementById('stage') ? SET_UPS.map((setUp) => setUp(staging, data)).filter((part) => part !== null) : [];
globalThis.staging = (entry, ms) => { for (const part of parts) part(entry, ms); };
