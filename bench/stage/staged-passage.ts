import { packetTimeline } from '../../src/craft/audio/packet-timeline.js';
import { planTimeline } from '../../src/craft/audio/timeline.js';
import { adapt } from '../../src/craft/narrative/writing/adaptation.js';
import { canonFacts } from '../../src/craft/narrative/writing/staging/canon.js';
import { speakerOf, type Screenplay } from '../../src/craft/screenplay/model.js';
import { spread } from '../../src/craft/speech/times/line-times.js';
import type { ObjectStore } from '../../src/kernel/storage/port.js';
import { filmCaptions } from '../../src/domain/artifacts/film/film-captions.js';
import type { StagedRead } from '../../src/domain/artifacts/film/film-pictures.js';
import { decideFrom } from '../../src/domain/artifacts/pictures/decide-art.js';
import { visualCanonOf } from '../../src/domain/canon/looks/visual-canon.js';
import type { Chapter } from '../people/chapters.js';

const MS_PER_CHARACTER = 65;

/** A drama of `seconds` seconds from a chapter, staged as for its film. Nothing is spoken: the times of lines follow from their length. */
export async function stagedPassage({ work, number, text }: Chapter, seconds: number, store: ObjectStore): Promise<StagedRead> {
  const { screenplay } = adapt({
    seed: `${work} ${number}`, title: work, sources: [{ sourceId: 'chapter', label: null, text, digest: null }], canon: canonFacts(null), castNames: [],
    mode: 'drama', narrationPolicy: 'include', durationSeconds: seconds,
  });
  return stagedScreenplay(screenplay, { source: text, project: `${work}-${number}`, store });
}

/** A screenplay, staged as for its film. `source` is the text from which the screenplay was made. */
export async function stagedScreenplay(
  screenplay: Screenplay, { source, project, store }: { source: string; project: string; store: ObjectStore },
): Promise<StagedRead> {
  const spoken = screenplay.entries.filter((entry) => speakerOf(entry, screenplay.narrationPolicy) !== null);
  const timeline = packetTimeline(planTimeline(spoken.map(({ index, sceneIndex, text }) =>
    ({ entryIndex: index, sceneIndex, key: `lines/${index}`, durationMs: 200 + text.length * MS_PER_CHARACTER, pauseAfterMs: 350 })),
  { leadInMs: 2_200, leadOutMs: 2_600, sceneGapMs: 1_600 }));
  const decided = await decideFrom(store, {
    read: { projectId: project, voiceMap: {} }, screenplay, source, seed: project, palette: [], canon: { bible: {}, characters: [], directions: [] },
    visual: visualCanonOf({}), avatar: '',
  });
  return {
    screenplay, timeline, format: { widthPx: 1_280, heightPx: 720, framesPerSecond: 24, grade: 'draft' }, captions: filmCaptions(screenplay, timeline, new Map()),
    theater: { enabled: true, title: null, subtitle: null, titleLayout: 'bar', backgrounds: 'drawn', transition: 'fade', transitionMs: 600, nounImagery: 'off' },
    overlays: {}, staged: new Map(), portraits: new Map(), backdrops: [], nouns: new Map(), clips: [], burned: null, part: null,
    times: new Map(spoken.map(({ index, text }) => [index, { text, words: spread(text, 200 + text.length * MS_PER_CHARACTER), estimated: true }])),
    art: { ...decided, title: screenplay.title, kicker: 'A table read', faces: screenplay.cast.map(() => null), backdrops: screenplay.scenes.map(() => null) },
  };
}
