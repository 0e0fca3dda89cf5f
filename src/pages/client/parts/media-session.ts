import type { PlayerData } from '../../client-data.js';
import type { Playback } from './playback.js';

/** Lock screen and headset keys. Each action is tried alone, because browsers refuse those they do not know. */
export function wireMediaSession(playback: Playback, data: PlayerData, durationMs: () => number | null, play: () => void): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  const artwork = data.artworkUrl ? [{ src: data.artworkUrl, sizes: '512x512', type: 'image/jpeg' }] : [];
  session.metadata = new MediaMetadata({ title: data.title, artist: data.author ?? '', album: 'Table read', artwork });
  const on = (action: MediaSessionAction, handler: MediaSessionActionHandler): void => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // This browser does not support the action.
    }
  };
  on('play', play);
  on('pause', () => playback.audio.pause());
  on('previoustrack', () => playback.previous());
  on('nexttrack', () => playback.next());
  on('seekto', (details) => playback.seek((details.seekTime ?? 0) * 1000));
  on('seekbackward', (details) => playback.seek(playback.nowMs - (details.seekOffset ?? 15) * 1000));
  on('seekforward', (details) => playback.seek(playback.nowMs + (details.seekOffset ?? 15) * 1000));
  playback.audio.addEventListener('timeupdate', () => {
    const duration = (durationMs() ?? Number.NaN) / 1000;
    if (!Number.isFinite(duration) || !('setPositionState' in session)) return;
    try {
      session.setPositionState({ duration, position: Math.min(playback.nowMs / 1000, duration), playbackRate: playback.audio.playbackRate });
    } catch {
      // Some browsers refuse values that others take; the lock screen then shows no position.
    }
  });
}
