import { describe, expect, it } from '@jest/globals';
import { effectsOfHeading, effectsToldIn, endsToldIn } from '../../src/craft/images/weather/told-effects.js';

const told = (text: string, inTheOpen = true): string[] => effectsToldIn(text, inTheOpen).map(({ effect, intensity }) => `${effect} ${intensity}`);

describe('effects that a text tells', () => {
  it.each<[string, string[]]>([
    ['Rain hammers the windows.', ['rain strong']], ['A light rain.', ['rain light']], ['It is raining.', ['rain standard']],
    ['She walks out into the pouring rain.', ['rain strong']], ['Snow falls on the empty square.', ['snow standard']], ['Heavy snow.', ['snow strong']],
    ['Thick fog rolls in from the sea.', ['fog strong']], ['A damp mist rose from the river.', ['fog standard']], ['The passage was full of smoke.', ['smoke standard']],
    ['Sparks fly up from the anvil.', ['embers standard']], ['The barn is on fire.', ['embers standard']], ['A cloud of dust hid the coach.', ['dust standard']],
    ['Lightning.', ['lightning standard']], ['A flash of lightning splits the sky.', ['lightning standard']], ['The ground shakes.', ['shake standard']],
    ['An explosion rocks the ship.', ['shake strong']], ['The candle guttered.', ['flicker standard']], ['She blows out the lamp.', ['darken standard']],
    ['CUT TO BLACK.', ['darken standard']], ['He lights a candle.', ['glow standard']], ['Sunlight streams through the window.', ['glow standard']],
  ])('%s', (text, effects) => { expect(told(text)).toEqual(effects); });

  it.each([
    'A storm of applause breaks out.', 'Bullets rained down on them.', 'A mist of tears came before her eyes.', 'The fog of war hung over them.', 'He was lightning quick.',
    'Her eyes flashed like lightning.', 'If it rains, we stay.', 'It had rained all day.', 'She remembered the rain falling on the roof.', 'He hates rain.', 'No rain fell.',
    'It never rained there.', 'When it rained, they stayed in.', '“It is raining,” he said.', 'Did the rain fall?', 'She was on fire with shame.', 'His hands shook.',
    'The room shook with laughter.', 'A smile flickered on her lips.', 'His face darkened.', 'Her eyes glowed.', 'A shower of kisses fell on her.', 'The rain has stopped.',
    'He wished that snow would fall.', 'It looked as if the fog had swallowed the town.',
  ])('are absent in: %s', (text) => { expect(told(text)).toEqual([]); });

  it('leave out weather indoors, end when the text says so, and are also read from headings', () => {
    expect([told('Rain beats on the roof. The lamp flickers.', false), told('Thick fog hangs there. Smoke fills the room.', false)]).toEqual([['flicker standard'], ['smoke standard']]);
    expect([endsToldIn('The rain has stopped.'), endsToldIn('The fog lifts.'), endsToldIn('She lights a candle.'), endsToldIn('Rain falls.')]).toEqual([['rain'], ['fog'], ['darken'], []]);
    expect(effectsOfHeading('EXT. STREET - NIGHT - HEAVY RAIN')).toEqual([{ effect: 'rain', intensity: 'strong' }]);
    expect([effectsOfHeading('EXT. RAINFOREST - DAY'), effectsOfHeading('EXT. SNOWY FIELD - DAY')]).toEqual([[], []]);
  });
});
