import { digestOf } from '../../analysis/index.js';
import type { BibleBrief, BibleDraft, Digest } from '../../model.js';
import { analyseSource, type SourceAnalysis } from '../../writing/material/source-analysis.js';
import { visualSystemOf } from '../../writing/plan/systems.js';
import { canonFacts } from '../../writing/staging/canon.js';
import { statedFacts } from '../stated-facts.js';
import { contentWords, wordsOf } from '../wording.js';
import { episodesIn } from './episodes.js';
import { clip, joined, linesThat, oneLine, sentencesOfSources, type Found, type FoundSentence } from './sourced-words.js';
import { audienceOf, genreOf, toneOf } from './manner.js';
import { peopleIn } from './people.js';
import { scriptedBible } from './scripts.js';

const DATE = /\b(?:1[0-9]\d\d|20\d\d)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:the )?\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)(?: of)? (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:years?|months?|weeks?|days?) (?:ago|later|before|afterwards?)\b/u;
const RULE = /\b(?:must|never|always|cannot|can not|no one may|nobody may|forbidden|every (?:one|man|night|day|year)|only those|impossible|the law|the rule)\b/iu;
const LIGHT = /\b(?:lamps?|candles?|lanterns?|gas-?light|sun(?:light|set|rise|shine)?|moon(?:light|lit)?|dusk|dawn|twilight|shadows?|dark(?:ness)?|glow(?:ed|ing)?|firelight|gleam\w*)\b/iu;
const THINGS = /\b(?:furniture|tables?|chairs?|carpets?|curtains?|walls?|windows?|wood(?:en)?|iron|brass|stone|brick|shelves|desk|door|roof|stairs|machine|instruments?)\b/iu;
const LOOK = /\b(?:hair(?:ed)?|eyes?|face|beard|moustache|tall|stout|thin|pale|broad-shouldered|wore|wearing|dressed|coat|hat|gown|cloak|spectacles|cheeks?)\b/iu;
const SEEN = /\b(?:red|blue|green|black|white|grey|gray|yellow|golden?|silver|brown|crimson|scarlet|purple|violet|bright|pale|shining|huge|vast)\b/iu;

const MAX_PLACES = 12;
const THEMES = 5;
const NO_THEME = /^(?:said|like|well|came|went|some|have|been|upon|could|know|see|saw|made|make|little|great|good|long|much|many|would|should|might|only|over|down|last|first|again|still|than|then|look|looked|seemed|asked|your|shall|never|hand|hands|eyes|head|face|door|room|house|time|day|night|way|man|men|thing|things|once|back|even|indeed|course|found|took|left|told|come|give|gave|seen|done|think|thought|away|round|side|place|quite|rather|without|within|through|himself|herself|myself|itself|always|ever|must)$/u;

/** Nouns and other words that the sources come back to most, with a capital at no place. */
function themesOf(text: string): string {
  const counts = new Map<string, number>();
  for (const word of contentWords(text)) if (word.length > 3 && !NO_THEME.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isCommon = (word: string): boolean => !new RegExp(`(?<![.!?]["”’]?\\s)(?<!^)\\b${word.charAt(0).toUpperCase()}${word.slice(1)}\\b`, 'u').test(text.slice(0, 200_000));
  return [...counts].filter(([word, count]) => count >= 3 && isCommon(word)).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, THEMES)
    .map(([word]) => word).join(', ');
}

/** The places of the scenes, each with the first sentence that names it. */
function placesOf(sources: readonly SourceAnalysis[], sentences: readonly FoundSentence[]): Found | null {
  const names = [...new Set(sources.flatMap(({ analysis }) => analysis.scenes.map(({ heading }) => heading.replace(/^(?:INT|EXT|I\/E)\.?\/?(?:EXT\.?)?\s*/u, '').replace(/\s+-\s+[^-]*$/u, ''))))]
    .filter((name) => /\p{L}{3}/u.test(name)).slice(0, MAX_PLACES);
  const picked = names.flatMap((name) => {
    const word = wordsOf(name).at(-1);
    const sentence = word && sentences.find(({ text }) => new RegExp(`\\b${word}\\b`, 'iu').test(text));
    return sentence ? [{ name, sentence }] : [];
  });
  return joined(picked.map(({ sentence }) => sentence), (sentence) => `${picked.find((one) => one.sentence === sentence)!.name}: `);
}

interface Told { source: SourceAnalysis; digest: Digest }

function spansOfDigest({ source, digest }: Told): Found['spans'] {
  return source.toSpans(digest.claims.flatMap(({ span }) => (span ? [span] : [])).slice(0, 6));
}

/** What a story says of itself in few words: its summary, with its thesis in front where that is no part of it. */
function premiseOf(told: readonly Told[]): Found {
  const parts = told.slice(0, 3).map(({ digest: { summary, thesis } }) => (thesis !== '' && !summary.includes(thesis) ? `${oneLine(thesis)} ${summary}` : summary));
  return { text: clip(parts.join(' '), 1_800), spans: told.slice(0, 3).flatMap(spansOfDigest) };
}

function loglineOf(told: readonly Told[], names: readonly string[]): Found {
  const [first] = told;
  const thesis = oneLine(first!.digest.thesis);
  const people = names.slice(0, 2).join(' and ');
  const isStory = first!.source.analysis.form === 'fiction' || first!.source.analysis.form === 'play';
  const text = isStory && people !== '' && !names.some((name) => thesis.includes(name)) ? `${people}: ${thesis}` : thesis;
  return { text: clip(text, 300), spans: spansOfDigest(first!).slice(0, 1) };
}

/** Who speaks where nobody does: the words are the author's. */
const AUTHOR = { name: 'Reader', role: 'reads the words of the author', want: '', wound: '', arc: '', voice: '', relationships: '' };

const ASSUMED = 'productionMedium, visualStyle and cameraLanguage are what this installation makes from sources: the sources do not say them.';

/** A Series Bible in the words of the sources, or of the scripts where there is no source. Null when neither says anything. */
export function bibleOf({ sources, scripts, title }: BibleBrief): BibleDraft | null {
  const analyses = sources.flatMap((source) => analyseSource(source) ?? []);
  if (analyses.length === 0) return scriptedBible(scripts, title);
  const told = analyses.map((source, at) => ({ source, digest: digestOf(source.analysis, sources[at]?.label ?? null) }));
  const sentences = sentencesOfSources(analyses);
  const text = analyses.map(({ analysis }) => analysis.text).join('\n\n');
  const people = peopleIn(analyses, sentences);
  const { episodes, spans: episodeSpans } = episodesIn(sources);
  const { form, narrator } = analyses[0]!.analysis;
  const names = people.characters.map(({ name }) => name);
  const { palette } = visualSystemOf({ seed: title, canon: canonFacts(null), tone: null, creativeBrief: null, told: text, screenplay: null });
  const found: Record<string, Found | null> = {
    logline: loglineOf(told, names), premise: premiseOf(told),
    canonTimeline: linesThat(sentences, DATE, 12), worldRules: linesThat(sentences, RULE, 6), locationTruths: placesOf(analyses, sentences),
    visualTruths: linesThat(sentences, SEEN, 6), characterDesign: designOf(people.forms, sentences), productionDesign: linesThat(sentences, THINGS, 5),
    lightingRules: linesThat(sentences, LIGHT, 5),
  };
  const plain: Record<string, string> = {
    format: `${episodes.length === 1 ? 'One episode' : `${episodes.length} episodes`} from ${form === 'fiction' ? 'prose' : form === 'play' ? 'a play' : `a ${form}`}`,
    genre: genreOf(text, form), audience: audienceOf(text), tone: toneOf(text, narrator !== null), themes: themesOf(text),
    colorPalette: palette.join(', '), productionMedium: 'audio', visualStyle: 'Cut-paper pictures in flat layers, drawn from the words of the source.',
    cameraLanguage: 'Still frames at eye level, one for each scene.',
  };
  const silent = Object.keys(found).filter((key) => !found[key]);
  const open = [...people.open.slice(0, 12), ...(silent.length > 0 ? [`The sources say nothing for ${silent.join(', ')}.`] : []), ASSUMED];
  const content: Record<string, unknown> = {
    ...plain, ...Object.fromEntries(Object.entries(found).flatMap(([key, value]) => (value ? [[key, clip(value.text, 6_000)]] : []))),
    openQuestions: open.join('\n'),
    characters: people.characters.length > 0 ? people.characters : [AUTHOR], ...(episodes.length > 0 ? { episodes } : {}),
  };
  for (const [key, value] of Object.entries(content)) if (value === '') delete content[key];
  return {
    content, facts: statedFacts(analyses),
    spans: {
      ...Object.fromEntries(Object.entries(found).flatMap(([key, value]) => (value ? [[key, value.spans]] : []))),
      characters: people.spans, episodes: episodeSpans,
    },
  };
}

function designOf(people: readonly (readonly string[])[], sentences: readonly FoundSentence[]): Found | null {
  const picked = people.slice(0, 10).flatMap((forms) => sentences.find(({ text }) => forms.some((form) => text.includes(form)) && LOOK.test(text)) ?? []);
  return joined([...new Set(picked)]) ?? linesThat(sentences, LOOK, 4);
}
