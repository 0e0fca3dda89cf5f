import { say } from './dom.js';

/** Only one tab of a browser is heard: a player that starts stops those in other tabs. */
export function wireOneSound(audio: HTMLAudioElement): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const tabs = new BroadcastChannel('proscenium.sound');
  audio.addEventListener('play', () => tabs.postMessage('playing'));
  tabs.addEventListener('message', () => {
    if (audio.paused) return;
    audio.pause();
    say('Playing in another tab.');
  });
}
