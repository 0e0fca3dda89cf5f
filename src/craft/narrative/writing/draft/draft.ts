import { NARRATOR, type ScreenplayEntry, type SourceSpan } from '../../../screenplay/model.js';
import type { DraftBrief, OutlineDraft, PlannedScene, SceneBrief, SceneLine, SceneRequest, WrittenScene } from '../../model.js';
import { materialsOfEpisode } from '../../outline/episode-part.js';
import { splitSentences } from '../../analysis/language/sentences.js';
import { instructedLines } from '../../instructions/scene.js';
import { arrange } from '../arrangement/arrangement.js';
import { ScriptAssembly } from '../staging/assembly.js';
import { canonFacts } from '../staging/canon.js';
import { Casting } from '../staging/casting.js';
import { beatMaterials, beatPassages } from './beats.js';
import { placeScenes } from './places.js';
import { writeDrama } from '../modes/drama/drama.js';
import type { Item, Material, Staging } from '../material/items.js';
import { materialsOf } from '../material/material.js';
import { partsOf } from '../parts/parts.js';
import { titledPassages } from '../staging/passage-titles.js';
import type { Passage, Stage } from '../staging/stage.js';
import { StockQueue } from '../stock/stock.js';
import { lettersOf } from '../wording/wording.js';
import type { Block } from '../arrangement/windows.js';

/** In an episode, narration becomes printed action, or the voice-over of a first-person narrator. */
const STAGING: Staging = { mode: 'drama', narrationPolicy: 'include' };

/** Ten minutes at the pace of a table read. For a longer episode the author plans the scenes. */
const EPISODE_WORDS = 1_500;
const WORDS_PER_SCENE = 210;
const MAX_SCENES = 12;
const VOICE_OVER = 'V.O.';
/** The parenthetical by which a drama marks first-person narration; a written screenplay turns such lines into voice-over. */
const TELLING = 'narrating';

/** A tag with more words also describes an action. */
const MAX_TAG_WORDS = 12;

/**
 * The passage for a written screenplay, which prints a cue over every line. Only lines of guessed speakers keep their marks and tags; narration that repeats
 * a tag is dropped.
 */
function withCuedLines(passage: Passage): Passage {
  const items = passage.items.map((item) => (item.confidence === 'weak' ? item : { ...item, narrated: null, tag: null }));
  const isEcho = (item: Item, before: Item | undefined): boolean =>
    (item.isTag && item.words <= MAX_TAG_WORDS && before?.confidence !== 'weak') || item.kind === 'narration'
    && lettersOf(before?.narrated?.text ?? '').endsWith(lettersOf(item.text.replace(/^\S+\s/u, '')));
  return { ...passage, items: items.filter((item, at) => !isEcho(item, items[at - 1])) };
}

/** The entries of some passages staged as one drama, headings included. */
function stagedEntries(brief: DraftBrief, materials: readonly Material[], blocks: readonly Block[]): ScreenplayEntry[] {
  const canon = canonFacts(brief.canon);
  const casting = new Casting(materials, canon, canon.characters.map(({ name }) => name.toUpperCase()), STAGING);
  const script = new ScriptAssembly('include');
  const stage: Stage = {
    mode: 'drama', policy: 'include', materials, passages: titledPassages(blocks, materials).map(withCuedLines),
    casting, script, place: null,
    stock: new StockQueue(brief.seed), spokenTitle: null,
  };
  writeDrama(stage);
  return script.finish(brief.title, 'drama', casting.roles).entries;
}

/** Entries as lines of a written screenplay. When nobody speaks in the sources, the narrator speaks their text. */
function linesOf(entries: readonly ScreenplayEntry[], isVoiced: boolean): SceneLine[] {
  const lines = entries.flatMap((entry): SceneLine[] => {
    const { kind, text } = entry;
    if (kind === 'scene_heading') return [];
    if (kind === 'transition') return [{ kind, text }];
    if (kind === 'action' && isVoiced) return [{ kind, text }];
    const character = kind === 'action' ? NARRATOR : entry.character!;
    const isTelling = entry.parenthetical === TELLING;
    return [{
      kind: 'dialogue', character, extension: isTelling || kind === 'action' ? VOICE_OVER : null,
      parenthetical: isTelling ? null : entry.parenthetical ?? null, text,
    }];
  });
  while (lines[0]?.kind === 'transition') lines.shift();
  while (lines.at(-1)?.kind === 'transition') lines.pop();
  return lines;
}

const spanOf = (material: Material, item: Item): SourceSpan | null => material.toSpans(item.pieces)[0] ?? null;

/** The spans of the source that items cover, one for each run of neighbours. */
function stretchesOf(material: Material, positions: readonly number[]): SourceSpan[] {
  const stretches: SourceSpan[] = [];
  let last = -2;
  for (const at of positions) {
    const spans = material.toSpans(material.items[at]!.pieces);
    const first = spans[0];
    const end = spans.at(-1)?.end;
    if (!first || end === undefined) continue;
    const open = stretches.at(-1);
    if (open && at === last + 1 && first.start >= open.end) open.end = end;
    else stretches.push({ sourceId: first.sourceId, start: first.start, end });
    last = at;
  }
  return stretches;
}

/** For each span, the run of items that begin inside it. */
function blocksOf(materials: readonly Material[], spans: readonly SourceSpan[]): Block[] {
  return spans.flatMap((span): Block[] => {
    const material = materials.findIndex(({ sourceId }) => sourceId === span.sourceId);
    const items = materials[material]?.items ?? [];
    const isInside = (item: Item): boolean => {
      const at = spanOf(materials[material]!, item);
      return at !== null && at.start >= span.start && at.start < span.end;
    };
    const from = items.findIndex(isInside);
    return from < 0 ? [] : [{ material, from, to: items.findLastIndex(isInside) + 1, role: 'proof' }];
  });
}

const MAX_SUMMARY = 200;

function summaryOf(lines: readonly SceneLine[]): string {
  const told = lines.find(({ kind }) => kind === 'action') ?? lines[0];
  if (!told) return '';
  const [first] = splitSentences(told.text);
  const sentence = first ? told.text.slice(first.start, first.end) : told.text;
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY).replace(/\s+\S*$/u, '')}…`;
}

const charactersOf = (lines: readonly SceneLine[]): string[] =>
  [...new Set(lines.flatMap((line) => (line.kind === 'dialogue' ? [line.character] : [])))];

/** The scenes that the analysis found in the passages of a drama; for an essay, one scene for each passage. */
function foundScenes(brief: DraftBrief, materials: readonly Material[]): PlannedScene[] {
  const isVoiced = materials.some(({ voices }) => voices);
  const available = materials.reduce((sum, { items }) =>
    sum + items.reduce((words, item) => words + item.spokenWords, 0), 0);
  // An episode of a series tells its own part to the end, since no other episode does.
  const targetWords = brief.series && brief.series.episodes.length > 1 ? available : Math.min(available, EPISODE_WORDS);
  const passages = Math.max(1, Math.min(MAX_SCENES, Math.round(targetWords / WORDS_PER_SCENE)));
  const blocks = isVoiced ? firstPart(materials, targetWords)
    : arrange(materials, { passages, targetWords, dramatic: false, variant: 0 });
  if (!isVoiced) {
    return titledPassages(blocks, materials).map((passage): PlannedScene => {
      const positions = passage.items.map((_item, at) => passage.from + at);
      return sceneOf(`INT. STUDIO - ${passage.title.toUpperCase()}`,
        linesOf(stagedEntries(brief, materials, [passage]), false),
        stretchesOf(materials[passage.material]!, positions));
    });
  }
  return groupsOf(materials, blocks).flatMap((group) => {
    const scenes = new Map<number, ScreenplayEntry[]>();
    for (const entry of stagedEntries(brief, materials, group)) {
      scenes.set(entry.sceneIndex, [...scenes.get(entry.sceneIndex) ?? [], entry]);
    }
    return [...scenes.values()].map((own) => sceneOf(own[0]!.text, linesOf(own, true),
      playedStretches(materials, group, own)));
  }).map((scene, index) => (index === 0 || / - /u.test(scene.heading) ? scene
    : { ...scene, heading: `${scene.heading} - LATER` }));
}

/** The scenes of an episode's length from the beginning of the sources. */
const firstPart = (materials: readonly Material[], targetWords: number): Block[] =>
  (partsOf(materials, targetWords, Infinity)[0]?.ranges ?? []).map((range) => ({ ...range, role: 'proof' }));

const MIN_SCENE_WORDS = 60;

/** Groups passages into scenes: one passage each, but a direct continuation joins the passage before it, and so does any passage after a short introduction. */
function groupsOf(materials: readonly Material[], blocks: readonly Block[]): Block[][] {
  const groups: { blocks: Block[]; words: number }[] = [];
  for (const block of blocks) {
    const words = materials[block.material]!.items.slice(block.from, block.to)
      .reduce((sum, item) => sum + item.words, 0);
    const open = groups.at(-1);
    const last = open?.blocks.at(-1);
    const goesOn = last?.material === block.material && last.to === block.from;
    if (open && (goesOn || open.words < MIN_SCENE_WORDS)) {
      open.blocks.push(block);
      open.words += words;
    } else groups.push({ blocks: [block], words });
  }
  return groups.map((group) => group.blocks);
}

const sceneOf = (heading: string, lines: SceneLine[], spans: SourceSpan[]): PlannedScene =>
  ({ heading, summary: summaryOf(lines), characters: charactersOf(lines), spans });

/** The source spans of those items of the passages whose words occur in the entries. */
function playedStretches(
  materials: readonly Material[], blocks: readonly Block[], entries: readonly ScreenplayEntry[],
): SourceSpan[] {
  const spans = entries.flatMap((entry) => entry.spans);
  return materials.flatMap((material, index) => {
    const own = spans.filter(({ sourceId }) => sourceId === material.sourceId);
    const positions = blocks.filter((block) => block.material === index)
      .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
    return stretchesOf(material, positions.filter((at) => {
      const place = spanOf(material, material.items[at]!);
      return place !== null && own.some(({ start, end }) => place.start >= start && place.start < end);
    }));
  });
}

const spansOf = (materials: readonly Material[], blocks: readonly Block[]): SourceSpan[] => blocks.flatMap(({ material, from, to }) =>
  stretchesOf(materials[material]!, Array.from({ length: to - from }, (_, at) => from + at)));

const UNTOLD_PLACE = 'INT. PLACE NOT TOLD';

const LATER = / - LATER$/u;
const ANOTHER_TIME = / - (?:LATER|EARLIER)$/u;

/** The heading that the material of a scene gives, else that of the scene before. A repeated place gets `LATER`. */
function headingIn(brief: DraftBrief, materials: readonly Material[], blocks: readonly Block[], before: string | undefined): string {
  const staged = blocks.length > 0 ? stagedEntries(brief, materials, blocks).find(({ kind }) => kind === 'scene_heading')?.text : undefined;
  const heading = staged ?? before ?? UNTOLD_PLACE;
  const isSamePlace = heading.replace(LATER, '') === before?.replace(LATER, '');
  return isSamePlace && !ANOTHER_TIME.test(heading) ? `${heading} - LATER` : heading;
}

/** A scene for each beat of an outline, in order, with the passages of the sources that it plays. */
function outlinedScenes(brief: DraftBrief, materials: readonly Material[], outline: OutlineDraft): PlannedScene[] {
  const passages = beatPassages(materials, outline);
  const scenes: PlannedScene[] = [];
  for (const [index, { summary, characters }] of outline.beats.entries()) {
    const blocks = passages[index]!;
    scenes.push({ heading: headingIn(brief, materials, blocks, scenes.at(-1)?.heading), summary, characters, spans: spansOf(materials, blocks) });
  }
  return scenes;
}

/**
 * The scenes of an episode adapted from its part of the sources, or one scene for each beat of its outline. With `requested`, those scenes, each with the
 * most similar part of the sources. A scene for which no part is left has no spans, because nothing is invented.
 */
export function draftScenes(brief: DraftBrief, requested: readonly SceneRequest[] | null): PlannedScene[] {
  const materials = materialsOf(brief.sources, STAGING);
  if (!requested) {
    const { episodes, index } = brief.series ?? { episodes: [], index: -1 };
    const own = materialsOfEpisode(materials, episodes, index);
    if (brief.outline) return outlinedScenes(brief, beatMaterials(materials, own, brief.outline), brief.outline);
    return foundScenes(brief, own).filter(({ spans }) => spans.length > 0);
  }
  const blocks = placeScenes(materials, requested);
  return requested.map(({ heading, summary, characters }, index) =>
    ({ heading, summary, characters, spans: blocks[index] ? spansOf(materials, [blocks[index]]) : [] }));
}

/** Writes one scene under its heading. A scene without spans becomes its summary, as action. */
export function draftScene({ scenes, index, ...brief }: SceneBrief): WrittenScene {
  const { heading, summary, spans } = scenes[index]!;
  const materials = materialsOf(brief.sources, STAGING);
  const blocks = blocksOf(materials, spans);
  const isVoiced = blocks.some(({ material }) => materials[material]!.voices);
  const staged = blocks.length > 0 ? linesOf(stagedEntries(brief, materials, blocks), isVoiced) : [];
  const lines = instructedLines(staged, brief.instructions);
  return { heading, lines: lines.length > 0 || summary === '' ? lines : [{ kind: 'action', text: summary }] };
}
