import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PlanPart, WriterSource } from '../model.js';
import type { CreditedWork, NarrationPolicy, Screenplay, SourceSpan, TableReadMode } from '../../screenplay/model.js';
import { labelTitle } from '../analysis/language/titles.js';
import { rolesFor, spokenIn } from './arrangement/arrangement.js';
import { arrangeProgramme } from './arrangement/programme.js';
import type { Block } from './arrangement/windows.js';
import { ScriptAssembly } from './staging/assembly.js';
import type { CanonFacts } from './staging/canon.js';
import { withBiblePlaces } from './staging/canon-places.js';
import { Casting } from './staging/casting.js';
import { isPersonal } from './modes/personal.js';
import { writeDocumentary } from './modes/documentary.js';
import { writeDrama } from './modes/drama/drama.js';
import { DRAMA_FAULTS, HARD_RULES, HEARD_RULES, type Finding } from './lint/findings.js';
import { lintScreenplay } from './lint/lint.js';
import type { Item, Material } from './material/items.js';
import { materialsOf } from './material/material.js';
import { outlineOf, spansOf } from './parts/part-outline.js';
import { materialsInPart, partsOf, type TextPart } from './parts/parts.js';
import { partsAround, shortReadsOf } from './parts/short-reads.js';
import { speechSeconds } from './parts/speech-seconds.js';
import type { PartPlace, Passage, Stage, Writer } from './staging/stage.js';
import { writePodcast } from './modes/podcast/podcast.js';
import { withSpokenTexts } from './wording/spoken-text.js';
import { stockLanguageOf, StockQueue } from './stock/stock.js';
import { titledPassages } from './staging/passage-titles.js';
import { creditsSeconds, readSeconds } from './direction/length.js';
import { OPENING_MS, PAUSES } from './direction/pauses.js';
import { pairedQuotes, WORDS_PER_SECOND } from './wording/wording.js';

/** All inputs of an adaptation; the same values give the same script, byte for byte. */
export interface AdaptationRequest {
  seed: string;
  title: string;
  sources: readonly WriterSource[];
  canon: CanonFacts;
  /** The tone that the plan asks for; it takes precedence over that of the Series Bible. */
  tone?: string | undefined;
  castNames: readonly string[];
  /** Titles of the plan's beats; they become the scene titles when there are as many passages. */
  beatTitles?: readonly string[];
  mode: TableReadMode;
  narrationPolicy: NarrationPolicy;
  durationSeconds: number;
  /**
   * Which part of sources that are longer than the script, from 1. A number beyond the last part means the last; without a number, a drama performs the best
   * scene of the sources, and a programme the first part.
   */
  part?: number;
}

/**
 * A script with its passages, its material and the lint findings. `parts` are all parts of the sources at this length, `part` is the performed one, and
 * `seconds` is the length of the read.
 */
export interface Adaptation {
  screenplay: Screenplay; passages: Passage[]; materials: Material[]; findings: Finding[];
  seconds: number; part: PlanPart | null; parts: PlanPart[];
}

/** The most spoken words in a script. */
const MAX_SCRIPT_WORDS = 60 * 60 * WORDS_PER_SECOND;
/** Source words to choose from for each spoken word. A longer text is divided into parts, and a programme chooses its passages inside one part. */
const PROGRAMME_REACH = 20;

/** What is said before and after a short read: title, author and part. */
const CREDITS_SECONDS = 12;
/** Music before the first word and after the last one. */
const MUSIC_SECONDS = (OPENING_MS + PAUSES.end.ms) / 1_000;

const MAX_VARIANTS = 5;
const MAX_LENGTH_ROUNDS = 5;
/** A script within this share of its target length is not written again. */
const MAX_LENGTH_ERROR = 0.03;
/** A variant whose length is off by more than this share gets `FAR_WEIGHT`. */
const LENGTH_TOLERANCE = 0.05;
const FAR_WEIGHT = 3;
const WRITERS: Record<TableReadMode,
  Writer> = { documentary: writeDocumentary, podcast: writePodcast, drama: writeDrama };

/**
 * Writes one part of the sources. A drama performs all of it. For a programme up to five variants are written, and the one whose lint findings weigh least is
 * kept; the first variant wins ties. The remaining findings become the script's review notes. Unless the request names a part, a drama performs the part that
 * makes the best short read.
 */
export function adapt(request: AdaptationRequest): Adaptation {
  const whole = materialsOf(request.sources, request);
  const { texts, chosen } = divisionOf(request, whole);
  const index = Math.min(request.part ?? chosen, texts.length);
  const isWhole = isPerformedWhole(request.mode, whole);
  const { screenplay, passages, findings, materials } = writtenPart(request, whole, texts, index);
  const credits = creditsSeconds(screenplay);
  const parts = outlineOf(whole, texts, (part) =>
    credits + (isWhole ? secondsOf(whole, part) : Math.min(request.durationSeconds, part.words / WORDS_PER_SECOND)));
  const seconds = Math.max(1, Math.round(readSeconds(screenplay) + credits));
  const part = parts[index - 1];
  return {
    screenplay: withBiblePlaces({ ...screenplay, reviewNotes: findings.map((finding) => ({ ...finding })) }, request.canon.places),
    passages, materials, findings, seconds,
    part: part ? { ...part, estimatedSeconds: seconds } : null,
    parts: parts.map((one) => one === part ? { ...one, estimatedSeconds: seconds } : one),
  };
}

/** The parts of the sources, and the number of the part that is performed unless the request names one. */
interface Division { texts: TextPart[]; chosen: number }

/** What a finding, and a deviation from the requested length, subtract from the value of a short read's scene. */
const FINDING_COST = 0.35;
const LENGTH_COST = 12;

const divisions = new LRUCache<string, Division>({ max: 100 });

/**
 * The division of the sources into parts. The sources of a drama that last longer than the requested read are divided around the scene that gives the best
 * script; others plainly. The division does not depend on values that people change between plan and script, such as titles and names, so that the script
 * performs the scene of the plan.
 */
function divisionOf(request: AdaptationRequest, whole: readonly Material[]): Division {
  const { seed, sources, canon, tone, mode, narrationPolicy, durationSeconds } = request;
  const digest = createHash('sha256').update(JSON.stringify([seed, canon, tone ?? null, mode, narrationPolicy, durationSeconds, sources]));
  const key = digest.digest('base64');
  const known = divisions.get(key) ?? newDivisionOf({ seed, sources, canon, tone, mode, narrationPolicy, durationSeconds, title: '', castNames: [] }, whole);
  divisions.set(key, known);
  return known;
}

function newDivisionOf(request: AdaptationRequest, whole: readonly Material[]): Division {
  const { mode, durationSeconds } = request;
  const words = durationSeconds * WORDS_PER_SECOND;
  if (!isPerformedWhole(mode, whole)) return { texts: partsOf(whole, words * PROGRAMME_REACH, Infinity), chosen: 1 };
  if (lastsAbout(whole, durationSeconds)) return { texts: partsOf(whole, Infinity, MAX_SCRIPT_WORDS), chosen: 1 };
  let best: Division & { value: number } = { texts: [], chosen: 1, value: -Infinity };
  for (const read of shortReadsOf(whole, durationSeconds - CREDITS_SECONDS - MUSIC_SECONDS)) {
    const texts = partsAround(whole, read, words, MAX_SCRIPT_WORDS);
    const chosen = texts.find(({ ranges }) => ranges[0]!.material === read.material && ranges[0]!.from === read.from)!.index;
    const { screenplay, findings } = writtenPart(request, whole, texts, chosen);
    const missed = Math.abs((readSeconds(screenplay) + creditsSeconds(screenplay)) / durationSeconds - 1);
    const faults = findings.filter(({ rule }) => DRAMA_FAULTS.has(rule) || HARD_RULES.has(rule)).length;
    const value = read.value - FINDING_COST * faults - LENGTH_COST * Math.max(0, missed - LENGTH_TOLERANCE * 0.8);
    if (value > best.value) best = { texts, chosen, value };
  }
  return best.texts.length > 0 ? best : { texts: partsOf(whole, words, MAX_SCRIPT_WORDS), chosen: 1 };
}

/** A text that exceeds the read by at most this share is performed whole. */
const MAX_WHOLE_EXCESS = 0.12;

function lastsAbout(materials: readonly Material[], seconds: number): boolean {
  const all = materials.reduce((sum, { items }) => sum + speechSeconds(items).at(-1)!, MUSIC_SECONDS);
  return all <= seconds * (1 + MAX_WHOLE_EXCESS);
}

const secondsOf = (materials: readonly Material[], { ranges }: TextPart): number =>
  ranges.reduce((sum, { material, from, to }) => sum + speechSeconds(materials[material]!.items.slice(from, to)).at(-1)!, MUSIC_SECONDS);

interface WrittenPart extends Written { findings: Finding[]; weight: number; materials: Material[] }

function writtenPart(request: AdaptationRequest, whole: readonly Material[], texts: readonly TextPart[], index: number): WrittenPart {
  const text = texts[index - 1];
  const materials = text ? materialsInPart(whole, text) : [];
  const wanted: WantedScript = {
    ...request, covers: text && texts.length > 1 ? spansOf(whole, text) : null,
    place: text && texts.length > 1 ? { index, count: texts.length, before: itemsBefore(whole, text) } : null,
  };
  let best: WrittenPart | null = null;
  for (let variant = 0; variant < MAX_VARIANTS; variant++) {
    const written = writeToLength(wanted, materials, variant);
    const findings = lintScreenplay(written.screenplay, request.sources, wanted.durationSeconds);
    const weight = findings.reduce((sum, finding) => sum + weightOf(finding), 0)
      + (Math.abs(written.error) > LENGTH_TOLERANCE ? FAR_WEIGHT : 0);
    if (!best || weight < best.weight) best = { ...written, findings, weight, materials };
    if (weight === 0 || isPerformedWhole(request.mode, materials)) break;
  }
  return best!;
}

/** The items of the same text before a part. */
function itemsBefore(whole: readonly Material[], { ranges: [first] }: TextPart): Item[] {
  return first ? whole[first.material]!.items.slice(0, first.from) : [];
}

/** True for a drama of a text with enough dialogue, which performs everything rather than a selection. */
const isPerformedWhole = (mode: TableReadMode, materials: readonly Material[]): boolean =>
  writerFor(mode, materials) === WRITERS.drama;

function weightOf(finding: Finding): number {
  if (HARD_RULES.has(finding.rule)) return 100;
  return HEARD_RULES.has(finding.rule) ? 10
    : finding.rule === 'attribution' || finding.rule === 'breath' ? 0.2 : 1;
}

/** The writer of a mode; a drama without enough dialogue is written as a documentary. */
export function writerFor(mode: TableReadMode, materials: readonly Material[]): Writer {
  const voiced = materials.some((material) => material.voices);
  return mode === 'drama' && !voiced ? WRITERS.documentary : WRITERS[mode];
}

/** Number of beats of a plan: five up to three minutes, six up to six minutes, seven above. */
export function beatCount(durationSeconds: number): number {
  return durationSeconds <= 180 ? 5 : durationSeconds <= 360 ? 6 : 7;
}

/** A request for one part; `covers` are its source spans, null for the whole sources. */
interface WantedScript extends AdaptationRequest { covers: SourceSpan[] | null; place: PartPlace | null }

interface Written { screenplay: Screenplay; passages: Passage[]; error: number }

/**
 * Writes a programme up to `MAX_LENGTH_ROUNDS` times, until its length, including stock lines, is right, and returns the script nearest to that length. A
 * drama is written once.
 */
function writeToLength(request: WantedScript, materials: readonly Material[], variant: number): Written {
  const totalWords = request.durationSeconds * WORDS_PER_SECOND;
  const casting = new Casting(materials, request.canon, request.castNames, request);
  if (isPerformedWhole(request.mode, materials)) return { ...writeOnce(request, materials, casting, totalWords, variant), error: 0 };
  let targetWords = totalWords * 0.92;
  let best: Written | null = null;
  for (let round = 0; round < MAX_LENGTH_ROUNDS; round++) {
    const written = writeOnce(request, materials, casting, targetWords, variant);
    const error = readSeconds(written.screenplay) / request.durationSeconds - 1;
    if (!best || Math.abs(error) < Math.abs(best.error)) best = { ...written, error };
    if (Math.abs(error) <= MAX_LENGTH_ERROR) break;
    targetWords = Math.max(totalWords * 0.3, targetWords - error * totalWords * 0.8);
  }
  return best!;
}

function writeOnce(request: WantedScript, materials: readonly Material[], casting: Casting, targetWords: number,
  variant: number): Omit<Written, 'error'> {
  const { mode, narrationPolicy: policy, durationSeconds } = request;
  const writer = writerFor(mode, materials);
  const dramatic = writer === writeDrama;
  const blocks = dramatic ? actsOf(materials, beatCount(durationSeconds))
    : arrangeProgramme(materials, { targetWords, variant, isEpisodic: (material, times) => isEpisodic(mode, material, times) });
  const passages = renamed(titledPassages(blocks, materials), request.beatTitles ?? []);
  const script = new ScriptAssembly(policy);
  const stage: Stage = {
    mode, policy, materials, passages, casting, script,
    place: request.place,
    stock: new StockQueue(`${request.seed}:${request.mode}`,
      stockLanguageOf(materials.map(({ analysis }) => analysis))),
    spokenTitle: materials.find((_material, index) => blocks[0]?.material === index)?.title
      ?? labelTitle(pairedQuotes(request.title), materials.map(({ analysis }) => analysis.text).join('\n')),
  };
  writer(stage);
  const language = materials.every(({ analysis }) => analysis.language === 'en') ? 'en' : 'other';
  const screenplay: Screenplay = {
    ...script.finish(request.title, mode, casting.roles), ...originOf(materials), ...toneFor(request),
    ...coveredBy(request, materials, passages), credited: creditedIn(stage, dramatic),
  };
  return { screenplay: withSpokenTexts(screenplay, language), passages };
}

/** The work that the credits name: the source's own title, never a title that only the plan has. A programme already opens with the title of its subject. */
function creditedIn({ place, passages, materials }: Stage, isDrama: boolean): CreditedWork {
  const first = materials[passages[0]?.material ?? 0];
  return {
    title: first?.title ?? null, ...(first?.author ? { author: first.author } : {}),
    ...(place && isDrama ? { part: { index: place.index, count: place.count } } : {}), ...(isDrama ? {} : { isIntroduced: true as const }),
    ...(materials.every(({ analysis }) => analysis.language === 'en') ? {} : { isForeign: true as const }),
  };
}

/** A source more than this many times as long as the words that it gets gives one episode. For an argument in a podcast the second factor applies. */
const EPISODE_FROM = 1.6;
const ARGUED_EPISODE_FROM = 4;

/**
 * True for a source of which a programme tells a single episode. A documentary does so except for a speech, whose beginning and end belong together. A
 * podcast does so for one person's story, and for a source so long that separate passages would be splinters.
 */
const isEpisodic = (mode: TableReadMode, material: Material, times: number): boolean => material.analysis.form !== 'speech'
  && times > (mode === 'podcast' && !isPersonal(material) ? ARGUED_EPISODE_FROM : EPISODE_FROM);

/** The source spans from which a script is made. For a programme that tells one continuous run of a source, only that run. */
function coveredBy({ covers: part }: WantedScript, materials: readonly Material[], passages: readonly Passage[]): Pick<Screenplay, 'covers'> {
  const told = materials.flatMap((material, index): SourceSpan[] => {
    const { items, toSpans } = material;
    const own = passages.filter(({ material }) => material === index);
    const isOneRun = material.analysis.form !== 'speech' && own.length > 0 && own.every((passage, at) => at === 0 || own[at - 1]!.to === passage.from);
    return isOneRun && own.at(-1)!.to - own[0]!.from < items.length
      ? toSpans([{ start: items[own[0]!.from]!.start, end: items[own.at(-1)!.to - 1]!.end }]) : [];
  });
  const covers = told.length > 0 ? told : part;
  return covers ? { covers } : {};
}

/** Everything that a drama performs, in acts that begin at scene boundaries where possible, else at a pause. */
function actsOf(materials: readonly Material[], count: number): Block[] {
  const words = materials.reduce((sum, { items }) => sum + spokenIn(items, 0, items.length), 0);
  const acts = partsOf(materials, words / count, Infinity).flatMap(({ ranges }) => ranges);
  const roles = rolesFor(acts.length);
  return acts.map((act, index): Block => ({ ...act, role: roles[index]! }));
}

/** The variety of English of the first source that shows one. */
function originOf(materials: readonly Material[]): Pick<Screenplay, 'origin'> {
  const origin = materials.map(({ analysis }) => analysis.origin).find((one) => one !== null);
  return origin ? { origin } : {};
}

/** The requested tone, else that of the Series Bible, together with the Bible's genre. */
function toneFor({ tone, canon }: AdaptationRequest): Pick<Screenplay, 'tone'> {
  const words = [tone ?? canon.tone, canon.genre].filter((each) => each !== null).join('; ');
  return words === '' ? {} : { tone: words };
}

/** Passages for a plan without a table read, arranged as for a documentary. */
export function arrangedPassages(sources: readonly WriterSource[],
  durationSeconds: number): { passages: Passage[]; materials: Material[] } {
  const materials = materialsOf(sources, { mode: 'documentary', narrationPolicy: 'include' });
  const targetWords = durationSeconds * WORDS_PER_SECOND;
  const blocks = arrangeProgramme(materials, { targetWords, variant: 0, atLeast: beatCount(durationSeconds) });
  return { passages: titledPassages(blocks, materials), materials };
}

function renamed(passages: Passage[], titles: readonly string[]): Passage[] {
  const clean = titles.map((title) => title.replace(/\s+/gu, ' ').trim());
  if (clean.length !== passages.length || clean.some((title) => title === '')) return passages;
  return passages.map((passage, index) => ({ ...passage, title: clean[index]!.slice(0, 80) }));
}
