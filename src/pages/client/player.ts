import type { PlayerData } from '../client-data.js';
import { byId, maybe, readData, say } from './parts/dom.js';
import { wireMixer } from './mixer/mixer.js';
import { wireOneSound } from './parts/one-sound.js';
import { wireFind } from './parts/find.js';
import { wireKeys } from './parts/keys.js';
import { LiveRead } from './parts/live-read.js';
import { wireMediaSession } from './parts/media-session.js';
import { failedNotice, offlineNotice, showNotice } from './parts/notice.js';
import { placeOf, showPlace, wirePlace } from './parts/place.js';
import { Playback } from './parts/playback.js';
import { ScriptView } from './parts/script-view.js';
import { wireSettings } from './parts/settings.js';
import { wireIdle, wireShare, wireTabs } from './parts/sheets.js';
import { StageView } from './parts/stage-view.js';
import { Timeline } from './parts/timeline.js';
import { WordMark } from './word-mark.js';
import { TransportView } from './parts/transport-view.js';

const data = readData<PlayerData>();
const audio = byId<HTMLAudioElement>('audio');
const recorded = data.audioUrl !== null;
const timeline = new Timeline(data.entries);
const mark = new WordMark();
const stage = new StageView(data, mark);
let live: LiveRead | null = null;
const durationMs = (): number | null => (live ? live.durationMs : data.durationMs);
const playback = new Playback(audio, timeline, durationMs);

// This must precede all other listeners for errors of the audio element: the mixer stops the error event of its own file, so that the others do not take it
// for an error of the recording.
if (data.mixer && data.audioUrl !== null) wireMixer(playback, { recordingUrl: data.audioUrl, ...data.mixer });

/** A scene has ended when the next one begins within this time. */
const SCENE_END_MS = 700;

/** Whether the user has started playback. */
let asked = false;

/** Handles a press of play, start, Space or K. */
function play(): void {
  asked = true;
  if (live) live.start();
  else if (audio.error) reload();
  else playback.toggle();
}

/** Play from a line or scene; in a live read that has not begun, picking anything begins it. */
function playFrom(index: number): void {
  const entry = timeline.find(index);
  if (!entry) return say('This line is not voiced yet.');
  playback.goTo(entry);
  if (audio.paused) play();
}

const script = new ScriptView(playback, timeline, mark, playFrom);
const transport = new TransportView(playback, timeline, data, durationMs, play);
if (!recorded) {
  live = new LiveRead(data, playback, timeline, stage, (index) => {
    if (index !== null) script.markVoiced(index);
    transport.showDuration();
  });
  transport.showDuration();
}
playback.onRefused = () => {
  if (live) live.refused();
  else stage.setState('start');
};

let shownScene = -1;
playback.onFrame = (ms) => {
  const entry = timeline.at(ms);
  transport.show(ms);
  if (audio.paused && ms === 0) return;
  stage.show(entry, ms, timeline.besideAt(ms));
  script.show(entry, ms);
  if (entry && entry.sceneIndex !== shownScene) markScene(entry.sceneIndex);
};

function markScene(sceneIndex: number): void {
  shownScene = sceneIndex;
  for (const button of document.querySelectorAll<HTMLElement>('.scene')) {
    if (Number(button.dataset.scene) === sceneIndex) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
}

for (const button of document.querySelectorAll<HTMLElement>('.scene')) {
  button.addEventListener('click', (event) => {
    event.preventDefault();
    const start = timeline.sceneStart(Number(button.dataset.scene));
    if (start) playFrom(start.index);
    else say('This scene is not voiced yet.');
  });
}

const wake = wireIdle(() => playback.playing);
audio.addEventListener('play', () => {
  if (recorded) stage.setState('playing');
  wake();
});
audio.addEventListener('pause', wake);
audio.addEventListener('playing', () => say(''));
if (recorded) {
  audio.addEventListener('waiting', () => { if (!audio.paused) say('Waiting for sound'); });
  audio.addEventListener('error', () => {
    // A failed preload is ignored until the user presses play, which tries again.
    if (!asked) return;
    say('');
    showNotice(navigator.onLine ? failedNotice('The sound could not be loaded.', reload) : offlineNotice);
  });
}
addEventListener('offline', () => say('You are offline. The read continues when the connection is back.'));
addEventListener('online', () => {
  say('');
  if (recorded && audio.error) reload();
});

/** Resumes a recording where its audio was interrupted. */
function reload(): void {
  const atSeconds = audio.currentTime;
  showNotice(null);
  audio.load();
  audio.addEventListener('loadedmetadata', () => { audio.currentTime = atSeconds; }, { once: true });
  void playback.play();
}

maybe('start')?.addEventListener('click', () => {
  play();
  byId('play').focus({ preventScroll: true });
});
wireOneSound(audio);
const find = wireFind();
wireTabs();
wireShare(() => playback.nowMs);
wireKeys({
  toggle: play,
  previous: () => playback.previous(),
  next: () => playback.next(),
  skip: (steps) => playback.skip(steps),
  volume: (steps) => transport.shiftVolume(steps),
  find: () => find?.open(),
  start: () => playback.seek(0),
  end: () => playback.goTo(timeline.stepFrom(Number.POSITIVE_INFINITY, 0)),
  captions: () => transport.toggleCaptions(),
  mute: () => transport.toggleMute(),
  full: () => transport.toggleFullScreen(),
  speed: (steps) => transport.shiftSpeed(steps),
});
wireMediaSession(playback, data, durationMs, play);
wireSettings(playback, () => timeline.at(playback.nowMs + SCENE_END_MS)?.sceneIndex ?? null);

const params = new URLSearchParams(location.search);
const from = Number(params.get('t') ?? Number.NaN);
const place = data.placeKey === null || Number.isFinite(from) ? null : placeOf(data.placeKey);
const whenLoaded = (go: () => void): void => {
  if (audio.readyState > 0) go();
  else audio.addEventListener('loadedmetadata', go, { once: true });
};
if (recorded && Number.isFinite(from)) {
  whenLoaded(() => {
    stage.setState('playing');
    playback.seek(from * 1000);
  });
} else if (place !== null) {
  showPlace(place);
  if (live) live.beginAt(place);
  else whenLoaded(() => { if (!asked || audio.currentTime < 1) playback.seek(place); });
}
if (data.placeKey !== null) wirePlace(data.placeKey, playback);
if (recorded && params.get('autoplay') === '1') void playback.play();
document.documentElement.dataset.ready = '';
