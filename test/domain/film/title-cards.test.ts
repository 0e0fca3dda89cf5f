import { describe, expect, it } from '@jest/globals';
import { filmStage } from '../../../src/domain/storyboards/films/stage-shots.js';
import { beatShots } from '../../../src/domain/trailers/film/beat-shots.js';
import type { BeatItem } from '../../../src/domain/trailers/trailer-model.js';
import { staged, TWO_SCENES } from './staged-read.js';

const part = staged(TWO_SCENES);
const read = { ...part, art: { ...part.art, title: 'Jack Sheppard, part 2', kicker: 'A table read', byline: 'by Ann Hale' } };
const stage = filmStage({ read, images: new Map(), title: 'Jack Sheppard' });
const cardOf = (card: string) => beatShots(stage, { card } as BeatItem, 2_000)[0]!.picture;

describe('the title card of a trailer', () => {
  it('has the title of the trailer and not that of its read, with the byline and without the words of the read', async () => {
    const { pictures } = stage;
    const [own, ofRead, other] = [cardOf('Jack Sheppard'), pictures.title(), cardOf('Who takes the oil?')];
    expect(new Set([own.key, ofRead.key, other.key, pictures.card('Jack Sheppard').key]).size).toBe(4);
    const named = staged(TWO_SCENES);
    const whole = filmStage({ read: { ...named, art: { ...read.art, title: 'Jack Sheppard', kicker: '' } }, images: new Map(), title: 'Jack Sheppard' });
    expect(await own.draw()).toBe(await whole.pictures.title().draw());
  });
});
