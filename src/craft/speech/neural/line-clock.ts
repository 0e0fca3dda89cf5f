import type { SaidTimes, SaidWord, SoundTime } from '../times/line-times.js';
import { signsOf, type SpokenWord } from './words/index.js';

/** Signs that belong to the sound after them, or before them; neither is a sound of its own. */
const [BEFORE, AFTER] = [/^[ˈˌ]$/u, /^[ːʰʲ\u0303]$/u];
const isSound = (sign: string): boolean => /^\p{L}$/u.test(sign);

interface SignTime { sign: string; from: number; to: number }

/** Collects the times of the signs of a line, in samples, while its pieces are spoken one after the other. */
export class LineClock {
  private readonly signs: SignTime[] = [];
  private at = 0;

  /**
   * Adds a piece. `signSamples` holds the length of each sign; the first sign begins `leadSamples` after the start of the piece, or before it when negative.
   */
  add(phonemes: string, signSamples: readonly number[], leadSamples: number): void {
    let from = this.at + leadSamples;
    [...phonemes].forEach((sign, index) => {
      const to = from + signSamples[index]!;
      if (sign !== ' ') this.signs.push({ sign, from, to });
      from = to;
    });
  }

  /** Moves the start of the next piece by this many samples. */
  advance(samples: number): void { this.at += samples; }

  /** The times of the words and the sounds in milliseconds. `signsBefore` of a word is the number of signs in the line before it. */
  times(words: readonly SpokenWord[], samplesPerMs: number): SaidTimes {
    const inMs = ({ from, to }: Pick<SignTime, 'from' | 'to'>): { startMs: number; endMs: number } => ({ startMs: from / samplesPerMs, endMs: to / samplesPerMs });
    const said = words.flatMap(({ text, phonemes, signsBefore }): SaidWord[] => {
      const own = this.signs.slice(signsBefore, signsBefore + signsOf(phonemes).length);
      return own.length === 0 ? [] : [{ text, ...inMs({ from: own[0]!.from, to: own.at(-1)!.to }) }];
    });
    return { words: said, alphabet: 'misaki', sounds: this.sounds().map(({ sign, ...span }): SoundTime => ({ sound: sign, ...inMs(span) })) };
  }

  /** The sounds, each joined with its marks of stress and length. Punctuation is left out. */
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
