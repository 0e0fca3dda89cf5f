import { afterAll, describe, expect, it } from '@jest/globals';
import { findDesignedVoice, findVoice } from '../../../src/craft/speech/designed/designed-voice.js';
import { asStored, findNeuralRecipe, neuralDesignId, type NeuralRecipe } from '../../../src/craft/speech/designed/neural-design.js';
import { findStageRecipe, stageDesignId, type StageRecipe } from '../../../src/craft/speech/designed/stage-design.js';
import { createFliteEngine } from '../../../src/craft/speech/flite/engine.js';
import { catalogue as stageCatalogue } from '../../../src/craft/speech/flite/voices.js';
import { isEmbedded, keyFor, pcmBytes } from '../../../src/craft/speech/line-cache.js';
import { createSpeech } from '../../../src/craft/speech/router.js';
import { voicePrint } from '../../../src/craft/speech/sound/voice-print.js';
import { catalogue as neuralCatalogue } from '../../../src/craft/speech/neural/voices.js';
import { resolveVoice } from '../../../src/domain/library/voice-choice.js';

const NEURAL: NeuralRecipe = {
  gender: 'male', ageRange: 'senior', phonemes: 'gb', styles: [['bm_lewis', 0.6], ['bm_george', 0.4]],
  pitch: 0.92, tractFactor: 0.94, rate: 0.88, melody: 0.9, vibrato: true, gainDb: -1.2,
};
const STAGE: StageRecipe = {
  gender: 'female', ageRange: 'adult', base: 'slt', tractFactor: 0.94, pitchHz: 150, pitchSpreadHz: 22, rate: 0.92, vibrato: false, gainDb: -7.5,
};
const NEURAL_ID = 'designed-neural-gb-ms-bmlewis60-bmgeorge40-p92-t94-r88-m90-v-g288';
const STAGE_ID = 'designed-stage-slt-fa-h150-d22-t94-r92-s-g225';

describe('the id of a designed voice', () => {
  it('contains its recipe, which can be read back from it', () => {
    expect(neuralDesignId(NEURAL)).toBe(NEURAL_ID);
    expect(findNeuralRecipe(NEURAL_ID)).toEqual(NEURAL);
    expect(stageDesignId(STAGE)).toBe(STAGE_ID);
    expect(findStageRecipe(STAGE_ID)).toEqual(STAGE);
    const fixed = { ...STAGE, base: 'rms' as const, pitchHz: null, pitchSpreadHz: null };
    expect(findStageRecipe(stageDesignId(fixed))).toEqual(fixed);
  });

  it('is made from values that are limited to their bounds', () => {
    expect(asStored({ ...NEURAL, pitch: 9, tractFactor: 0.1, rate: 0.881, gainDb: -99 }))
      .toMatchObject({ pitch: 2.2, tractFactor: 0.85, rate: 0.88, gainDb: -20 });
  });

  it.each([
    'designed-neural-', 'designed-neural-gb', 'designed-robot-gb-ms', 'designed-stage-',
    NEURAL_ID.toUpperCase(), `${NEURAL_ID}-x`, `${NEURAL_ID} `, NEURAL_ID.replace('p92', 'p092'), NEURAL_ID.replace('p92', 'p900'), NEURAL_ID.replace('p92', 'q92'),
    NEURAL_ID.replace('t94', 't84'), NEURAL_ID.replace('-v-', '-w-'), NEURAL_ID.replace('gb', 'de'), NEURAL_ID.replace('ms', 'mx'),
    NEURAL_ID.replace('bmlewis60', 'bmlewis59'), NEURAL_ID.replace('bmlewis60', 'nobody60'), NEURAL_ID.replace('bmgeorge40', 'bmlewis40'),
    NEURAL_ID.replace('bmlewis60-bmgeorge40', 'bmgeorge40-bmlewis60'), NEURAL_ID.replace('bmlewis60-bmgeorge40', 'bmlewis100-bmgeorge0'),
    STAGE_ID.replace('slt', 'xyz'), STAGE_ID.replace('h150', 'h20'), STAGE_ID.replace('-h150', ''), STAGE_ID.replace('slt', 'rms'), STAGE_ID.replace('g225', 'g1e2'),
  ])('is refused in any other spelling: %s', (voiceId) => {
    expect(findDesignedVoice(voiceId)).toBeNull();
  });

  it('names a voice in the catalogue of its own engine only', () => {
    expect(findVoice(stageCatalogue('stage'), STAGE_ID)).toMatchObject({ provider: 'stage', category: 'designed', gender: 'female', status: 'ready' });
    expect(findVoice(stageCatalogue('stage'), NEURAL_ID)).toBeNull();
    expect(findVoice(neuralCatalogue('neural'), NEURAL_ID)).toMatchObject({ provider: 'neural', ageRange: 'senior', accent: 'British' });
  });

  it('can be chosen under a name of its own; without its engine it is refused as retired', () => {
    const choice = { voiceId: NEURAL_ID, voiceName: 'Old Tom, 2' };
    expect(resolveVoice(neuralCatalogue('neural'), choice, 'voice')).toEqual({ voiceId: NEURAL_ID, voiceName: 'Old Tom, 2', provider: 'neural' });
    expect(() => resolveVoice(stageCatalogue('stage'), choice, 'voice')).toThrow(expect.objectContaining({ code: 'voice_retired' }));
    expect(() => resolveVoice(stageCatalogue('stage'), { voiceId: 'designed-neural-gb' }, 'voice')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});

describe('a designed stage voice', () => {
  const engine = createFliteEngine({ poolSize: 1 });
  const speech = createSpeech({ engines: [engine] });
  afterAll(() => speech.close());
  const line = { text: 'The lights are down, and everybody has found a seat.', emotion: 'neutral', speed: 1, volume: 1 } as const;

  it('is spoken from its id alone, with the same bytes each time', async () => {
    expect(speech.engineFor(STAGE_ID)).toBe(engine);
    expect([isEmbedded(speech, STAGE_ID), speech.findObstacle({ text: line.text, voiceId: STAGE_ID })]).toEqual([true, null]);
    expect(speech.findObstacle({ text: line.text, voiceId: NEURAL_ID })).toMatch(/no voice/);
    const request = { ...line, voiceId: STAGE_ID };
    const [first, second] = [await speech.speak(request), await createSpeech({ engines: [engine] }).speak(request)];
    expect(pcmBytes(first.samples).equals(pcmBytes(second.samples))).toBe(true);
    expect(keyFor(speech, request)).not.toBe(keyFor(speech, { ...request, voiceId: stageDesignId({ ...STAGE, tractFactor: 0.95 }) }));
  });

  it('sounds as its recipe says', async () => {
    const printOf = async (recipe: StageRecipe) => voicePrint((await speech.speak({ ...line, voiceId: stageDesignId(recipe) })).samples, 10);
    const [plain, high, quick] = [await printOf(STAGE), await printOf({ ...STAGE, pitchHz: 210 }), await printOf({ ...STAGE, rate: 1.15 })];
    expect(plain.pitchHz).toBeGreaterThan(135);
    expect(plain.pitchHz).toBeLessThan(165);
    expect(high.pitchHz! / plain.pitchHz!).toBeGreaterThan(1.3);
    expect(quick.wordsPerSecond / plain.wordsPerSecond).toBeGreaterThan(1.15);
  });
});
