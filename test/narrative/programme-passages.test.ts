import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import { standsAlone } from '../../src/craft/narrative/analysis/digest/standalone.js';
import { turningPoints } from '../../src/craft/narrative/writing/arrangement/turning-points.js';
import type { Material } from '../../src/craft/narrative/writing/material/items.js';
import { materialsOf } from '../../src/craft/narrative/writing/material/material.js';
import { holdsTopic } from '../../src/craft/narrative/writing/modes/banner.js';
import { sayable } from '../../src/craft/narrative/writing/wording/spoken-text.js';
import type { Screenplay } from '../../src/craft/screenplay/model.js';

const materialOf = (text: string): Material =>
  materialsOf([{ sourceId: 'src', label: null, text, digest: null }], { mode: 'documentary', narrationPolicy: 'include' })[0]!;
const documentary = (text: string, durationSeconds: number): Promise<Screenplay> => embeddedWriter().screenplay({
  seed: 'one', title: 'A Programme', beats: [], castNames: [], creativeBrief: null, canon: null,
  sources: [{ sourceId: 'src', label: null, text, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
  tableRead: { mode: 'documentary', narrationPolicy: 'include', durationSeconds },
});

describe('the first words of a passage', () => {
  it('do not refer to an earlier event, and do not point at an unknown thing', () => {
    expect(standsAlone('The next morning after our arrival the people of the coast came in.').reasons).toContain('reference:arrival');
    expect(standsAlone('The next morning the people of the coast came in.').reasons).toEqual([]);
    expect(standsAlone('I do not know how long the boy sat peering down that well.').reasons).toContain('demonstrative:that well');
    expect(standsAlone('The old well had a rope, and the boy sat peering down that well.').reasons).toEqual([]);
  });

  it('are not in the middle of what someone says, and may be speech whose speaker is named', () => {
    const { items } = materialOf(`Harbour Nights

The harbour lay quite still that evening, and the four of us sat on the wall and watched the lamps come up one after another.

“This coast was a dark place once,” said Oduya after a while. “The legions came up the river in the fog. The camps lay in the marsh like needles in hay. Men died here by the hundred, and nobody at home knew the name of the place where they lay. Think of a clerk from a warm town, with a cloak and a box of letters, who came out on a grain ship to mend his fortune. He saw mud, and reeds, and smoke where no smoke should be. And so it went. The geese cried over the marsh at night, and every morning the clerk counted the men who were left. The letters from home came once in a year, and the ship that brought them took the sick away. The fever took the rest. The reeds grew over the camp before the clerk was thirty, and the river forgot all of it.”

Nobody on the wall answered him, and the last of the light went out of the water while the tide turned.`);
    const opens = (words: string): boolean => items.find(({ text }) => text.includes(words))!.opens;
    expect(opens('The reeds grew')).toBe(false);
    expect(opens('This coast was')).toBe(true);
    expect(opens('The harbour lay')).toBe(true);
  });
});

describe('the passages that a programme keeps', () => {
  it('hold the first and the last words about the person whom the text names most', () => {
    const days = Array.from({ length: 14 }, (_v, at) => `On the ${at + 2}th day the wind blew from the hills, and the men cut ${at + 3} loads of turf before noon for the Skallans. The wives of the Skallans stacked it, and the sons of the Skallans led the carts. `
      + `In the evening they asked Maren about the boats, and Maren told them of the ice.`);
    const { items } = materialOf(['The Turf Cutters', 'The moor is wide and flat, and the Skallans have cut it for a thousand years.',
      'A stranger called Maren came up the road in spring.', ...days, 'The boat took Maren home in the first week of October, and nobody saw her again.',
      'The Skallans went on cutting, and the Skallans sold the turf in town. The moor is still wide.'].join('\n\n'));
    const kept = turningPoints({ ...materialOf('One line is all that stands here.'), items }).map((at) => items[at]!.text);
    expect(kept).toContain('A stranger called Maren came up the road in spring.');
    expect(kept).toContain('The boat took Maren home in the first week of October, and nobody saw her again.');
  });
});

describe('between and inside passages', () => {
  it('a banner must name what comes', () => {
    const material = materialOf('The state of the harbour changed in a year. We saw the Fuegians, and heard the Fuegians, and fed the Fuegians, and left the Fuegians. Port Ellery is small, and Port Ellery has one pier. Port Ellery sleeps.');
    expect(holdsTopic(material, 'the state of the harbour', 'In May we saw the state of the harbour.')).toBe(true);
    expect(holdsTopic(material, 'the Fuegians', 'In May we saw the Fuegians.')).toBe(false);
    expect(holdsTopic(material, 'the state of the harbour', 'The state of the harbour changed.')).toBe(false);
    expect(holdsTopic(material, 'Port Ellery', 'In May we saw Port Ellery.')).toBe(true);
  });

  it('a person quoted in an essay has a voice of their own, introduced once by the author', async () => {
    const { entries } = await documentary(readFileSync(new URL('../fixtures/prose/the-town-that-counted-its-bees.txt', import.meta.url), 'utf8'), 300);
    const at = entries.findIndex(({ character }) => character === 'OSEI');
    expect(at).toBeGreaterThan(0);
    expect(entries[at]!.text).toMatch(/^A bathroom scale .*People had thrown away/u);
    expect(entries[at - 1]).toMatchObject({ character: 'READER', text: expect.stringMatching(/Osei says:$/u) });
  });

  it('a sentence of more than sixty words is divided at clauses, and keeps its words', () => {
    const clause = (at: number): string => `some of the people of the ${at} farms along the river by the old mill, as well as a child with a lamp, were taken to the town`;
    const long = `In the year of the flood ${clause(2)}; and ${clause(3)}, which ${clause(4)}.`;
    const said = sayable(long);
    for (const sentence of said.split(/(?<=[.])\s/u)) expect(sentence.split(' ').length).toBeLessThanOrEqual(60);
    expect(said.toLowerCase().match(/\p{L}+/gu)).toEqual(long.replace('2', 'two').replace('3', 'three').replace('4', 'four').toLowerCase().match(/\p{L}+/gu));
  });
});
