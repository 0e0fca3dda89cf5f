import { NARRATOR } from '../../../../craft/screenplay/model.js';
import { EDITABLE } from '../../../../domain/trailers/trailer-model.js';
import type { NextStep } from '../../../../kernel/contract/next-step.js';
import type { Trailer, TrailerStoryboard, TrailerTimeline } from '../../answers.js';
import { pathOf } from '../../paths.js';
import type { Visit } from '../../visit.js';
import { voicesOf, type Voice } from '../../voices.js';

export interface BoardAnswer { trailer: Trailer; storyboard: TrailerStoryboard | null; next?: NextStep }

type Price = 'TRAILER_DRAFT' | 'TRAILER_FINISH' | 'FRAME' | 'CLIP';
export type Prices = Record<Price, number>;

/** The data of the page of a trailer. */
export interface LoadedTrailer extends Omit<BoardAnswer, 'next'> {
  next: NextStep | null;
  timeline: TrailerTimeline | null;
  /** The latest rendered sound, as a path of this server. */
  soundUrl: string | null;
  /** Null for keys that may not see prices. */
  prices: Prices | null;
  voices: readonly Voice[];
  /** The person may edit, and the trailer is editable now. */
  mayEdit: boolean;
  mayBuy: boolean;
}

export const paramsOf = (visit: Visit) => ({ params: { jobId: visit.param('jobId') } });

export const loadBoard = (visit: Visit): Promise<BoardAnswer> => visit.call<BoardAnswer>('getTrailerStoryboard', paramsOf(visit));

/** Loads the trailer of the page. Raises the errors of the operations. */
export async function loadTrailer(visit: Visit): Promise<LoadedTrailer> {
  const { trailer, storyboard, next = null } = await loadBoard(visit);
  const isEditable = storyboard !== null && EDITABLE.includes(trailer.status);
  const mayEdit = isEditable && visit.may('story:write');
  const [timeline, sound, account, voices] = await Promise.all([
    storyboard && visit.call<{ audioTimeline: TrailerTimeline }>('getTrailerAudioTimeline', paramsOf(visit)),
    trailer.draft && visit.call<{ audio: { url: string | null } }>('getTrailerAudio', paramsOf(visit)),
    visit.callIfAllowed<{ credits: { prices: Prices } }>('getCredits'), mayEdit ? voicesOf(visit) : [],
  ]);
  return {
    trailer, storyboard, next, timeline: timeline?.audioTimeline ?? null, soundUrl: sound?.audio.url ? pathOf(sound.audio.url) : null,
    prices: account?.credits.prices ?? null, voices, mayEdit, mayBuy: isEditable && visit.may('artifact:publish'),
  };
}

/** The lines, scenes, people, effects and images from which a beat can be made. */
export interface Material {
  lines: readonly { entryIndex: number; speaker: string; text: string }[];
  scenes: readonly { index: number; title: string }[];
  people: readonly string[];
  effects: readonly { soundId: string; label: string; url: string }[];
  images: readonly { imageId: string; imageUrl: string; description: string }[];
}

interface Script {
  scenes: Material['scenes'];
  entries: readonly { index: number; character: string | null; text: string }[];
  performed: readonly { entryIndex: number }[];
}

/** Loads what a beat can show and play, from its read, the catalogue of sounds and the project. Lists that the key may not see are empty. */
export async function loadMaterial(visit: Visit, { projectId, sourceArtifactId }: Trailer): Promise<Material> {
  const params = { projectId };
  const soundsOf = async (kind: 'sfx' | 'bell') =>
    (await visit.callIfAllowed<{ sounds: Material['effects'] }>('listSounds', { params: { ...params }, query: { kind, limit: 100 } }))?.sounds ?? [];
  const [read, sfx, bells, mood] = await Promise.all([
    visit.callIfAllowed<{ script: Script }>('getArtifactScript', { params: { artifactId: sourceArtifactId } }), soundsOf('sfx'), soundsOf('bell'),
    visit.callIfAllowed<{ moodBoard: Record<'frames' | 'candidates', Material['images']> }>('getMoodBoard', { params: { ...params } }),
  ]);
  const { scenes = [], entries = [], performed = [] } = read?.script ?? {};
  const heard = new Set(performed.map(({ entryIndex }) => entryIndex));
  const lines = entries.filter(({ index }) => heard.has(index))
    .map(({ index, character, text }) => ({ entryIndex: index, speaker: character ?? NARRATOR, text }));
  const images = [...mood?.moodBoard.frames ?? [], ...mood?.moodBoard.candidates ?? []];
  return {
    lines, scenes, people: [...new Set(lines.map(({ speaker }) => speaker))].filter((speaker) => speaker !== NARRATOR), effects: [...sfx, ...bells],
    images: images.filter(({ imageId }, at) => images.findIndex((one) => one.imageId === imageId) === at),
  };
}
