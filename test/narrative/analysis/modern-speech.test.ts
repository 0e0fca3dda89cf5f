import { describe, expect, it } from '@jest/globals';
import { analyseText } from '../../../src/craft/narrative/analysis/index.js';
import type { TextAnalysis } from '../../../src/craft/narrative/model.js';

const told = (...paragraphs: string[]): TextAnalysis => analyseText(paragraphs.join('\n\n'));

/** The cue of the speaker of the quotation that contains `words`; `I` for the teller. */
function speakerOf({ text, quotes, cast, narrator }: TextAnalysis, words: string): string | undefined {
  const at = text.indexOf(words);
  const speaker = quotes.find(({ start, end }) => start <= at && at < end)?.speaker;
  return speaker === narrator ? 'I' : cast.find(({ id }) => id === speaker)?.cue;
}

describe('who speaks in modern short prose', () => {
  it('is the person who acts between two quotations of a paragraph', () => {
    const meeting = told('Beryl and Gregory sat down beside Pauline.', '“It was eighteen pounds,” said Gregory.', '“It was eighty,” said Beryl.',
      '“I put it all back,” said Gregory.', '“He did put it back.” Pauline moved round behind the chairs. “In the end.”', '“We know,” said Beryl.');
    expect(speakerOf(meeting, 'He did')).toBe('PAULINE');
    expect(speakerOf(meeting, 'In the end')).toBe('PAULINE');
  });

  it('is not the person who was asked, after the text says that nobody answered', () => {
    const hall = told('Four of them stood in the church hall.', '“I’ll stand,” said Pauline.', '“We are not having the tombola,” said Beryl.',
      '“We have always had it,” said Gregory.', '“And where did the money go last year, Gregory?” asked Beryl.',
      'Nobody answered. Mr. Asante looked from one to the other.', '“Is there something I should know?” he asked.', '“No,” said Pauline.', '“I see,” said Mr. Asante.');
    expect(speakerOf(hall, 'something I should know')).toBe('ASANTE');
  });

  it('is the teller’s sister under her name, when the text has no other woman', () => {
    const kitchen = told('What My Sister Said', 'I was peeling potatoes when the phone rang, and I let it ring.', '“Aren’t you going to get that?” my sister asked.', '“No.”',
      '“It might be him.”', '“That’s why.”', 'Ruth wiped her hands on my good towel and picked it up herself.', '“It’s the garage. He says it’s ready.”',
      '“Tell him Thursday.”', '“She says Thursday,” Ruth told the phone.', '“Then tell him Friday, Ruth.”',
      'I heard her laugh, and hang up. It had never occurred to me that my sister could be sixty.', '“You could go and fetch it,” I said.', '“I can’t drive,” said Ruth.');
    expect(kitchen.cast.map(({ cue }) => cue)).not.toContain('SISTER');
    expect(['get that', '“No.”', 'might be', 'That’s why'].map((words) => speakerOf(kitchen, words))).toEqual(['RUTH', 'I', 'RUTH', 'I']);
  });

  it('is the teller’s father, not the one other man, where the two speak to each other or in turn', () => {
    const plot = ['My father grew beans. He grew nothing else.', '“You’ll want string,” said my father.', '“What for?” I said.',
      'Harry Dunn had the next plot. Harry came over with his spade.'];
    const talk = told(...plot, '“Is that the boy?” said Harry.', '“That’s him,” said my father.', '“He’s tall.”', '“He’s thin.” My father tied a knot.');
    const later = told(...plot, '“Fine day,” said Harry.', 'I let him go by.', '“Who was that?” I said.', '“The neighbour,” said my father.');
    const beside = told(...plot, '“Nobody’s boy,” said my father.', '“Is he tall enough?” said Harry.', '“Enough,” I said.');
    expect(['want string', 'the boy', 'That’s him', 'He’s tall'].map((words) => speakerOf(talk, words))).toEqual(['FATHER', 'HARRY', 'FATHER', 'HARRY']);
    expect(['The neighbour', 'Fine day'].map((words) => speakerOf(later, words))).toEqual(['FATHER', 'HARRY']);
    expect(['Nobody’s boy', 'Is he tall'].map((words) => speakerOf(beside, words))).toEqual(['FATHER', 'HARRY']);
  });

  it('is a woman when the text calls the clerk “she”', () => {
    const ferry = told('Tom leaned on the counter and waited until the clerk looked up.', '“One to the island,” he said.', '“Single or return?”', '“Single.”',
      'The clerk stopped writing. She had a pencil behind each ear.', '“Nobody buys a single,” she said.', '“I do,” said Tom.');
    expect(ferry.cast.find(({ cue }) => cue === 'CLERK')?.gender).toBe('female');
    expect(speakerOf(ferry, 'Nobody buys')).toBe('CLERK');
  });

  it('is a man when “she” is the patient of the doctor, and a woman when “him” is her customer', () => {
    const fever = (first: string, then: string): TextAnalysis => told(`${first} The doctor came at noon. She did not turn her head.`,
      '“How is the patient?” said the doctor.', '“Dying,” she said.', then, '“How do you know?”', '“I looked in my book,” said the doctor.');
    const inBed = fever('She had been in bed for a week.', '“Not today,” said the doctor.');
    const cap = fever('Rain fell on the roof.', 'The doctor took off his cap.');
    const desk = told('Tom came in.', 'The clerk turned the book towards him. She had a pencil behind each ear.', '“You are late,” she said.',
      '“The road was under water,” said Tom.', '“Sign here,” said the clerk.');
    expect(cap.cast.find(({ cue }) => cue === 'DOCTOR')?.gender).toBe('male');
    expect([inBed, cap].map((text) => speakerOf(text, 'Dying'))).toEqual(['WOMAN', 'WOMAN']);
    expect(speakerOf(desk, 'You are late')).toBe('CLERK');
  });

  it('is the older man before he is described, where there is a younger one', () => {
    const shelter = told('The shelter had no roof. Two men stood in it anyway.', '“Is this where it stops?” asked the younger man.', '“It used to be.”',
      '“What does that mean?”', '“It means I’ve been here since four.”', '“It’s nearly seven.”',
      '“I’m aware of that.”', 'It began to rain, not hard. The older man put up an umbrella, and moved it a foot to the left.', '“Thank you,” said the younger man.',
      '“Don’t mention it.”', '“My name’s Adrian, by the way.”', '“Is it?”', '“Yes.”',
      '“I had a dog called Adrian.”', '“Was he a good dog?”', '“She bit a policeman,” said the older man.');
    expect(speakerOf(shelter, 'It used to be')).toBe(speakerOf(shelter, 'She bit'));
    expect(speakerOf(shelter, 'stops')).toBe(speakerOf(shelter, 'My name'));
  });

  it('calls on people by name at the head of any quotation, but not where a name is only asked for', () => {
    const desk = told('Ann and Tom and Ned sat round the desk.', '“Hello,” said Ned.', '“Good morning,” said Ann.', '“Morning,” said Tom.',
      '“Can we stay with the list?” said Ann. “Ned. What is left?”', '“The tests.”', '“All of them?” said Ann.', '“Most of them.”');
    expect(speakerOf(desk, 'The tests')).toBe('NED');
  });
});
