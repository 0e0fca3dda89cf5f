import { LINE_SAMPLE_RATE } from '../port.js';
import { FRAME_SAMPLES } from './pitch-track.js';

interface Segment {
  active: boolean; input: number; output: number; rate: number; semitones: number; tonalityHz: number;
  formantSemitones: number; formantCompensation: boolean; formantBaseHz: number; loopStart: number; loopEnd: number;
}
interface Processor {
  timeMap: Segment[]; inputLatencySeconds: number; outputLatencySeconds: number;
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
interface Port { onmessage: ((event: { data: unknown[] }) => void) | null; postMessage(message: unknown[]): void }
/** `reset` clears the sound of the previous line, so that a line sounds the same whatever was processed before it. */
interface Loaded { processor: Processor; reset(): void }

/** Long enough to hold the pitch of a voice, short enough to follow it. */
const BLOCK_MS = 120;

const STEADY: Omit<Segment, 'semitones'> = {
  active: true, input: 0, output: -1, rate: 1, tonalityHz: LINE_SAMPLE_RATE / 2, formantSemitones: 0, formantCompensation: false, formantBaseHz: 0,
  loopStart: 0, loopEnd: 0,
};

/**
 * The library is a Web Audio processor, which finds its base class and its sample rate in the global scope. So it is loaded only in a thread of its own,
 * where it cannot disturb other code.
 */
async function loadProcessor(): Promise<Loaded> {
  const scope = globalThis as unknown as Record<string, unknown>;
  let made: (new (options: object) => Processor) | null = null;
  const ready = new Promise<Port>((resolve) => {
    scope['AudioWorkletProcessor'] = class {
      port: Port = { onmessage: null, postMessage: ([kind]) => { if (kind === 'ready') resolve(this.port); } };
    };
  });
  Object.assign(scope, {
    sampleRate: LINE_SAMPLE_RATE, currentTime: 0,
    registerProcessor: (_name: string, processor: typeof made) => { made = processor; },
  });
  await import('signalsmith-stretch');
  const processor = new made!({ numberOfInputs: 1, numberOfOutputs: 1, outputChannelCount: [1] });
  const { onmessage } = await ready;
  return { processor, reset: () => { onmessage!({ data: [0, 'configure', { blockMs: BLOCK_MS }] }); } };
}

let loaded: Promise<Loaded> | null = null;

/** Shifts the pitch of a line by `shifts`, semitones for each frame of 5 ms; the length stays the same. Calls must not overlap. */
export async function shiftPitch(samples: Float32Array, shifts: readonly number[]): Promise<Float32Array> {
  loaded ??= loadProcessor();
  const { processor, reset } = await loaded;
  reset();
  const delay = Math.round((processor.inputLatencySeconds + processor.outputLatencySeconds) * LINE_SAMPLE_RATE);
  const lead = Math.round((processor.inputLatencySeconds * LINE_SAMPLE_RATE) / FRAME_SAMPLES);
  const frames = Math.ceil((samples.length + delay) / FRAME_SAMPLES);
  const heard = new Float32Array(frames * FRAME_SAMPLES);
  const input = new Float32Array(FRAME_SAMPLES);
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * FRAME_SAMPLES;
    input.fill(0);
    if (from < samples.length) input.set(samples.subarray(from, from + FRAME_SAMPLES));
    const semitones = shifts[Math.min(shifts.length - 1, Math.max(0, frame - lead))] ?? 0;
    processor.timeMap = [{ ...STEADY, semitones }];
    processor.process([[input]], [[heard.subarray(from, from + FRAME_SAMPLES)]]);
  }
  return heard.slice(delay, delay + samples.length);
}
