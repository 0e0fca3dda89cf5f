import { speakerOf, type NarrationPolicy, type ScreenplayEntry } from '../../../../craft/screenplay/model.js';
import type { CanvasBeat, SceneCanvas } from '../../../../domain/artifacts/overlays/theater-canvas.js';
import type { StagedMotion } from '../../../../domain/artifacts/overlays/theater-motion.js';
import type { StagedScene } from '../../../../domain/artifacts/overlays/theater-scene.js';
import { readManifestOf, type Artifact } from '../../answers.js';
import type { Noun, Plate } from '../../panels/read-pictures.js';
import type { Visit } from '../../visit.js';
import { speakerName } from '../timeline/performed-read.js';

/** A clip of a scene, made or in the making. */
export interface SceneClip {
  sceneIndex: number; entryIndex: number; prompt: string | null; videoUrl: string | null; status: 'queued' | 'rendering' | 'ready' | 'failed' | 'stale';
  durationMs: number | null; description: string | null;
}

/** The stored settings of a read's stage, by scene and entry. */
export interface StageAnswer {
  scenes: StagedScene[]; motions: StagedMotion[]; canvas: SceneCanvas[]; clips: SceneClip[]; versions: { scenes: number; motions: number; canvas: number };
}

/** A spoken line. `number` counts from 1, as the pages do. */
export interface StageLine { entryIndex: number; number: number; speaker: string; text: string }

/** A scene with everything that is staged in it. */
export interface StageScene {
  index: number;
  heading: string;
  lines: StageLine[];
  /** The address of its picture on this server; null without one. */
  imageUrl: string | null;
  description: string;
  staged: StagedScene;
  motions: StagedMotion[];
  beats: CanvasBeat[];
  clips: SceneClip[];
}

/** The data of the page of a stage. */
export interface LoadedStage {
  artifact: Artifact;
  scenes: StageScene[];
  versions: StageAnswer['versions'];
  /** Price of a clip in credits; null for keys that may not see prices. */
  clipPrice: number | null;
  mayChange: boolean;
}

interface Script {
  narrationPolicy: NarrationPolicy;
  scenes: { index: number; title: string }[];
  entries: Pick<ScreenplayEntry, 'index' | 'sceneIndex' | 'kind' | 'character' | 'text'>[];
}

export const paramsOf = (visit: Visit) => ({ params: { artifactId: visit.param('artifactId') } });

export const loadStageAnswer = async (visit: Visit): Promise<StageAnswer> => (await visit.call<{ theater: StageAnswer }>('getArtifactTheater', paramsOf(visit))).theater;

const PLAIN: Omit<StagedScene, 'sceneIndex'> = {
  backdropPrompt: null, transition: null, transitionMs: null, media: null, summary: null, textReveal: null, fxCues: null, promptBy: null,
};

/** The settings of a scene. A scene without settings follows those of the theater and the screenplay. */
export const stagedScene = ({ scenes }: StageAnswer, sceneIndex: number): StagedScene =>
  scenes.find((scene) => scene.sceneIndex === sceneIndex) ?? { ...PLAIN, sceneIndex };

export const beatsIn = ({ canvas }: StageAnswer, sceneIndex: number): CanvasBeat[] => canvas.find((scene) => scene.sceneIndex === sceneIndex)?.beats ?? [];
export const motionsIn = ({ motions }: StageAnswer, sceneIndex: number): StagedMotion[] => motions.filter((motion) => motion.sceneIndex === sceneIndex);

function linesOf({ entries, narrationPolicy }: Script, sceneIndex: number): StageLine[] {
  return entries.filter((entry) => entry.sceneIndex === sceneIndex).flatMap((entry) => {
    const speaker = speakerOf(entry as ScreenplayEntry, narrationPolicy);
    return speaker === null ? [] : [{ entryIndex: entry.index, number: entry.index + 1, speaker: speakerName(speaker), text: entry.text }];
  });
}

/** Loads the stage of the page's read; null before the read is finished. Raises the errors of the operations. */
export async function loadStage(visit: Visit): Promise<{ artifact: Artifact; stage: LoadedStage | null }> {
  const { artifact } = await visit.call<{ artifact: Artifact }>('getArtifact', paramsOf(visit));
  if (!readManifestOf(artifact)) return { artifact, stage: null };
  const [{ script }, answer, { plates }, account] = await Promise.all([
    visit.call<{ script: Script }>('getArtifactScript', paramsOf(visit)), loadStageAnswer(visit),
    visit.call<{ plates: Plate[] }>('getLocationPlates', paramsOf(visit)),
    visit.callIfAllowed<{ credits: { prices: { CLIP: number } } }>('getCredits'),
  ]);
  const pictures = new Map(plates.flatMap(({ scenes }) => scenes.map((scene) => [scene.sceneIndex, scene])));
  const scenes = script.scenes.map(({ index, title }): StageScene => ({
    index, heading: title, lines: linesOf(script, index), imageUrl: pictures.get(index)?.imageUrl ?? null, description: pictures.get(index)?.description ?? '',
    staged: stagedScene(answer, index), motions: motionsIn(answer, index), beats: beatsIn(answer, index),
    clips: answer.clips.filter(({ sceneIndex }) => sceneIndex === index),
  }));
  return { artifact, stage: { artifact, scenes, versions: answer.versions, clipPrice: account?.credits.prices.CLIP ?? null, mayChange: visit.may('artifact:publish') } };
}

/** The things that the read names and that have a picture, so that a stage can show them. */
export async function loadShownNouns(visit: Visit): Promise<Noun[]> {
  const { nouns } = await visit.call<{ nouns: Noun[] }>('getNounImagery', paramsOf(visit));
  return nouns.filter(({ imageUrl }) => imageUrl !== null);
}
