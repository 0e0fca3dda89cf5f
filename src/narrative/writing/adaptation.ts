import type { WriterSource } from '../model.js';
import type { NarrationPolicy, Screenplay, TableReadMode } from '../../screenplay/model.js';
import { arrange } from './arrangement/arrangement.js';
import { ScriptAssembly } from './staging/assembly.js';
import type { CanonFacts } from './staging/canon.js';
import { Casting } from './staging/casting.js';
import { coldOpenOf } from './arrangement/cold-open.js';
import { writeDocumentary } from './modes/documentary.js';
import { arrangeDrama } from './modes/drama/arrangement.js';
import { writeDrama } from './modes/drama/drama.js';
import { HARD_RULES, type Finding } from './lint/findings.js';
import { lintScreenplay } from './lint/lint.js';
import type { Material } from './material/items.js';
import { materialsOf } from './material/material.js';
import type { Passage, Stage, Writer } from './staging/stage.js';
import { writePodcast } from './modes/podcast/podcast.js';
import { withSpokenTexts } from './wording/spoken-text.js';
import { stockLanguageOf, StockQueue } from './stock/stock.js';
import { titledPassages } from './staging/passage-titles.js';
import { pairedQuotes, WORDS_PER_SECOND } from './wording/wording.js';

/** Everything an adaptation depends on; the same values give the same script, byte for byte. */
export interface AdaptationRequest {
  seed: string;
  title: string;
  sources: readonly WriterSource[];
  canon: CanonFacts;
  castNames: readonly string[];
  /** Titles of the plan's beats; they title the scenes when there are as many passages. */
  beatTitles?: readonly string[];
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  durationSeconds: number;
}

/** A script with the passages and the material that it is made of, and what the lint found in it. */
export interface Adaptation { screenplay: Screenplay; passages: Passage[]; materials: Material[]; findings: Finding[] }

/** A longer script gets one passage for every 90 seconds, since each of seven would be too long. */
const LONG_SECONDS = 600;
const MAX_VARIANTS = 5;
const MAX_LENGTH_ROUNDS = 5;
/** A script within this share of its target length is not written again. */
const MAX_LENGTH_ERROR = 0.03;
/** A variant whose length is off by more than this share gets `FAR_WEIGHT`. */
const LENGTH_TOLERANCE = 0.05;
const FAR_WEIGHT = 3;
/** Length of a passage of a drama, which is a scene of its own. */
const WORDS_PER_SCENE = 210;
/** Shorter scripts have no room for a line before their beginning. */
const MIN_WORDS_FOR_COLD_OPEN = 400;
const WRITERS: Record<TableReadMode,
  Writer> = { documentary: writeDocumentary, podcast: writePodcast, drama: writeDrama };

/**
 * Writes up to five variants of a script and keeps the one whose lint findings weigh least; the first variant wins
 * ties. The remaining findings become the script's review notes.
 */
export function adapt(request: AdaptationRequest): Adaptation {
  const materials = materialsOf(request.sources, request);
  let best: (Adaptation & { weight: number }) | null = null;
  for (let variant = 0; variant < MAX_VARIANTS; variant++) {
    const { screenplay, passages, error } = writeToLength(request, materials, variant);
    const findings = lintScreenplay(screenplay, request.sources, request.durationSeconds);
    const weight = findings.reduce((sum, finding) => sum + weightOf(finding), 0)
      + (Math.abs(error) > LENGTH_TOLERANCE ? FAR_WEIGHT : 0);
    if (!best || weight < best.weight) best = { screenplay, passages, materials, findings, weight };
    if (weight === 0) break;
  }
  const { screenplay, passages, findings } = best!;
  return { screenplay: { ...screenplay, reviewNotes: findings.map((finding) => ({ ...finding })) }, passages, materials,
    findings };
}

function weightOf(finding: Finding): number {
  if (HARD_RULES.has(finding.rule)) return 100;
  return finding.rule === 'scene-head' || finding.rule === 'answer-head' || finding.rule === 'unanswered' ? 10
    : finding.rule === 'attribution' || finding.rule === 'breath' ? 0.2 : 1;
}

/** The writer of a mode; a drama without enough dialogue is written as a documentary. */
export function writerFor(mode: TableReadMode, materials: readonly Material[]): Writer {
  const voiced = materials.some((material) => material.voices);
  return mode === 'drama' && !voiced ? WRITERS.documentary : WRITERS[mode];
}

/**
 * Number of passages: as many as beats in the plan, fewer in a very short script, more in a very long one or a drama.
 */
export function passageCount(mode: TableReadMode, materials: readonly Material[], durationSeconds: number): number {
  const words = durationSeconds * WORDS_PER_SECOND;
  if (mode === 'drama' && materials.some((material) => material.voices)) {
    return Math.max(2, Math.min(16, Math.round(words / WORDS_PER_SCENE)));
  }
  if (durationSeconds > LONG_SECONDS) return Math.min(16, Math.round(durationSeconds / 90));
  return Math.max(2, Math.min(beatCount(durationSeconds), Math.floor(words / 44)));
}

/** Number of beats of a plan: five up to three minutes, six up to six minutes, seven above. */
export function beatCount(durationSeconds: number): number {
  return durationSeconds <= 180 ? 5 : durationSeconds <= 360 ? 6 : 7;
}

/** Writes a script again until its length, stock lines included, is right. */
function writeToLength(request: AdaptationRequest, materials: readonly Material[],
  variant: number): { screenplay: Screenplay; passages: Passage[]; error: number } {
  const totalWords = request.durationSeconds * WORDS_PER_SECOND;
  const casting = new Casting(materials, request.canon, request.castNames, request);
  let targetWords = totalWords * 0.92;
  let best: { screenplay: Screenplay; passages: Passage[]; error: number } | null = null;
  for (let round = 0; round < MAX_LENGTH_ROUNDS; round++) {
    const written = writeOnce(request, materials, casting, targetWords, variant);
    const error = written.words / totalWords - 1;
    if (!best || Math.abs(error) < Math.abs(best.error)) best = { ...written, error };
    if (Math.abs(error) <= MAX_LENGTH_ERROR) break;
    targetWords = Math.max(totalWords * 0.3, targetWords - error * totalWords * 0.8);
  }
  return best!;
}

function writeOnce(request: AdaptationRequest, materials: readonly Material[], casting: Casting, targetWords: number,
  variant: number):
{ screenplay: Screenplay; passages: Passage[]; words: number } {
  const { mode, narrationPolicy: policy } = request;
  const writer = writerFor(mode, materials);
  const dramatic = writer === writeDrama;
  const blocks = (dramatic ? arrangeDrama : arrange)(materials, {
    passages: passageCount(mode, materials, request.durationSeconds), targetWords, dramatic, variant,
  });
  const passages = renamed(titledPassages(blocks, materials), dramatic ? [] : request.beatTitles ?? []);
  const script = new ScriptAssembly(policy);
  const stage: Stage = {
    mode, policy, materials, passages, casting, script,
    stock: new StockQueue(`${request.seed}:${request.mode}`,
      stockLanguageOf(materials.map(({ analysis }) => analysis))),
    coldOpen: dramatic || targetWords < MIN_WORDS_FOR_COLD_OPEN ? null : coldOpenOf(materials, blocks),
    spokenTitle: materials.find((_material, index) => blocks[0]?.material === index)?.title
      ?? (pairedQuotes(request.title) || null),
  };
  writer(stage);
  const language = materials.every(({ analysis }) => analysis.language === 'en') ? 'en' : 'other';
  return { screenplay: withSpokenTexts({ ...script.finish(request.title, mode, casting.roles), ...originOf(materials) }, language), passages,
    words: script.spokenWords() };
}

/** The English of the first source that shows one. */
function originOf(materials: readonly Material[]): Pick<Screenplay, 'origin'> {
  const origin = materials.map(({ analysis }) => analysis.origin).find((one) => one !== null);
  return origin ? { origin } : {};
}

/** Passages for a plan without a table read, arranged as for a documentary. */
export function arrangedPassages(sources: readonly WriterSource[],
  durationSeconds: number): { passages: Passage[]; materials: Material[] } {
  const materials = materialsOf(sources, { mode: 'documentary', narrationPolicy: 'include' });
  const targetWords = durationSeconds * WORDS_PER_SECOND;
  const blocks = arrange(materials,
    { passages: beatCount(durationSeconds), targetWords, dramatic: false, variant: 0 });
  return { passages: titledPassages(blocks, materials), materials };
}

function renamed(passages: Passage[], titles: readonly string[]): Passage[] {
  const clean = titles.map((title) => title.replace(/\s+/gu, ' ').trim());
  if (clean.length !== passages.length || clean.some((title) => title === '')) return passages;
  return passages.map((passage, index) => ({ ...passage, title: clean[index]!.slice(0, 80) }));
}
