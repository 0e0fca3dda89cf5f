import { planTimeline } from '../../../src/craft/audio/timeline.js';
import { packetTimeline } from '../../../src/craft/audio/packet-timeline.js';
import type { FilmFormat } from '../../../src/craft/film/film.js';
import { castLooks } from '../../../src/craft/images/person/cast.js';
import { parsePlace } from '../../../src/craft/images/places/place.js';
import { speakerOf, type CastMember, type Emotion, type Screenplay, type ScreenplayEntry } from '../../../src/craft/screenplay/model.js';
import { spread } from '../../../src/craft/speech/times/line-times.js';
import { burnedLength } from '../../../src/domain/artifacts/staging/burned-captions.js';
import { filmCaptions } from '../../../src/domain/artifacts/film/film-captions.js';
import type { StagedRead, Theater } from '../../../src/domain/artifacts/film/film-pictures.js';
import { isSeen } from '../../../src/domain/artifacts/pictures/read-looks.js';

/** A spoken line: its scene, its speaker, and what is said. */
export type Said = readonly [scene: number, speaker: string, text: string, emotion?: Emotion, parenthetical?: string];

export const FORMAT: FilmFormat = { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'cinema' };
export const THEATER: Theater = {
  enabled: true, title: null, subtitle: null, titleLayout: 'bar', backgrounds: 'drawn', transition: 'fade', transitionMs: 600, nounImagery: 'off',
};
const PLACES = ['INT. LAMP ROOM - NIGHT', 'EXT. HARBOUR - DAWN', 'INT. KITCHEN - DAY', 'EXT. FOREST - DUSK - RAIN'];
const ROLES: Record<string, CastMember['role']> = { NARRATOR: 'narrator', READER: 'reader', ADA: 'host', BEN: 'host' };

function screenplayOf(said: readonly Said[]): Screenplay {
  const entries = said.map(([sceneIndex, character, text, emotion = 'neutral', parenthetical], index): ScreenplayEntry => ({
    index, sceneIndex, text, origin: 'source', spans: [], ...(character === 'NARRATOR' ? { kind: 'action' } : { kind: 'dialogue', character }),
    delivery: { emotion, speed: 1, volume: 1, pauseAfterMs: 350 }, ...(parenthetical ? { parenthetical } : {}),
  }));
  const cues = [...new Set(said.map(([, character]) => character))];
  const cast = cues.map((character): CastMember => ({
    character, role: ROLES[character] ?? 'character', gender: /^(MARA|ADA|MRS|ANNE)/.test(character) ? 'female' : 'male', description: '',
    lineCount: said.filter(([, speaker]) => speaker === character).length, wordCount: 10,
  }));
  const scenes = [...new Set(said.map(([scene]) => scene))].map((index) => ({
    index, heading: PLACES[index % PLACES.length]!, title: `Scene ${index}`, firstEntry: entries.findIndex(({ sceneIndex }) => sceneIndex === index),
    lastEntry: entries.findLastIndex(({ sceneIndex }) => sceneIndex === index),
  }));
  return { title: 'The Lamp', mode: 'drama', narrationPolicy: 'include', scenes, entries, cast, reviewNotes: [] };
}

/** A read as it would be performed: a line lasts 65 ms for each of its characters. */
export function staged(
  said: readonly Said[], { theater = {}, format = {}, burned = false, part = null }: {
    theater?: Partial<Theater>; format?: Partial<FilmFormat>; burned?: boolean; part?: StagedRead['part'];
  } = {},
): StagedRead {
  const screenplay = screenplayOf(said);
  const spoken = screenplay.entries.filter((entry) => speakerOf(entry, screenplay.narrationPolicy) !== null);
  const timeline = packetTimeline(planTimeline(spoken.map(({ index, sceneIndex, text }) =>
    ({ entryIndex: index, sceneIndex, key: `lines/${text}`, durationMs: 200 + text.length * 65, pauseAfterMs: 350 })), { leadInMs: 2_200, leadOutMs: 2_600, sceneGapMs: 1_600 }));
  const seen = screenplay.cast.filter(isSeen);
  const looks = castLooks('lamp', seen.map(({ character }) => ({ name: character, description: '', voice: 'neutral' })));
  return {
    screenplay, timeline, theater: { ...THEATER, ...theater }, format: { ...FORMAT, ...format }, captions: filmCaptions(screenplay, timeline, new Map()),
    burned: burned ? filmCaptions(screenplay, timeline, new Map(), burnedLength({ ...FORMAT, ...format })) : null, part,
    portraits: new Map(), backdrops: [], clips: [], nouns: new Map(), overlays: {}, staged: new Map(),
    times: new Map(spoken.map(({ index, text }) => [index, { text, words: spread(text, 200 + text.length * 65), estimated: true }])),
    art: {
      title: screenplay.title, kicker: 'A table read', seed: 'lamp', palette: [], grades: [], places: screenplay.scenes.map(({ heading }) => parsePlace(heading)),
      looks: screenplay.cast.map((member) => (isSeen(member) ? looks[seen.indexOf(member)]! : null)), facings: screenplay.cast.map(() => 0),
      faces: screenplay.cast.map(() => null), backdrops: screenplay.scenes.map(() => null), coverScene: 0, leads: [0],
    },
  };
}

/** Two scenes in which three people talk, and a narrator tells. */
export const TWO_SCENES: readonly Said[] = [
  [0, 'NARRATOR', 'The lamp room was cold, and the glass rang in the wind.'],
  [0, 'MARA', 'Did you wind the clockwork, Tobias?'],
  [0, 'TOBIAS', 'I wound it at four. It was running when I came down, and it sounded no worse than it has sounded for a year.'],
  [0, 'MARA', 'Then why is the light standing still?', 'angry'],
  [0, 'TOBIAS', 'I do not know.'],
  [0, 'NARRATOR', 'Mara turned away from him.'],
  [1, 'NARRATOR', 'Below them a bell began to sound from the reef.'],
  [1, 'TOBIAS', 'Take the other rope!', 'shout'],
  [1, 'PILOT', 'Hold on. I have it, and I shall have it for as long as the rope holds, which may not be for very much longer in a sea like this one.'],
  [1, 'TOBIAS', 'Pull!'],
];
