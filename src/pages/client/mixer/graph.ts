import type { MixerPart } from '../../client-data.js';

/** Channels of the file, as browsers order them: front left, right and centre, back left and right. */
const CHANNELS: Record<MixerPart, readonly number[]> = { music: [0, 1], voices: [2], effects: [3], beds: [4] };
const CHANNEL_COUNT = 6;
/** Long enough that no step is audible, short enough that the level follows the slider at once. */
const GLIDE_S = 0.03;

/**
 * The audio graph from the audio element to the output. It passes the sound on unchanged, or splits it by channels, sets the level of each part and mixes
 * them again. Once the graph exists, all sound of the element goes through it.
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

  /** Resumes the audio context, which browsers allow only after a user's gesture. */
  resume(): void {
    void this.context.resume();
  }

  /** Whether the element plays the file with separate parts, or a plain recording. */
  setApart(isApart: boolean): void {
    this.direct.gain.value = isApart ? 0 : 1;
    this.mixed.gain.value = isApart ? 1 : 0;
  }

  /** Sets the level of a part. While there is sound the level glides; before, it is set at once, because a scheduled change can then be lost. */
  setLevel(part: MixerPart, share: number): void {
    for (const { gain } of this.gains[part]) {
      if (this.context.state === 'running') gain.setTargetAtTime(share, this.context.currentTime, GLIDE_S);
      else gain.value = share;
    }
  }
}
