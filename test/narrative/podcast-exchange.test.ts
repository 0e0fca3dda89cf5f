import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import type { Screenplay, ScreenplayEntry } from '../../src/craft/screenplay/model.js';

const LAKE = `The Lake That Went Away

In the summer of 1911 the people of Storvik woke to a lake without water. The boats lay on their sides in the mud, and the fish lay between them. The church bell rang for an hour, and every house in the valley heard it.

Nobody was drowned. The lake had sunk in a single night, and it had taken its time, a hand's breadth in every quarter of an hour. The nets hung dry on the poles, and the gulls walked about beneath them.

Where does the water of a whole lake go? The miller said that the mountain had opened its mouth. The priest said nothing, and wrote to the university, and a geologist came up on the next train with two boxes and a hammer.

There was no crack in the floor of the lake. The geologist walked over it for nine days in borrowed boots and found clay, and stones, and one church spoon. On the tenth day he asked the children where they had lost their balls.

The balls had all rolled to the same place, behind the ice house, where the reeds had always been thin. The hole was no wider than a barrel. He put his ear to it and heard the water run, far down, like a cart on a road. The farmers of the next valley had known for years that their springs were growing stronger.

The hole was closed with oak and clay by a carpenter from Bergen, because the oak does not rot while it is wet. The water came back in eleven months. No fish came with it, and the children threw in the first ones with their hands.`;

const podcast = (text: string, durationSeconds: number): Promise<Screenplay> => embeddedWriter().screenplay({
  seed: 'one', title: 'A Programme', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode: 'podcast', narrationPolicy: 'include', durationSeconds },
});

const spoken = ({ entries }: Screenplay): ScreenplayEntry[] => entries.filter(({ kind }) => kind === 'dialogue');

describe('two hosts', () => {
  it('share a question of the text: one reads it, the other reads what follows', async () => {
    const lines = spoken(await podcast(LAKE, 240));
    const at = lines.findIndex(({ text }) => text === 'Where does the water of a whole lake go?');
    expect(at).toBeGreaterThan(0);
    expect(lines[at]!.origin).toBe('source');
    expect(lines[at - 1]!.character).not.toBe(lines[at]!.character);
    expect(lines[at + 1]!.character).not.toBe(lines[at]!.character);
    expect(lines[at + 1]!.text).toMatch(/^The miller said/u);
  });

  it('do not ask the same kind of question again and again', async () => {
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
    const text = ['The Weeks of the Long Rain', ...['first', 'second'].flatMap((week) => days.map((day, at) => `Nobody slept. On ${day} of the ${week} week the rain stood over the ${at + 2} hills of the parish like a wall, and the `
      + `brook carried ${['a gate', 'two hens', 'a cart wheel', 'the bridge rail', 'a church bench', 'a whole hedge', 'the mill door'][at]} past the windows of the school. The ${
        ['smith', 'baker', 'teacher', 'sexton', 'carter', 'shepherd', 'miller'][at]} moved his things to the loft and sat there with a lantern and counted the steps that the water had climbed. `
      + `By evening it stood at the ${['third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'][at]} step, and the dogs of the street were quiet.`))].join('\n\n');
    const asked = spoken(await podcast(text, 420)).filter(({ origin, text: line }) => origin === 'stock' && line.endsWith('?'));
    expect(asked.map(({ text: line }) => line)).toEqual(['Did anybody sleep?']);
  });
});
