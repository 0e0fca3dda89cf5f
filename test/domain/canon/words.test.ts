import { describe, expect, it } from '@jest/globals';
import { isOfAnother, wordsByPerson } from '../../../src/domain/canon/looks/visual-words.js';
import { personIn } from '../../../src/domain/canon/voices/voice-brief.js';

describe('words about people of the canon', () => {
  const people = [{ names: ['Mr. Henry Baker'] }, { names: ['Anselm'] }];

  it('go to the person whom they name, and not to a person whose name is also that of a street', () => {
    const { about, nobody } = wordsByPerson('The sitting room in Baker Street with a fire; Baker in a shabby coat', people);
    expect(about).toEqual([['Baker in a shabby coat'], []]);
    expect(nobody).toEqual(['The sitting room in Baker Street with a fire']);
    expect(wordsByPerson('Baker streets past', people).about[0]).toHaveLength(1);
  });

  it('are not those about somebody without a name, unless the name follows as a further description', () => {
    const designed = (text: string) => wordsByPerson(text, people, isOfAnother);
    expect(designed('An old woman with a grey face looked at Anselm. An old woman in a shawl.')).toEqual({ about: [[], []], nobody: [] });
    expect(designed('A man with a grey beard, Anselm. The boy Anselm. Long coats.')).toEqual({
      about: [[], ['A man with a grey beard, Anselm.', 'The boy Anselm.']], nobody: ['Long coats.'],
    });
  });

  it('say the sex of a person when a text begins with it', () => {
    const sexOf = (voice: string) => personIn('Peterson', [], 'the commissionaire', [voice]).gender;
    expect([sexOf('male; lines of middling length'), sexOf('Female, warm'), sexOf('a woman\'s low voice')]).toEqual(['male', 'female', 'female']);
    expect(sexOf('lines of middling length')).toBeNull();
  });
});
