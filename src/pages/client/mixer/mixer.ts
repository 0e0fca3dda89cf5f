import type { MixerPart } from '../../client-data.js';
import { byId, maybe, say } from '../parts/dom.js';
import type { Playback } from '../parts/playback.js';
import { readPref, writePref } from '../parts/prefs.js';
import { MixerGraph } from './graph.js';

const FULL = 100;

interface MixedRead { recordingUrl: string; url: string; parts: readonly MixerPart[] }
type Levels = Partial<Record<MixerPart, number>>;

function readLevels(): Levels {
  try {
    const kept = JSON.parse(readPref('mixer') ?? '{}') as Levels;
    return Object.fromEntries(Object.entries(kept).filter(([, level]) => typeof level === 'number' && level >= 0 && level <= FULL));
  } catch {
    // The stored value is not valid JSON. The next change replaces it.
    return {};
  }
}

const canMix = (audio: HTMLAudioElement): boolean => 'AudioContext' in globalThis && audio.canPlayType('audio/mp4; codecs="mp4a.40.2"') !== '';

/** Plays the file with separate parts while a listener has changed a level or has the mixer open, and the recording otherwise. */
class Mixer {
  private graph: MixerGraph | null = null;
  private isApart = false;
  /** The file could not be loaded; the recording plays on. */
  private isBroken = false;
  private readonly levels: Levels;

  constructor(private readonly playback: Playback, private readonly read: MixedRead) {
    this.levels = readLevels();
    const { audio } = playback;
    audio.addEventListener('play', () => this.begin());
    audio.addEventListener('error', (event) => {
      if (!this.isApart) return;
      event.stopImmediatePropagation();
      this.isBroken = true;
      this.useApart(false);
      say('The mixer could not be loaded.');
    });
    for (const slider of this.sliders()) {
      slider.addEventListener('input', () => this.weigh(slider.dataset.part as MixerPart, Number(slider.value)));
    }
    byId('mixer-reset').addEventListener('click', () => { for (const part of read.parts) this.weigh(part, FULL); });
    const sheet = byId<HTMLDialogElement>('mixer');
    sheet.addEventListener('close', () => { if (!this.isWeighed()) this.useApart(false); });
    const show = byId('show-mixer');
    show.hidden = false;
    show.addEventListener('click', () => {
      this.useApart(true);
      this.connect();
      sheet.showModal();
    });
    this.show();
    if (this.isWeighed()) this.useApart(true);
  }

  private sliders(): NodeListOf<HTMLInputElement> {
    return byId('mixer-parts').querySelectorAll<HTMLInputElement>('input');
  }

  private levelOf(part: MixerPart): number {
    return this.levels[part] ?? FULL;
  }

  private isWeighed(): boolean {
    return this.read.parts.some((part) => this.levelOf(part) !== FULL);
  }

  private weigh(part: MixerPart, level: number): void {
    this.levels[part] = level;
    writePref('mixer', JSON.stringify(this.levels));
    this.graph?.setLevel(part, level / FULL);
    this.show();
  }

  private show(): void {
    for (const slider of this.sliders()) {
      const level = this.levelOf(slider.dataset.part as MixerPart);
      slider.value = String(level);
      slider.setAttribute('aria-valuetext', `${level} per cent`);
      if (slider.nextElementSibling) slider.nextElementSibling.textContent = `${level} %`;
    }
    maybe('show-mixer')?.toggleAttribute('data-on', this.isWeighed());
  }

  /** Creates the audio graph when a person first plays or opens the mixer. From then on the sound goes through it. */
  private connect(): void {
    this.graph ??= new MixerGraph(this.playback.audio);
    this.graph.resume();
    this.graph.setApart(this.isApart);
    for (const part of this.read.parts) this.graph.setLevel(part, this.levelOf(part) / FULL);
  }

  /** Connects the mixer on play. Without a user's gesture the browser would mute the graph, so the plain recording plays instead. */
  private begin(): void {
    if (this.graph) return this.graph.resume();
    if (!this.isApart) return;
    if ((navigator.userActivation as UserActivation | undefined)?.hasBeenActive === false) return this.useApart(false);
    this.connect();
  }

  /** Switches between the two files at the same position, and keeps playing if the element was playing. */
  private useApart(isApart: boolean): void {
    if (isApart === this.isApart || (isApart && this.isBroken)) return;
    this.isApart = isApart;
    const { audio, nowMs } = this.playback;
    const wasPaused = audio.paused;
    const atSeconds = audio.currentTime;
    this.playback.load(isApart ? this.read.url : this.read.recordingUrl, 0, nowMs);
    this.graph?.setApart(isApart);
    if (atSeconds > 0) audio.addEventListener('loadedmetadata', () => { audio.currentTime = atSeconds; }, { once: true });
    if (!wasPaused) void this.playback.play();
  }
}

/** Offers the mixer for a read with more than voices, if the browser can mix. */
export function wireMixer(playback: Playback, read: MixedRead): void {
  if (maybe('show-mixer') && canMix(playback.audio)) new Mixer(playback, read);
}
