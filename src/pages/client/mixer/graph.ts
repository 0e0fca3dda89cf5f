import type { MixerPart } from '../../client-data.js';

/** Channels of the file, as browsers order them: front left, right and centre, back left and right. */
const CHANNELS: Record<MixerPart, readonly number[]> = { music: [0, 1], voices: [2], effects: [3], beds: [4] };
const CHANNEL_COUNT = 6;
/** Long enough to hear no step, short enough to follow the hand. */
const GLIDE_S = 0.03;

/**
 * The way of the sound from the audio element to the ears: as it is, or apart by channels, each at its own level, and together again.
 * Once it is made, all sound of the element goes through it.
 */
export class MixerGraph {
  private readonly context = new AudioContext();
  private readonly direct = this.context.createGain();
  private readonly mixed = this.context.createGain();
  private readonly gains: Record<MixerPart, GainNode[]>;

  constructor(audio: HTMLAudioElement) {
    const source = this.context.createMediaElementSource(audio);
    const apart = this.context.createChannelSplitter(CHANNEL_COUNT);
    const together = this.context.createChannelMerger(2);
    this.mixed.gain.value = 0;
    source.connect(this.direct).connect(this.context.destination);
    source.connect(apart);
    together.connect(this.mixed).connect(this.context.destination);
    const gainOf = (channel: number, sides: readonly number[]): GainNode => {
      const gain = this.context.createGain();
      apart.connect(gain, channel);
      for (const side of sides) gain.connect(together, 0, side);
      return gain;
    };
    // Music keeps its sides; everything else is in the middle.
    const gainsOf = (part: MixerPart): GainNode[] => CHANNELS[part].map((channel, side) => gainOf(channel, CHANNELS[part].length === 2 ? [side] : [0, 1]));
    this.gains = { voices: gainsOf('voices'), music: gainsOf('music'), effects: gainsOf('effects'), beds: gainsOf('beds') };
  }

  /** Browsers let sound begin only when a person does something. */
  resume(): void {
    void this.context.resume();
  }

  /** Whether the element plays the file with the parts apart, or a recording as it is. */
  setApart(isApart: boolean): void {
    this.direct.gain.value = isApart ? 0 : 1;
    this.mixed.gain.value = isApart ? 1 : 0;
  }

  /** Levels glide while there is sound; before it begins they are as they are wanted, because a course that is set then can be lost. */
  setLevel(part: MixerPart, share: number): void {
    for (const { gain } of this.gains[part]) {
      if (this.context.state === 'running') gain.setTargetAtTime(share, this.context.currentTime, GLIDE_S);
      else gain.value = share;
    }
  }
}
