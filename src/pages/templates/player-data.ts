import type { PageAssets } from '../assets.js';
import { wordClock } from '../word-clock.js';
import type { ClientRoom, ClientScene, PlayerData } from '../client-data.js';
import type { ReadPage, ReadScene, RoomPage } from '../view.js';
import { moodOf } from '../wording.js';
import { mixerOf } from './mixer.js';
import { stageCast, stageScenes } from './stage.js';

/** Enough of the end of a token, its signature, to differ between any two links. */
const PLACE_KEY_CHARS = 16;

/** The address of the recording for a player; null when the read has none. */
export const soundOf = ({ audioUrl, soundUrl }: Pick<ReadPage, 'audioUrl' | 'soundUrl'>): string | null => audioUrl && (soundUrl ?? audioUrl);

/** The data block of a player; `room` is given on a room's own page. */
export function playerData(read: ReadPage, assets: PageAssets, room: RoomPage | null): PlayerData {
  const spoken = read.entries.filter((entry) => entry.character !== null);
  const live = room === null && read.audioUrl === null;
  return {
    placeKey: room ? null : read.token.slice(-PLACE_KEY_CHARS),
    title: read.title,
    author: read.author,
    durationMs: read.durationMs,
    artworkUrl: read.artworkUrl,
    audioUrl: room ? null : soundOf(read),
    mixer: room ? null : mixerOf(read),
    startLive: live ? { url: read.startLiveUrl, token: read.token, lineCount: spoken.length } : null,
    room: room ? clientRoom(room) : null,
    silenceUrl: assets.url('silence.wav'),
    people: stageCast(read).map((member) => member.character),
    narrators: read.cast.filter((member) => member.role === 'narrator').map((member) => member.character),
    scenes: stageScenes(read).map((scene) => clientScene(read, scene)),
    stops: read.theater.backgrounds === 'drawn' ? [...read.stops ?? []] : [],
    dress: [...read.dress ?? []],
    entries: spoken.map(({ index, sceneIndex, kind, character, text, startMs, endMs, words, present, isWhole }) => ({
      index, sceneIndex, kind, character, text, startMs, endMs, ...(words ? { words: wordClock(words) } : {}),
      ...(present ? { present } : {}), ...(isWhole ? { isWhole } : {}),
    })),
    credits: (read.credits ?? []).flatMap(({ text, startMs, endMs }) => (startMs === null || endMs === null ? [] : [{ text, startMs, endMs }])),
    staging: read.theater.enabled ? read.staging ?? null : null,
  };
}

function clientScene({ theater }: ReadPage, { index, title, heading, backdrop, staging }: ReadScene): ClientScene {
  return {
    index, title, mood: moodOf(heading), backdrop, changeMs: staging?.changeMs ?? (theater.transition === 'cut' ? 0 : theater.transitionMs),
    summary: staging?.summary ?? '', reveal: staging?.reveal ?? '',
  };
}

function clientRoom(room: RoomPage): ClientRoom {
  return {
    eventsUrl: room.eventsUrl,
    clockUrl: room.clockUrl,
    audioUrl: room.audioUrl,
    audioFrameMs: room.audioFrameMs,
    stage: room.stage,
    completedLines: room.progress.completedLines,
    totalLines: room.progress.totalLines,
    nextAttemptAt: room.progress.nextAttemptAt,
  };
}
