import { describe, expect, it } from '@jest/globals';
import { eraOfText, eraOfYear, ERAS, findEra, isBefore, type Era } from '../../src/craft/images/period.js';
import { describePlace, parsePlace } from '../../src/craft/images/places/place.js';

/** Our own sentences, by the era that a reader would assign them to. */
const TABLE: Record<Era, string[]> = {
  antiquity: [
    'The centurion left his horse with a slave and climbed the steps in a clean toga. Below him two chariots raced past the temple.',
    'Pharaoh sent for the scribe, who came with a roll of papyrus. The gladiators had refused to fight.',
  ],
  medieval: [
    'The knight hung his shield in the great hall. A minstrel sang, and the serfs stood at the door, and on the wall a man with a crossbow watched the ford.',
    'In 1348 the sickness came with a ship. The friar rang the bell himself.',
  ],
  georgian: [
    'He primed his musket and looked at the frigate. The privateer had lost her mizzen and half her crew.',
    'The highwayman took the snuff-box and the doubloons, and bowed in his periwig.',
    '“Silence! and no more of that Pharaoh,” he said, and filled their glasses. “Here’s King George the First, and confusion to the Jacobites!”',
    'In 1745 she walked from the coast to the city and sold her ring.',
  ],
  victorian: [
    'The hansom stopped under a gas-lamp. She paid the cabman half a crown and went up to her lodgings with the telegram.',
    '“I don’t want no Injuns,” she said at the door of the log cabin, and the settlers took their guns.',
    'The whaler came home in 1851 with her hold full, and the clerk in his frock-coat counted the barrels.',
    'The coachman lit the lanterns. “The packet is late,” he said, and drew on his waistcoat. The governess waited with her bonnet in her hand.',
  ],
  midcentury: [
    'The wireless spoke of the air raid. He put out the lights and felt for his gas mask, and the typewriter stood silent on the desk.',
    'In 1938 the newsreel showed the bridge. She folded her nylons and lit a cigarette.',
  ],
  modern: [
    'Her laptop was open on the kitchen table when the e-mail came. She texted her brother and looked for the car keys.',
    'The database failed at 02:14. An engineer restarted the servers from her smartphone, but the website stayed down.',
    'The town voted in 2019 to close the motorway.',
    'Castles, knights and crossbows are what visitors come for. They buy tickets online, park in the car park, and follow the podcast on their phones and headphones; the app has a map.',
  ],
  future: [
    'The android sealed the airlock. Nine light-years from home, the starship had forgotten how to stop.',
    'On the second day the terraforming crew left the colony ship, and a hologram read them the rules.',
  ],
};

describe('the period of a text', () => {
  it.each(Object.entries(TABLE).flatMap(([era, texts]) => texts.map((text) => [era, text] as const)))('is %s: %s', (era, text) => {
    expect(eraOfText(text)).toBe(era);
  });

  it('is not guessed when nothing tells it', () => {
    for (const text of ['', 'She closed the door and sat down.', 'It cost 1850 pounds and weighed 1,900 kg.', 'They waited. Nobody came. The river rose.', 'The knight took the bishop, and she laid the chessmen away.']) {
      expect(eraOfText(text)).toBeNull();
    }
  });

  it('is shown by old spelling and turns of prose where no thing or year dates a text', () => {
    const old = 'I shall not go to-day, for my countenance would betray me; yet every one who looks upon it hitherto has said nothing, and some one must.';
    expect(eraOfText(`${old} ${old.replace('to-day', 'to-night')}`)).toBe('victorian');
  });

  it('is that of the latest years, because the earlier ones are history', () => {
    expect(eraOfText('The line was opened in 1862 and closed in 1931. The council voted in 2021 and again in 2022 to bring it back.')).toBe('modern');
  });

  it('is sure by a year or several things; a single word only suggests it, and then no description of a place states it', () => {
    expect(findEra('In 1745 she walked to the harbour.')).toEqual({ era: 'georgian', isSure: true });
    expect(findEra('He primed his musket and looked at the frigate.')).toEqual({ era: 'georgian', isSure: true });
    expect(findEra('The girl put the bread beside the lamp and cut a quill.')).toEqual({ era: 'georgian', isSure: false });
    const place = parsePlace('EXT. HARBOUR - NIGHT', '', null, 'georgian');
    expect([place, { ...place, isEraGuessed: true as const }].map((one) => describePlace(one).includes('in the eighteenth century'))).toEqual([true, false]);
  });

  it('has an order, and every year belongs to one', () => {
    expect([-50, 600, 1_700, 1_890, 1_950, 2_020, 2_300].map(eraOfYear)).toEqual(ERAS);
    expect(isBefore('victorian', 'modern')).toBe(true);
    expect(isBefore('modern', 'modern')).toBe(false);
  });
});
