import { describe, expect, it } from '@jest/globals';
import { embeddedWriter } from '../../src/craft/narrative/embedded-writer.js';
import { spokenForm } from '../../src/craft/recogniser/spoken-form.js';

/** Words that every JavaScript object has as properties, in the places where tables of words are asked. */
const TEXT = `The Constructor of Corran

The constructor built a bridge in 1890. “Constructor,” said Mara, “will the constructor ask Mr. Constructor to come?” The constructor laughed. A constructor must not fear a constructor's work.

“I am the constructor,” said Tobias. “Two constructor hundred men work here, and a constructor is a kind of __proto__.”

Did the constructor know? The constructor knew that the bridge was a constructor. The toString valueOf went home, and Mara asked the constructor for 3 constructor and half a constructor of the lamp.

“They constructor the lamp,” said Constructor. “He constructors it on the twenty constructor of May.”`;

describe('words that are properties of every object', () => {
  it.each(['drama', 'podcast', 'documentary'] as const)('are words like others in a %s', async (mode) => {
    const writer = embeddedWriter();
    const screenplay = await writer.screenplay({
      seed: 'one', title: 'The Constructor of Corran', beats: [], castNames: [], creativeBrief: null, canon: null,
      sources: [{ sourceId: 'src', label: null, text: TEXT, digest: null }], target: { audience: 'a', objective: 'b', outcome: 'c' },
      tableRead: { mode, narrationPolicy: 'include', durationSeconds: 60 },
    });
    const said = screenplay.entries.map(({ text }) => text).join(' ');
    expect(said).toContain('constructor');
    expect(said).not.toMatch(/function|native code|\[object/u);
    expect(screenplay.cast.every(({ gender }) => ['male', 'female', 'neutral'].includes(gender))).toBe(true);
  });

  it('are heard as they are written', () => {
    expect(spokenForm('The constructor of Corran, __proto__, toString')).toEqual(expect.arrayContaining(['constructor']));
  });
});
