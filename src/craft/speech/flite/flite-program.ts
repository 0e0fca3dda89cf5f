import { File, OpenFile, PreopenDirectory, WASI, WASIProcExit } from '@bjorn3/browser_wasi_shim';
import { STACK_POINTER, type FliteImage } from './flite-image.js';
import { FLITE_SAMPLE_RATE } from './shaping.js';
import type { FliteBase } from './voices.js';

/** What the engine spoke: samples at 16 kHz, and its sounds with the second in which each ends. */
export interface FliteLine { samples: Int16Array; sounds: FliteSound[] }
export interface FliteSound { sound: string; endSeconds: number }

/** Settings of one line; null means the base voice's value. */
export interface FliteSettings { stretch: number; pitchHz: number | null; pitchSpreadHz: number | null }

function argumentsFor(base: FliteBase, settings: FliteSettings): string[] {
  const set: [string, number | null][] = [
    ['duration_stretch', settings.stretch],
    ['int_f0_target_mean', settings.pitchHz],
    ['int_f0_target_stddev', settings.pitchSpreadHz],
  ];
  const features = set.flatMap(([name, value]) => (value === null ? [] : ['--setf', `${name}=${value.toFixed(5)}`]));
  // Without -ssml, because a <prosody> element makes the engine hang. -psdur prints the sounds.
  return ['flite', '-voice', base, ...features, '-psdur', '-f', '/w/in.txt', '-o', '/w/out.wav'];
}

/** Samples of the WAV file that flite wrote. Throws for other bytes and for another sample rate. */
function samplesOf(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  if (wav.byteLength < 44 || view.getUint32(0) !== 0x52494646) throw new Error('the engine wrote no WAV file');
  // flite silently replaces an unknown voice with an 8 kHz voice.
  const rate = view.getUint32(24, true);
  if (rate !== FLITE_SAMPLE_RATE) throw new Error(`the engine spoke at ${rate} Hz`);
  return new Int16Array(wav.slice(44, 44 + Math.floor((wav.byteLength - 44) / 2) * 2).buffer);
}

/** The sounds that flite printed: `pau:0.193 d:0.218 …`. Each phrase has a row of its own, whose times start at 0 again. */
function soundsOf(printed: string): FliteSound[] {
  let startSeconds = 0;
  return printed.split('\n').flatMap((row) => {
    const sounds = row.trim().split(' ').filter(Boolean).map((each) => {
      const [sound, end] = each.split(':');
      return { sound: sound!, endSeconds: startSeconds + Number(end) };
    });
    startSeconds = sounds.at(-1)?.endSeconds ?? startSeconds;
    return sounds;
  });
}

/** A very long line makes the memory grow; an instance with more memory than this is not reused. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface Exports { memory: WebAssembly.Memory; [STACK_POINTER]: WebAssembly.Global<'i32'>; _start(): void }

/**
 * The flite engine in one thread. A new instance costs as much time as a spoken sentence, so one instance speaks many
 * lines. Its memory is reset before each line, so the samples are those of a new instance.
 */
export class FliteProgram {
  private readonly wasi = new WASI([], [], [], { debug: false });
  private instance: WebAssembly.Instance | null = null;
  /** Copy of the memory behind the constants, made before the first line. */
  private initialMemory = new Uint8Array();
  private stackPointer = 0;

  constructor(private readonly image: FliteImage) {}

  /**
   * Speaks one line of ASCII; the same input gives the same samples. Blocks its thread and may never return, so it must run in a thread that
   * can be terminated.
   */
  async speak(ascii: string, base: FliteBase, settings: FliteSettings): Promise<FliteLine> {
    const instance = await this.resetInstance();
    // Without the line end, the engine drops a last sentence of one word: "Come in. Sit."
    const folder = new PreopenDirectory('/w', new Map([['in.txt', new File(new TextEncoder().encode(`${ascii}\n`))]]));
    const stream = (): OpenFile => new OpenFile(new File([]));
    const printed = stream();
    this.wasi.args = argumentsFor(base, settings);
    this.wasi.fds = [stream(), printed, stream(), folder];
    this.run(instance);
    const written = folder.dir.contents.get('out.wav');
    if (!(written instanceof File)) throw new Error('the engine wrote nothing');
    return { samples: samplesOf(written.data), sounds: soundsOf(new TextDecoder().decode(printed.file.data)) };
  }

  private run(instance: WebAssembly.Instance): void {
    // Kept only after a clean exit: the state after a trap is unknown.
    this.instance = null;
    try {
      const code = this.wasi.start(instance as Parameters<WASI['start']>[0]);
      if (code !== 0) throw new Error(`the engine ended with code ${code}`);
    } catch (error) {
      if (!(error instanceof WASIProcExit) || error.code !== 0) throw error;
    }
    if ((instance.exports as unknown as Exports).memory.buffer.byteLength <= MAX_KEPT_BYTES) this.instance = instance;
  }

  private async resetInstance(): Promise<WebAssembly.Instance> {
    const { module, constantsEnd } = this.image;
    if (this.instance) {
      const exports = this.instance.exports as unknown as Exports;
      const changeable = new Uint8Array(exports.memory.buffer, constantsEnd);
      changeable.set(this.initialMemory);
      changeable.fill(0, this.initialMemory.length);
      exports[STACK_POINTER].value = this.stackPointer;
      return this.instance;
    }
    const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: this.wasi.wasiImport });
    const exports = instance.exports as unknown as Exports;
    this.initialMemory = new Uint8Array(exports.memory.buffer.slice(constantsEnd));
    this.stackPointer = exports[STACK_POINTER].value;
    return instance;
  }
}
