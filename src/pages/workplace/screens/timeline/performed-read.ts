import { NARRATOR } from '../../../../craft/screenplay/model.js';
import type { Staleness } from '../../../../kernel/contract/staleness.js';
import { readManifestOf, type Artifact } from '../../answers.js';
import type { Visit } from '../../visit.js';
import type { CueSpan, LaneAnswer, LaneSound, LaneView, ShownCue } from './lane-view.js';
import { LANES } from './lanes.js';
import { pathOf } from '../../paths.js';

/** A spoken line, in milliseconds of the performance. `number` counts from 1, as the pages do. */
export interface HeardLine {
  entryIndex: number; number: number; sceneIndex: number; speaker: string; text: string; startMs: number; endMs: number; soundUrl: string;
}

export interface HeardScene { index: number; title: string; startMs: number; endMs: number }

/** A cue with its lane and its times. A cue that is not heard has the times of its place. */
export interface PlacedCue { lane: LaneView; cue: ShownCue; spans: CueSpan[]; isHeard: boolean; name: string }

export interface ShownLane { lane: LaneView; version: number; sounds: LaneSound[]; cues: PlacedCue[]; held: ShownCue[] }

/** A read along its time. `lines` is empty before it is performed. */
export interface PerformedRead {
  artifact: Artifact & { staleness: Staleness | null };
  lines: HeardLine[];
  scenes: HeardScene[];
  lanes: ShownLane[];
  durationMs: number;
  /** The present recording, and the one before the last mix, as paths of this server; null when there is none. */
  recording: string | null;
  before: string | null;
}

interface Script {
  narrationPolicy: string;
  scenes: { index: number; title: string }[];
  entries: { index: number; sceneIndex: number; character: string | null; text: string }[];
  performed: { entryIndex: number; startMs: number; endMs: number; soundUrl: string }[];
}

/** Time after the last line, until a recording determines the length. */
const TAIL_MS = 1_000;

export const speakerName = (speaker: string): string => (speaker === NARRATOR ? 'Narrator' : speaker);

function linesOf({ entries, performed }: Script): HeardLine[] {
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  return performed.flatMap(({ entryIndex, startMs, endMs, soundUrl }) => {
    const entry = byIndex.get(entryIndex);
    if (!entry) return [];
    const { sceneIndex, character, text } = entry;
    return [{ entryIndex, number: entryIndex + 1, sceneIndex, speaker: character ?? NARRATOR, text, startMs, endMs, soundUrl: pathOf(soundUrl) }];
  });
}

function scenesOf({ scenes }: Script, lines: readonly HeardLine[], durationMs: number): HeardScene[] {
  const heard = scenes.flatMap(({ index, title }) => {
    const first = lines.find(({ sceneIndex }) => sceneIndex === index);
    return first ? [{ index, title, startMs: first.startMs }] : [];
  });
  return heard.map((scene, at) => ({ ...scene, startMs: at === 0 ? 0 : scene.startMs, endMs: heard[at + 1]?.startMs ?? durationMs }));
}

/** The times of the place to which a cue belongs; empty when no line of it is performed. */
function placeOf({ cueId, scope, sceneIndex, entryIndex }: ShownCue, lines: readonly HeardLine[], durationMs: number): CueSpan[] {
  const own = scope === 'screenplay' ? lines : lines.filter((line) => (scope === 'scene' ? line.sceneIndex === sceneIndex : line.entryIndex === entryIndex));
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  return [{ cueId, startMs: scope === 'screenplay' ? 0 : first.startMs, endMs: scope === 'screenplay' ? durationMs : last.endMs }];
}

async function laneOf(visit: Visit, lane: LaneView, projectId: string): Promise<{ lane: LaneView; answer: LaneAnswer; sounds: LaneSound[] }> {
  const params = { artifactId: visit.param('artifactId') };
  const [answered, catalogue] = await Promise.all([
    visit.call<Record<string, LaneAnswer>>(lane.operations.get, { params }),
    visit.callIfAllowed<{ sounds: LaneSound[] }>('listSounds', { params: { projectId }, query: { kind: lane.kind, limit: 100 } }),
  ]);
  return { lane, answer: answered[lane.key]!, sounds: (catalogue?.sounds ?? []).map((sound) => ({ ...sound, url: pathOf(sound.url) })) };
}

/** Loads the read of the page with its lanes. Raises the errors of the operations. */
export async function performedRead(visit: Visit): Promise<PerformedRead> {
  const params = { artifactId: visit.param('artifactId') };
  const { artifact } = await visit.call<{ artifact: PerformedRead['artifact'] }>('getArtifact', { params });
  const [{ script }, ...lanes] = await Promise.all([
    visit.call<{ script: Script }>('getArtifactScript', { params }), ...LANES.map((lane) => laneOf(visit, lane, artifact.projectId)),
  ]);
  const lines = linesOf(script);
  const spansIn = lanes.map(({ lane, answer }) => lane.spans(answer));
  const { recordingUrl = null, recordingDurationMs = null, formerRecordingUrl = null } = readManifestOf(artifact)?.audio ?? {};
  const endMs = lines.at(-1)?.endMs ?? 0;
  const durationMs = Math.max(recordingDurationMs ?? endMs + TAIL_MS, ...spansIn.flat().map((span) => span.endMs));
  return {
    artifact, lines, durationMs, scenes: scenesOf(script, lines, durationMs),
    recording: recordingUrl && pathOf(recordingUrl), before: formerRecordingUrl && pathOf(formerRecordingUrl),
    lanes: lanes.map(({ lane, answer: { cues, version }, sounds }, at) => ({
      lane, version, sounds, held: cues,
      cues: cues.flatMap((cue): PlacedCue[] => {
        const heard = spansIn[at]!.filter(({ cueId }) => cueId === cue.cueId);
        const spans = heard.length > 0 ? heard : placeOf(cue, lines, durationMs);
        return spans.length === 0 ? [] : [{ lane, cue, spans, isHeard: heard.length > 0, name: lane.nameOf(cue, sounds) }];
      }),
    })),
  };
}
