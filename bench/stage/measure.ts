import { plannedShots } from '../../src/domain/artifacts/film/shots.js';
import type { StagedRead } from '../../src/domain/artifacts/film/film-pictures.js';
import type { Picture } from '../../src/craft/film/film.js';
import type { Place } from '../../src/craft/images/places/place.js';
import type { JudgedPassage } from './judged-passages.js';

/** The words and the picture of one shot. */
export interface SeenShot {
  words: string; speaker: string | null; size: string; people: { name: string; expression: string }[]; place: Place; picture: Picture;
}

/** The shots of a read, without the opening and the transitions between scenes. */
export function seenIn(read: StagedRead): SeenShot[] {
  return plannedShots(read).flatMap(({ shot, moment }): SeenShot[] => {
    if (!moment || moment.part === null || shot.kind !== 'held') return [];
    const until = moment.startMs + moment.durationMs;
    const isMostly = ({ startMs, endMs }: { startMs: number; endMs: number }): boolean =>
      Math.min(endMs, until) - Math.max(startMs, moment.startMs) > (endMs - startMs) / 2;
    const words = read.captions.filter((one) => one.entryIndex === moment.line.entryIndex && isMostly(one)).map(({ text }) => text).join(' ');
    const people = moment.spec.people.map(({ look, pose }) => ({ name: look.name, expression: pose.expression ?? 'neutral' }));
    return [{ words, speaker: moment.line.moment.speaker, size: moment.framing.size, people, place: moment.spec.scene.place, picture: shot.picture }];
  });
}

/** The judgement of a shot: whether it shows the person and the place that its words tell; null when they do not tell. */
export interface JudgedShot { shot: SeenShot; person: boolean | null; place: boolean | null }

/** Judges the shots of a passage by the notes on its words. Shots before the first stretch are not judged. */
export function judgedShots(shots: readonly SeenShot[], { present, stretches }: JudgedPassage): JudgedShot[] {
  let at = -1;
  return shots.map((shot) => {
    const next = stretches.findIndex(({ begins }, place) => place > at && shot.words.includes(begins));
    if (next >= 0) at = next;
    const told = stretches[at];
    if (!told) return { shot, person: null, place: null };
    const names = shot.people.map(({ name }) => name);
    const isSeen = told.people === null || names.some((name) => told.people!.test(name));
    const place = told.places === null ? null : told.places.test(`${shot.place.category}/${shot.place.side}`);
    return { shot, person: isSeen && names.every((name) => present.test(name)), place };
  });
}
