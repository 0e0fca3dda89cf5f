import { SoundBankLoader, SpessaSynthProcessor, type BasicSoundBank } from 'spessasynth_core';
import { MIX_RATE, type Stereo } from '../mix/clip.js';
import type { Composition } from './compose.js';
import { performed, type Performance, type PlayedEvent } from './performance.js';

/** The synthesizer computes this many samples at a time; notes begin with one of these steps. */
const STEP = 128;
/** How long the end fades. A cadence fades out slowly; an `open` ending only avoids a click. */
const FADE_SECONDS = { cadence: 1.6, open: 0.02 };

/** Reads a bank of instruments (SF2 or SF3), which takes a third of a second. Throws for any other file. */
export const readSoundBank = (file: Uint8Array<ArrayBuffer>): BasicSoundBank =>
  SoundBankLoader.fromArrayBuffer(file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength));

type Controller = Parameters<SpessaSynthProcessor['controllerChange']>[1];

async function synthesizer(bank: BasicSoundBank, { setups }: Performance): Promise<SpessaSynthProcessor> {
  const synth = new SpessaSynthProcessor(MIX_RATE, { eventsEnabled: false, effectsEnabled: true });
  await synth.processorInitialized;
  synth.soundBankManager.addSoundBank(bank, 'instruments');
  for (const { channel, program, controllers } of setups) {
    synth.programChange(channel, program);
    for (const [controller, value] of controllers) synth.controllerChange(channel, controller as Controller, value);
  }
  return synth;
}

function tell(synth: SpessaSynthProcessor, event: PlayedEvent): void {
  if (event.do === 'on') synth.noteOn(event.channel, event.key, event.velocity);
  else if (event.do === 'off') synth.noteOff(event.channel, event.key);
  else synth.controllerChange(event.channel, event.controller as Controller, event.value);
}

/** Fades the end of a sound linearly to silence. */
export function fadeEnd({ left, right }: Stereo, seconds: number): void {
  const length = Math.min(left.length, Math.round(seconds * MIX_RATE));
  for (let index = 0; index < length; index++) {
    const at = left.length - 1 - index;
    left[at]! *= index / length;
    right[at]! *= index / length;
  }
}

/**
 * Plays a performance with the instruments of a bank. Returns exactly `durationMs` of samples at the synthesizer's level; the same performance gives the same
 * samples.
 */
export async function playPerformance(performance: Performance, durationMs: number, bank: BasicSoundBank): Promise<Stereo> {
  const synth = await synthesizer(bank, performance);
  const length = Math.round((durationMs * MIX_RATE) / 1_000);
  const stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  let next = 0;
  for (let at = 0; at < length; at += STEP) {
    const seconds = at / MIX_RATE;
    for (let event = performance.events[next]; event && event.at <= seconds; event = performance.events[++next]) tell(synth, event);
    synth.process(stereo.left, stereo.right, at, Math.min(STEP, length - at));
  }
  return stereo;
}

/** Plays a piece with the instruments of a bank, as `playPerformance` does. Takes about three seconds of computing per minute of music. */
export async function play(composition: Composition, bank: BasicSoundBank): Promise<Stereo> {
  const { wish: { durationMs, ending } } = composition;
  const stereo = await playPerformance(performed(composition), durationMs, bank);
  fadeEnd(stereo, Math.min(FADE_SECONDS[ending], durationMs / 2_000));
  return stereo;
}
