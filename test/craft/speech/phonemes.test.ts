import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  findForeignLetters, MAX_PIECE_SIGNS, openLexicon, speakWords, toPhonemes, type Accent, type Lexicon,
} from '../../../src/craft/speech/neural/words/index.js';
import { piecesOf } from '../../../src/craft/speech/neural/words/pieces.js';
import { fromIpa, fromRespelling } from '../../../src/craft/speech/neural/words/respelling.js';
import { MODEL_SIGNS, smallLexicon, smallLexiconBytes } from './small-lexicon.js';

let lexicon: Lexicon;
beforeAll(() => { lexicon = smallLexicon(); });
const said = (text: string, accent: Accent = 'us'): string => speakWords(text, { accent, lexicon }).phonemes;

describe('the dictionary', () => {
  it('prefers the first source, and finds a word as written and with another first letter', () => {
    expect(lexicon.find('the')).toBe('ði');
    expect(lexicon.find('Zebra')).toBe('zˈibɹə');
    expect([lexicon.find('polish'), lexicon.find('Polish')]).toEqual(['pˈɑlɪʃ', 'pˈOlɪʃ']);
    expect(lexicon.find('xylophone')).toBeNull();
  });

  it('asks for the part of speech only where it decides', () => {
    expect([lexicon.find('record'), lexicon.find('record', 'NOUN'), lexicon.find('read', 'VBD')]).toEqual(['ɹəkˈɔɹd', 'ɹˈɛkəɹd', 'ɹˈɛd']);
    expect(lexicon.find('cat', () => { throw new Error('asked'); })).toBe('kˈæt');
    expect(lexicon.find('live', (tags) => (tags.includes('VERB') ? 'VERB' : 'NOUN'))).toBe('lˈɪv');
  });

  it('has the same bytes every time, and refuses bytes that are no dictionary', () => {
    expect(Buffer.from(smallLexiconBytes()).equals(smallLexiconBytes())).toBe(true);
    expect(() => openLexicon(new Uint8Array(40))).toThrow('no pronunciation dictionary');
    expect(() => openLexicon(smallLexiconBytes().slice(0, -3))).toThrow();
  });

  it('guesses an unknown word from its own words', () => {
    expect(lexicon.guess('night')).toBe('nˈIt');
    expect(lexicon.guess('Qixolt')).toMatch(/ˈ/);
    expect(lexicon.guess('nat')).toBe('nˈæt');
  });
});

describe('words to phonemes', () => {
  it.each([
    ['the cat', 'ðə kˈæt.'], ['The old cat!', 'ði ˈOld kˈæt!'], ['to be', 'tə bˈi.'], ['be to it', 'bi tʊ ɪt.'], ['a cat', 'ɐ kˈæt.'],
    ['cats, books and churches', 'kˈæts, bˈʊks ænd ʧˈɜɹʧᵻz.'], ['stopped walking', 'stˈɑpt wˈɔkɪŋ.'], ["the cat's bigger", 'ðə kˈæts bˈɪɡəɹ.'], ["you'll", 'juᵊl.'],
    ['opener', 'ˈOpənəɹ.'], ['unhappy', 'ˌʌnhˈæpi.'], ['wheelhouse', 'wˈilhˌWs.'], ['black-bread', 'blˌækbɹˈɛd.'], ['open-and-black', 'ˈOpənændblˈæk.'],
    ['city water', 'sˈɪTi wˈɔTəɹ.'], ['he live', 'hi lˈɪv.'], ['the big house', 'ðə bˈɪɡ hˈWs.'],
    ['You read it', 'jˌu ɹˈid ɪt.'], ['He will read it.', 'hˌi wˈɪl ɹˈid ɪt.'], ['You have read it', 'jˌu hæv ɹˈɛd ɪt.'], ['he read it', 'hi ɹˈɛd ɪt.'],
    ['Use it', 'jˈuz ɪt.'], ['the use of it', 'ðə jˈus ʌv ɪt.'],
    ['BBC', 'bˌibˌisˈi.'], ['B.B.C.', 'bˌibˌisˈi.'], ['NASA and FBIs', 'nˈæsə ænd ˌɛfbˌiˈIz.'],
    ['to be with a bow', 'tə bi wɪð ɐ bˈW.'], ['a bow and arrow', expect.stringContaining('bˈO ')], ['the lead pipe', expect.stringContaining('lˈɛd')],
    ['an aged cat', expect.stringContaining('ˈAʤɪd')],
    ['Mister Baker', 'mˈɪstəɹ bˈAkəɹ.'], ['Wait — “stop”…', expect.stringMatching(/^.+— “stˈɑp”…$/)],
    ['1895', 'ˌAtˈin nˌIntifˈIv.'], ['it is *to* you', expect.stringContaining(' tˈu ')], ['NEVER go to it', 'nˈɛvəɹ ɡˌO tʊ ɪt.'], ['she *saw* it', 'ʃi sˈɔ ɪt.'],
    ['Zoe met Siobhan', 'zˈOi mˈɛt ʃɪvˈɔn.'], ['b-but', 'bə bˌʌt.'], ['Shhh!', 'ʃ!'],
  ])('%j', (text, phonemes) => { expect(said(text)).toEqual(phonemes); });

  it('speaks headings in capitals without stress on every word', () => {
    expect(said('THE BIG CAT SAW IT')).toBe('ðə bˈɪɡ kˈæt sˈɔ ɪt.');
  });

  it('is British: an r before a vowel only, no tapped t', () => {
    const british = speakWords('Clara met Betty', { accent: 'gb', lexicon }).words.map(({ phonemes }) => phonemes);
    expect(british).toEqual(['klˈɛːɹə', 'mˈɛt', 'bˈɛti']);
  });

  it('obeys the project’s pronunciations, IPA before the respelling, also in the possessive', () => {
    const pronunciations = [
      { word: 'Cat', respelling: 'shi-VAWN', ipa: null }, { word: 'zebra', respelling: 'nope', ipa: '/ˈzɛbrə/' },
    ];
    expect(speakWords("cat's zebra, cat", { accent: 'us', lexicon, pronunciations }).phonemes).toBe('ʃivˈɔnz zˈɛbɹə, ʃivˈɔn.');
  });

  it.each([['東京', '東京'], ['Meet Иван', 'Иван'], ['plain', null]])('says why %j cannot be spoken', (text, letters) => {
    expect(findForeignLetters(text)).toBe(letters);
    if (letters !== null) expect(toPhonemes(text, { accent: 'us', lexicon })).toEqual([]);
  });
});

describe('respelling and IPA', () => {
  it.each([
    ['shi-VAWN', 'ʃivˈɔn', 'ʃivˈɔːn'], ['ZOH-ee', 'zˈOi', 'zˈQi'], ['KLAIR-uh', 'klˈɛɹə', 'klˈɛːɹə'], ['nuh-WIN', 'nəwˈɪn', 'nəwˈɪn'], ['hyde', 'hˈId', 'hˈId'],
    ['uh-LYE-zuh', 'əlˈIzə', 'əlˈIzə'], ['her-MYE-uh-nee', 'həɹmˈIəni', 'həmˈIəni'], ['JON', 'ʤˈɑn', 'ʤˈɒn'], ['MUH-thur', 'mˈʌθəɹ', 'mˈʌθə'],
  ])('%s', (respelling, american, british) => {
    expect([fromRespelling(respelling, 'us'), fromRespelling(respelling, 'gb')]).toEqual([american, british]);
  });

  it.each([
    ['ʃɪˈvɔːn', 'ʃɪvˈɔn', 'ʃɪvˈɔːn'], ['/ˈdʒeɪmz/', 'ʤˈAmz', 'ʤˈAmz'], ['ˈɡoʊ.tə', 'ɡˈOtə', 'ɡˈQtə'], ['xʁɲ', 'kɹnj', 'kɹnj'],
  ])('%s', (ipa, american, british) => {
    expect([fromIpa(ipa, 'us'), fromIpa(ipa, 'gb')]).toEqual([american, british]);
  });
});

describe('pieces', () => {
  it('are cut after sentences, then clauses, then commas, then words, and are of about equal length', () => {
    const sentence = `${'kˈæt '.repeat(9)}kˈæt.`;
    const pieces = piecesOf(Array.from({ length: 8 }, () => sentence).join(' '), 200);
    expect(pieces.every(({ phonemes, pauseAfter }) => phonemes.length <= 200 && phonemes.endsWith('.') && pauseAfter === 'sentence')).toBe(true);
    const lengths = pieces.map(({ phonemes }) => phonemes.length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(sentence.length + 1);
    expect(piecesOf(`${'kˈæt '.repeat(30)}; ${'kˈæt '.repeat(20)}`.trim(), 160)[0]).toMatchObject({ pauseAfter: 'clause' });
    expect(piecesOf('kˈæt '.repeat(60).trim(), 100).map(({ pauseAfter }) => pauseAfter)).toEqual(expect.arrayContaining(['none']));
  });
});

describe('any text', () => {
  const word = fc.oneof(
    fc.stringMatching(/^[A-Za-z]{1,14}$/), fc.stringMatching(/^[A-Z]{1,6}$/), fc.stringMatching(/^[0-9]{1,12}$/), fc.stringMatching(/^[A-Za-z']{1,8}-[A-Za-z']{1,8}$/),
    fc.constantFrom('the', 'to', 'a', "o'clock", 'é', '£5', '1st', '*', '—', '“', '”', '...', 'Mr.', '(', ')'),
  );
  const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));

  it('has a sound for every word, signs of the model only, pieces within the limit, and the same result twice', () => {
    fc.assert(fc.property(text, fc.constantFrom<Accent>('us', 'gb'), (line, accent) => {
      for (const { text: one, phonemes } of speakWords(line, { accent, lexicon }).words) expect([one, phonemes.replace(/[ˈˌ ]/g, '').length > 0]).toEqual([one, true]);
      const pieces = toPhonemes(line, { accent, lexicon });
      if (/[A-Za-z0-9]/.test(line)) expect(pieces.length).toBeGreaterThan(0);
      for (const { phonemes } of pieces) {
        expect([...phonemes].filter((sign) => !MODEL_SIGNS.includes(sign))).toEqual([]);
        expect(phonemes.length).toBeLessThanOrEqual(MAX_PIECE_SIGNS);
      }
      expect(toPhonemes(line, { accent, lexicon })).toEqual(pieces);
    }), { numRuns: 200 });
  });
});
