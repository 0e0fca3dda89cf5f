import type { Beat, PlanBrief, PlanDraft, TextAnalysis, WriterSource } from '../../model.js';
import type { Screenplay } from '../../../screenplay/model.js';
import { speakerOf } from '../../../screenplay/model.js';
import { digestOf } from '../../analysis/index.js';
import { DAYS, MONTHS, STARTERS } from '../../analysis/language/abbreviations.js';
import { isShortened } from '../../analysis/language/sentences.js';
import { adapt, arrangedPassages, beatCount } from '../adaptation.js';
import { rolesFor } from '../arrangement/arrangement.js';
import { canonFacts, type CanonFacts } from '../staging/canon.js';
import type { Material } from '../material/items.js';
import { wordsOf, type Passage } from '../staging/stage.js';
import { digestDraft, evidenceOf, thesisOf, type PlanEvidence, type SourceDigest } from './digest.js';
import {
  audioSystemOf, clip, musicDirection, soundDirection, visualSystemOf, type SystemsInput,
} from './systems.js';
import { analyseSource, type SourceAnalysis } from '../material/source-analysis.js';
import { salienceOf } from '../wording/salience.js';
import { partTitle } from './part-title.js';
import { splitByWeights } from './split-by-weights.js';
import { titlePhrase } from '../wording/title-phrases.js';
import { titleCase } from '../wording/topics.js';
import { countWords, pairedQuotes } from '../wording/wording.js';
import { matchesOf } from '../../../patterns/matches.js';

/** Length of a plan without a table read. */
export const DEFAULT_PLAN_SECONDS = 180;

/**
 * A plan from the sources alone: beats are passages of the sources in their order, evidence is the sources' own claims.
 * For a table read the blueprint describes the script that the same seed writes later.
 */
export function planOf(brief: PlanBrief): PlanDraft {
  const canon = canonFacts(brief.canon);
  const digests = digestsOf(brief.sources);
  const whole = planTitle(brief.sources, canon, digests);
  const { tableRead } = brief;
  const adapted = tableRead ? adapt({
    seed: brief.seed, title: whole, sources: brief.sources, canon, tone: brief.target.tone, castNames: [], mode: tableRead.mode,
    narrationPolicy: tableRead.narrationPolicy, durationSeconds: tableRead.durationSeconds, ...(tableRead.part === undefined ? {} : { part: tableRead.part }),
  }) : null;
  const title = partTitle(whole, adapted?.part?.index ?? 1);
  // The length of a read follows from its script, whatever length was requested.
  const durationSeconds = adapted?.seconds ?? DEFAULT_PLAN_SECONDS;
  const { passages, materials } = adapted ?? arrangedPassages(brief.sources, durationSeconds);
  const evidence = evidenceOf(digests);
  const beats = beatsOf(passages, materials, evidence, durationSeconds);
  const screenplay = adapted?.screenplay ?? null;
  const request: SystemsInput = {
    seed: brief.seed, canon, screenplay, tone: brief.target.tone ?? canon.tone, creativeBrief: brief.creativeBrief,
    told: beats.map((beat) => beat.narration).join('\n'),
  };
  return {
    title,
    sourceDigest: digestDraft(digests, evidence, brief.sources),
    thesis: thesisOf(digests),
    journey: { beats },
    visualSystem: visualSystemOf(request),
    audioSystem: audioSystemOf(request),
    scriptBlueprint: screenplay && tableRead ? {
      pageTarget: Math.max(1, Math.ceil(durationSeconds / 60)),
      narrationPolicy: tableRead.narrationPolicy,
      scenes: sceneOutline(screenplay, durationSeconds),
      cast: screenplay.cast.map(({ wordCount: _words, ...role }) => role),
      ...(screenplay.origin ? { origin: screenplay.origin } : {}),
      musicDirection: musicDirection(request),
      sfxDirection: soundDirection(screenplay),
    } : null,
    ...(adapted?.part ? { parts: { index: adapted.part.index, count: adapted.parts.length, items: adapted.parts } } : {}),
  };
}

function digestsOf(sources: readonly WriterSource[]): SourceDigest[] {
  return sources.flatMap((source) => {
    const analysed = source.digest ? null : analyseSource(source);
    const digest = source.digest ?? (analysed ? digestOf(analysed.analysis, source.label) : null);
    return digest ? [{ source, digest }] : [];
  });
}

/** The title of a plan: from the titles of the series and of the sources, else from the words of the first source, else `Untitled`; never an invented one. */
function planTitle(sources: readonly WriterSource[], canon: CanonFacts, digests: readonly SourceDigest[]): string {
  const titles = sources.map((source) => analyseSource(source)?.title ?? null).filter((title) => title !== null);
  const own = titles[0] ?? null;
  if (canon.title && own && sources.length === 1
    && !own.toLowerCase().includes(canon.title.toLowerCase())) return `${canon.title}: ${own}`;
  if (canon.title) return canon.title;
  if (own) return sources.length > 1 ? `${own} and ${titles[1] ?? 'other texts'}` : own;
  return titleFromWords(digests) ?? 'Untitled';
}

/** The sentence after the given one; empty at the end, or when `sentences` does not contain it. */
function sentenceAfter(sentences: readonly string[], sentence: string): string {
  const plain = (words: string): string => words.replace(/\s+/gu, ' ').trim().toLowerCase();
  const at = sentences.findIndex((one) => plain(one).endsWith(plain(sentence)));
  return at < 0 ? '' : sentences[at + 1] ?? '';
}

/** The first sentence of a text, as a stand-in for a missing thesis; empty without sentences. */
function openingOf(analysed: SourceAnalysis | null): string {
  const [first] = analysed?.analysis.sentences ?? [];
  return first ? analysed!.analysis.text.slice(first.start, first.end).replace(/\s+/gu, ' ') : '';
}

/** A title for the first text without one: a phrase of its thesis, of what follows it or of its claims, else its first words. */
function titleFromWords(digests: readonly SourceDigest[]): string | null {
  const first = digests[0];
  if (!first) return null;
  const analysed = analyseSource(first.source);
  const sentence = first.digest.thesis || openingOf(analysed);
  if (analysed && analysed.analysis.language === 'en') {
    const { text, sentences } = analysed.analysis;
    const all = sentences.map((one) => text.slice(one.start, one.end));
    const phrase = (analysed.analysis.form === 'fiction' ? nameThrough(text) ?? peopleOf(analysed.analysis) : null)
      ?? titlePhrase([sentence], salienceOf(all), isTooPlain, all)
      ?? titlePhrase([sentenceAfter(all, sentence)], salienceOf(all), isTooPlain, all)
      ?? titlePhrase(first.digest.claims.slice(0, 6).map((claim) => claim.statement), salienceOf(all), isTooPlain, all);
    if (phrase !== null) return phrase;
  }
  const words = sentence.split(/[,;:.!?—]/u)[0]!.trim().split(/\s+/u);
  const title = pairedQuotes(words.slice(0, words.length <= 8 ? 8 : 6).join(' '));
  return title === '' ? null : title;
}

function beatsOf(passages: readonly Passage[], materials: readonly Material[], evidence: readonly PlanEvidence[],
  seconds: number): Beat[] {
  const groups = grouped(passages, beatCount(seconds));
  const roles = rolesFor(groups.length);
  const words = groups.map((group) =>
    group.reduce((sum, passage) => sum + passage.items.reduce((all, item) => all + item.words, 0), 0));
  const times = splitByWeights(seconds, words);
  const titles = new Set<string>();
  return groups.map((group, index): Beat => {
    const spans = group.flatMap((passage) => {
      const material = materials[passage.material]!;
      return material.toSpans([{ start: passage.items[0]!.start, end: passage.items.at(-1)!.end }]);
    });
    return {
      id: `beat-${index + 1}`, role: roles[index]!, title: beatTitle(group, titles, index),
      narration: group.map((passage) => narrationOf(passage, materials[passage.material]!)).join('\n\n'),
      visualIntent: visualIntentOf(group, materials),
      evidenceIds: evidenceFor(spans, group.map((passage) => materials[passage.material]!.sourceId), evidence),
      estimatedSeconds: times[index]!, spans,
    };
  });
}

function grouped(passages: readonly Passage[], most: number): Passage[][] {
  if (passages.length <= most) return passages.map((passage) => [passage]);
  const groups: Passage[][] = Array.from({ length: most }, () => []);
  passages.forEach((passage, index) => groups[Math.floor((index * most) / passages.length)]!.push(passage));
  return groups;
}

/** The first title of the group's passages that no other beat has; else the number of the beat. */
function beatTitle(group: readonly Passage[], taken: Set<string>, index: number): string {
  const title = group.map((passage) => passage.title).find((one) => !taken.has(one)) ?? `${index + 1}`;
  taken.add(title);
  return title;
}

/** True for a bare noun and for a phrase with an indefinite article or a possessive, which make poor titles. */
const isTooPlain = (words: string): boolean => /^(?:the \S+|\S+|(?:an?|his|her|their|our|my|its) .*)$/iu.test(words);

/** The names of the two people who speak most in a story, as its title; null when fewer than two have three lines each. */
function peopleOf({ cast }: TextAnalysis): string | null {
  const [first, second] = cast.filter(({ role, quoteCount }) => role === 'person' && quoteCount >= 3)
    .sort((a, b) => b.quoteCount - a.quoteCount || (a.id < b.id ? -1 : 1));
  return first && second ? titleCase(`${first.cue} and ${second.cue}`.toLowerCase()
    .replace(/(?<= )(?!and )\p{L}/gu, (letter) => letter.toUpperCase())) : null;
}

/** The name or capitalised phrase that runs through a story, such as `The Time Traveller`; null without one. */
function nameThrough(text: string): string | null {
  const counts = new Map<string, number>();
  for (const match of matchesOf(text, /(?<=[\p{Ll},;] )(?:[Tt]he )?\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+/gu)) {
    counts.set(match[0], (counts.get(match[0]) ?? 0) + 1);
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!most || most[1] < 2) return null;
  const bare = most[0].replace(/^the /iu, '');
  const withArticle = (counts.get(`the ${bare}`) ?? 0) + (counts.get(`The ${bare}`) ?? 0);
  return titleCase(withArticle * 3 >= most[1] ? `The ${bare}` : bare);
}

const MAX_NARRATION_WORDS = 220;

function narrationOf(passage: Passage, material: Material): string {
  const parts: string[] = [];
  let words = 0;
  for (const [at, item] of passage.items.entries()) {
    if (words > 0 && words + item.words > MAX_NARRATION_WORDS) break;
    const { text } = wordsOf(material, item, at === 0);
    parts.push(item.kind === 'line' ? `“${text.replace(/“/gu, '‘').replace(/”/gu, '’')}”` : text);
    words += item.words;
  }
  return parts.join(' ');
}

/** Words with a capital that name nothing to see: days, months and words that begin a sentence. */
const UNSEEN = new RegExp(`^(?:${STARTERS}|${DAYS}|${MONTHS})$`, 'u');

/**
 * What there is to see, as a sentence: for each passage its topic, or without one the heading of its scene, then its speakers and names from its text; six
 * parts at most. A fixed sentence when there are none.
 */
function visualIntentOf(group: readonly Passage[], materials: readonly Material[]): string {
  const parts: string[] = [];
  for (const passage of group) {
    const material = materials[passage.material]!;
    const scene = material.voices ? material.analysis.scenes[passage.items[0]!.scene] : undefined;
    if (passage.topic) parts.push(passage.topic.title);
    else if (scene && !/PLACE NOT GIVEN/u.test(scene.heading)) parts.push(scene.heading);
    const people = [...new Set(passage.items.map((item) =>
      material.analysis.cast.find((person) => person.id === item.speaker)?.name))];
    parts.push(...people.filter((name) => name !== undefined));
    const names = passage.items.flatMap((item) =>
      item.text.match(/(?<=[\p{Ll},;] )(?:\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}+)*)/gu) ?? []).filter((name) => !UNSEEN.test(name) && !isShortened(name));
    parts.push(...names.slice(0, 3));
  }
  const seen = [...new Set(parts)].slice(0, 6);
  return seen.length > 0 ? `Show: ${seen.join('; ')}.`
    : 'Show the words themselves, set large; the text names nothing to see.';
}

function evidenceFor(spans: Beat['spans'] & object, sourceIds: readonly string[],
  evidence: readonly PlanEvidence[]): string[] {
  const own = evidence.filter((item) => sourceIds.includes(item.sourceId));
  const within = own.filter((item) => item.start !== null && item.end !== null && spans.some((span) =>
    span.sourceId === item.sourceId && span.start < item.end! && span.end > item.start!));
  if (within.length > 0) return within.slice(0, 6).map((item) => item.id);
  const middle = (spans[0]?.start ?? 0) / 2 + (spans.at(-1)?.end ?? 0) / 2;
  const distance = ({ start }: PlanEvidence): number => Math.abs((start ?? 0) - middle);
  const nearest = [...own].sort((a, b) => distance(a) - distance(b))[0];
  return nearest ? [nearest.id] : [];
}

function sceneOutline(screenplay: Screenplay, seconds: number): NonNullable<PlanDraft['scriptBlueprint']>['scenes'] {
  const entriesOf = (scene: Screenplay['scenes'][number]): Screenplay['entries'] =>
    screenplay.entries.slice(scene.firstEntry, scene.lastEntry + 1);
  const words = screenplay.scenes.map((scene) => entriesOf(scene).reduce((sum, entry) =>
    sum + (speakerOf(entry, screenplay.narrationPolicy) ? countWords(entry.text) : 0), 0));
  const times = splitByWeights(seconds, words);
  return screenplay.scenes.map((scene) => {
    const told = entriesOf(scene)
      .filter((entry) => entry.kind !== 'scene_heading' && entry.kind !== 'transition' && entry.origin !== 'stock');
    const voices = [...new Set(told.map((entry) => entry.character).filter((name) => name !== undefined))];
    const first = told[0] ? clip(told[0].text, 180) : '';
    return {
      index: scene.index, heading: scene.heading, estimatedSeconds: times[scene.index]!,
      summary: [first, voices.length > 0 ? `(${voices.join(', ')})` : ''].filter((part) => part !== '').join(' '),
    };
  });
}
