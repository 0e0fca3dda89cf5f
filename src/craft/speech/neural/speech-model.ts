import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DURATIONS, readWithDurations } from './model/durations.js';
import type { VoicePack } from './voice-pack.js';

interface Tensor { data: unknown; dispose(): void }
interface Session { run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>> }
/** The part of onnxruntime-node in use. The package comes with the pack, so its types are not installed. */
interface Runtime {
  InferenceSession: { create(model: Uint8Array, options: Record<string, unknown>): Promise<Session> };
  Tensor: new (type: 'int64' | 'float32', data: BigInt64Array | Float32Array, dims: number[]) => Tensor;
}

/** The model takes at most this many phonemes at once. */
export const MAX_PHONEMES = 510;

export interface Utterance { phonemes: string; style: Float32Array; rate: number; pitch: number; melody: number }

export interface Uttered {
  /** At 24 kHz, from -1 to 1. */
  samples: Float32Array;
  /** Samples of the silence before the first phoneme. */
  leadSamples: number;
  /** Length in samples of each sign of the phonemes, including spaces; 0 for a sign that the model does not know. */
  signSamples: number[];
}

/** The loaded model. It speaks one utterance at a time. */
export class SpeechModel {
  private constructor(private readonly runtime: Runtime, private readonly session: Session, private readonly vocabulary: Record<string, number>) {}

  /** Loads the model, which takes one to two seconds. Each line is computed by `threads` threads together. */
  static async load(pack: VoicePack, threads: number): Promise<SpeechModel> {
    const runtime = createRequire(import.meta.url)(path.join(pack.runtime, 'node_modules/onnxruntime-node')) as Runtime;
    const { vocab } = JSON.parse(await readFile(pack.vocabulary, 'utf8')) as { vocab: Record<string, number> };
    const session = await runtime.InferenceSession.create(await readWithDurations(pack.model), {
      intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: 'all',
      // Idle threads do not spin, so that the processors stay free for the encoders and the API.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    return new SpeechModel(runtime, session, vocab);
  }

  /** Speaks phonemes. Leaves out signs that the model does not know; throws when no sign or too many signs remain. */
  async speak({ phonemes, style, rate, pitch, melody }: Utterance): Promise<Uttered> {
    const signs = [...phonemes].map((sign) => this.vocabulary[sign]);
    const tokens = signs.filter((token) => token !== undefined);
    if (tokens.length === 0 || tokens.length > MAX_PHONEMES) throw new Error(`the model cannot speak ${tokens.length} phonemes`);
    const { Tensor } = this.runtime;
    const scalar = (value: number): Tensor => new Tensor('float32', Float32Array.of(value), [1]);
    const ids = BigInt64Array.from([0, ...tokens, 0], BigInt);
    const answer = await this.session.run({
      tokens: new Tensor('int64', ids, [1, ids.length]), style: new Tensor('float32', style, [1, style.length]),
      speed: scalar(rate), pitch: scalar(pitch), melody: scalar(melody),
    });
    const [audio, durations] = [answer.audio!, answer[DURATIONS]!];
    const samples = Float32Array.from(audio.data as Float32Array);
    // The model gives every phoneme a frame at least.
    const frames = Array.from(durations.data as Float32Array, (frame) => Math.max(1, frame));
    for (const tensor of [audio, durations]) tensor.dispose();
    const perFrame = samples.length / frames.reduce((sum, frame) => sum + frame, 0);
    let at = 1;
    const signSamples = signs.map((token) => (token === undefined ? 0 : frames[at++]! * perFrame));
    return { samples, leadSamples: frames[0]! * perFrame, signSamples };
  }
}
