import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { LINE_SAMPLE_RATE } from '../port.js';
import { leadOf, silenceBefore, withoutEdges } from '../sound/edges.js';
import type { SaidTimes } from '../times/line-times.js';
import type { NeuralJob } from './job.js';
import { LineClock } from './line-clock.js';
import { EDGES, shapeLine } from './shaping.js';
import { SpeechModel } from './speech-model.js';
import { StyleTables } from './styles.js';
import type { VoicePack } from './voice-pack.js';
import { openLexicon, toPieces, type Lexicon, type PhonemePiece } from './words/index.js';

/** Silence between the pieces of a line that is too long for the model, in milliseconds. */
const PAUSE_MS: Record<PhonemePiece['pauseAfter'], number> = { none: 0, clause: 160, sentence: 340 };

/** The number of samples by which a sound is heard before the frames that the model assigns to its phoneme: three frames, as measured against another voice. */
const SOUND_AHEAD = 1_800;

/** The number of samples over which the first sound fades in. A slowed style otherwise adds a short vowel before it: "and nobody moved". */
const ONSET_FADE = 240;

/** Says lines: text to phonemes, phonemes to sound, sound to the character. Deterministic for the same machine and number of threads. */
export class Speaker {
  private readonly styles: StyleTables;
  private readonly lexicons = new Map<NeuralJob['accent'], Promise<Lexicon>>();

  private constructor(private readonly pack: VoicePack, private readonly model: SpeechModel) {
    this.styles = new StyleTables(pack.styles);
  }

  static async open(pack: VoicePack, threads: number): Promise<Speaker> {
    return new Speaker(pack, await SpeechModel.load(pack, threads));
  }

  /** Returns mono samples at 24 kHz and the times of the words. Throws when the text has no words. */
  async say({ text, accent, pronunciations, styles, rate, pitch, melody, shape }: NeuralJob): Promise<{ samples: Int16Array; times: SaidTimes }> {
    const { pieces, words } = toPieces(text, { accent, lexicon: await this.lexicon(accent), pronunciations });
    if (pieces.length === 0) throw new Error('the line has no words');
    const spoken: Float32Array[] = [];
    const clock = new LineClock();
    for (const [index, { phonemes, pauseAfter }] of pieces.entries()) {
      const style = await this.styles.mix(styles, [...phonemes].length);
      const { samples, leadSamples, signSamples } = await this.model.speak({ phonemes, style, rate, pitch, melody });
      silenceBefore(samples, leadSamples - SOUND_AHEAD, ONSET_FADE);
      const trimmed = withoutEdges(samples, EDGES);
      clock.add(phonemes, signSamples, leadSamples - SOUND_AHEAD - leadOf(samples, EDGES));
      spoken.push(trimmed);
      const pause = index < pieces.length - 1 ? (PAUSE_MS[pauseAfter] * LINE_SAMPLE_RATE) / 1000 : 0;
      spoken.push(new Float32Array(pause));
      clock.advance(trimmed.length + pause);
    }
    // The tract plays the samples faster or slower.
    return { samples: shapeLine(joined(spoken), shape), times: clock.times(words, (LINE_SAMPLE_RATE / 1000) * shape.tractFactor) };
  }

  private lexicon(accent: NeuralJob['accent']): Promise<Lexicon> {
    const known = this.lexicons.get(accent) ?? readFile(path.join(this.pack.lexicons, `${accent}.lexicon`)).then(openLexicon);
    this.lexicons.set(accent, known);
    return known;
  }
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const line = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}
