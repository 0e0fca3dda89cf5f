import type { SaidTimes, SaidWord, SoundTime } from '../times/line-times.js';
import { signsOf, type SpokenWord } from './words/index.js';

/** Signs that belong to the sound after them, or before them; neither is a sound of its own. */
const [BEFORE, AFTER] = [/^[ˈˌ]$/u, /^[ːʰʲ\u0303]$/u];
const isSound = (sign: string): boolean => /^\p{L}$/u.test(sign);

interface SignTime { sign: string; from: number; to: number }

/** Times of the signs of a line, in samples, while its pieces are spoken one after the other. */
export class LineClock {
  private readonly signs: SignTime[] = [];
  private at = 0;

  /** `signSamples` are the samples of each sign of the piece; its first sign begins so many samples after the start of the piece, or before it. */
  add(phonemes: string, signSamples: readonly number[], leadSamples: number): void {
    let from = this.at + leadSamples;
    [...phonemes].forEach((sign, index) => {
      const to = from + signSamples[index]!;
      if (sign !== ' ') this.signs.push({ sign, from, to });
      from = to;
    });
  }

  /** What follows begins so many samples later. */
  advance(samples: number): void { this.at += samples; }

  /** The times of the words and the sounds in milliseconds. `words` say how many signs of the line are before them. */
  times(words: readonly SpokenWord[], samplesPerMs: number): SaidTimes {
    const inMs = ({ from, to }: Pick<SignTime, 'from' | 'to'>): { startMs: number; endMs: number } => ({ startMs: from / samplesPerMs, endMs: to / samplesPerMs });
    const said = words.flatMap(({ text, phonemes, signsBefore }): SaidWord[] => {
      const own = this.signs.slice(signsBefore, signsBefore + signsOf(phonemes).length);
      return own.length === 0 ? [] : [{ text, ...inMs({ from: own[0]!.from, to: own.at(-1)!.to }) }];
    });
    return { words: said, alphabet: 'misaki', sounds: this.sounds().map(({ sign, ...span }): SoundTime => ({ sound: sign, ...inMs(span) })) };
  }

  /** Signs with their marks of stress and length; without marks of sentences. */
  private sounds(): SignTime[] {
    const sounds: SignTime[] = [];
    let stress: SignTime | null = null;
    for (const each of this.signs) {
      const last = sounds.at(-1);
      if (BEFORE.test(each.sign)) {
        stress = each;
      } else if (AFTER.test(each.sign) && last) {
        last.sign += each.sign;
        last.to = each.to;
      } else if (isSound(each.sign)) {
        sounds.push({ ...each, ...(stress ? { sign: stress.sign + each.sign, from: stress.from } : {}) });
        stress = null;
      }
    }
    return sounds;
  }
}
