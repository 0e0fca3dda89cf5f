import { digestOf, summingUp } from '../../analysis/index.js';
import { blurbOf } from '../../blurb.js';
import { againstSources } from '../against-sources.js';
import type { BibleBrief, BibleDraft, Digest } from '../../model.js';
import { analyseSource, type SourceAnalysis } from '../../writing/material/source-analysis.js';
import { visualSystemOf } from '../../writing/plan/systems.js';
import { canonFacts } from '../../writing/staging/canon.js';
import { statedFacts } from '../stated-facts.js';
import { wordsOf } from '../wording.js';
import { episodesIn } from './episodes.js';
import { bestSentences, clip, joined, linesThat, oneLine, sentencesOfSources, type Found, type FoundSentence } from './sourced-words.js';
import { GENRE_ASKED, LOGLINE_ASKED, THEMES_ASKED } from './asked.js';
import { audienceOf, genreOf, toneOf } from './manner.js';
import { themesOf } from './themes.js';
import { peopleIn, type FoundPeople } from './people.js';
import { scriptedBible } from './scripts.js';

const DATE = /\b(?:1[0-9]\d\d|20\d\d)\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) (?:the )?\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)(?: of)? (?:January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(?:years?|months?|weeks?|days?) (?:ago|later|before|afterwards?)\b/u;
const RULE = /\b(?:must|never|always|cannot|can not|no one may|nobody may|forbidden|every (?:one|man|night|day|year)|only those|impossible|the law|the rule)\b/iu;
const LIGHT = /\b(?:lamps?|candles?|lanterns?|gas-?light|sun(?:light|set|rise|shine)?|moon(?:light|lit)?|dusk|dawn|twilight|shadows?|dark(?:ness)?|glow(?:ed|ing)?|firelight|gleam\w*)\b/iu;
const THINGS = /\b(?:furniture|tables?|chairs?|carpets?|curtains?|walls?|windows?|wood(?:en)?|iron|brass|stone|brick|shelves|desk|door|roof|stairs|machine|instruments?)\b/iu;
const LOOK = /\b(?:hair(?:ed)?|eyes?|face|beard|moustache|tall|stout|thin|pale|broad-shouldered|wore|wearing|dressed|coat|hat|gown|cloak|spectacles|cheeks?)\b/iu;
const SEEN = /\b(?:red|blue|green|black|white|grey|gray|yellow|golden?|silver|brown|crimson|scarlet|purple|violet|bright|pale|shining|huge|vast)\b/iu;

const MAX_PLACES = 12;
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

/** Where the words about one text stand in it: its claims, or for a text without claims the sentences that the words quote. */
function spansOf({ source, digest }: Told, words: string): Found['spans'] {
  const claimed = source.toSpans(digest.claims.flatMap(({ span }) => (span ? [span] : [])).slice(0, 6));
  if (claimed.length > 0) return claimed;
  const { sentences, text } = source.analysis;
  return source.toSpans(sentences.filter(({ start, end }) => words.includes(oneLine(text.slice(start, end)))).slice(0, 6));
}

const ended = (sentence: string): string => (/[.!?…]["”’)]*$/u.test(sentence) ? sentence : `${sentence}.`);

/** Sentences from the beginning of a story that introduce its people without revealing its end; null when no sentence suits. */
function beginningOf({ source: { analysis } }: Told): string | null {
  const lines = analysis.sentences.flatMap(({ start, end, quoted, paragraph }) => (quoted || analysis.paragraphs[paragraph]?.kind !== 'body' ? []
    : [{ kind: 'action', speaker: null, text: oneLine(analysis.text.slice(start, end)) }]));
  return blurbOf({ lines, people: analysis.cast.map(({ name }) => name), written: null });
}

/** Sentences of a text that is too short for a summary. */
const SHORT_SENTENCES = 2;

/**
 * What a text tells in its own words: a story its beginning, another text its thesis and the sentences that sum it up, a short one its best sentences. Empty
 * for a text without any: what its digest counts, such as its words, tells nothing of the story.
 */
function toldBy(one: Told): string {
  const { digest: { thesis }, source } = one;
  const { analysis } = source;
  const beginning = analysis.form === 'fiction' ? beginningOf(one) : null;
  if (beginning !== null) return beginning;
  const summary = summingUp(analysis).map(oneLine).join(' ') || bestSentences(source, 0, analysis.text.length, SHORT_SENTENCES).map(({ text }) => text).join(' ');
  const claimed = oneLine(thesis);
  return claimed !== '' && !summary.includes(claimed) ? `${ended(claimed)} ${summary}`.trim() : summary;
}

/** A summary of the first three texts that tell something in their own words; null when none does. */
function premiseOf(told: readonly Told[]): Found | null {
  const parts = told.map((one) => ({ one, words: toldBy(one) })).filter(({ words }) => words !== '').slice(0, 3);
  if (parts.length === 0) return null;
  return { text: clip(parts.map(({ words }) => words).join(' '), 1_800), spans: parts.flatMap(({ one, words }) => spansOf(one, words)) };
}

/** The people, with a neutral role for those whose role another sentence of the text gives to a different person. */
function withoutDenied(people: FoundPeople, text: string): FoundPeople {
  const characters = people.characters.map(({ name, role }) => ({ id: name, name, role }));
  const denied = new Set(againstSources({ logline: '', premise: '', genre: '', characters }, [text]).denied.map(({ characterId }) => characterId));
  return { ...people, characters: people.characters.map((one) => (denied.has(one.name) ? { ...one, role: 'speaks in the source' } : one)) };
}

/** The only character when nobody speaks in the sources: a reader of the author's words. */
const AUTHOR = { name: 'Reader', role: 'reads the words of the author', want: '', wound: '', arc: '', voice: '', relationships: '' };

const ASSUMED = 'productionMedium, visualStyle and cameraLanguage are what this installation makes from sources: the sources do not say them.';

/** A Series Bible in the words of the sources, or in those of the scripts when no source has text. Null when neither has any. */
export function bibleOf({ sources, scripts, title }: BibleBrief): BibleDraft | null {
  const analyses = sources.flatMap((source) => analyseSource(source) ?? []);
  if (analyses.length === 0) return scriptedBible(scripts, title);
  const told = analyses.map((source, at) => ({ source, digest: digestOf(source.analysis, sources[at]?.label ?? null) }));
  const sentences = sentencesOfSources(analyses);
  const text = analyses.map(({ analysis }) => analysis.text).join('\n\n');
  const people = withoutDenied(peopleIn(analyses, sentences), text);
  const { episodes, spans: episodeSpans } = episodesIn(sources);
  const { form, narrator } = analyses[0]!.analysis;
  const { palette } = visualSystemOf({ seed: title, canon: canonFacts(null), tone: null, creativeBrief: null, told: text, screenplay: null });
  const found: Record<string, Found | null> = {
    premise: premiseOf(told),
    canonTimeline: linesThat(sentences, DATE, 12), worldRules: linesThat(sentences, RULE, 6), locationTruths: placesOf(analyses, sentences),
    visualTruths: linesThat(sentences, SEEN, 6), characterDesign: designOf(people.forms, sentences), productionDesign: linesThat(sentences, THINGS, 5),
    lightingRules: linesThat(sentences, LIGHT, 5),
  };
  const plain: Record<string, string> = {
    format: `${episodes.length === 1 ? 'One episode' : `${episodes.length} episodes`} from ${form === 'fiction' ? 'prose' : form === 'essay' ? 'an essay' : `a ${form}`}`,
    genre: genreOf(text, form) ?? '', audience: audienceOf(text), tone: toneOf(text, narrator !== null), themes: themesOf(text),
    colorPalette: palette.join(', '), productionMedium: 'audio', visualStyle: 'Cut-paper pictures in flat layers, drawn from the words of the source.',
    cameraLanguage: 'Still frames at eye level, one for each scene.',
  };
  const silent = Object.keys(found).filter((key) => !found[key]);
  const asked = [LOGLINE_ASKED, ...(plain.genre === '' ? [GENRE_ASKED] : []), ...(plain.themes === '' ? [THEMES_ASKED] : [])];
  const open = [...asked, ...people.open.slice(0, 12), ...(silent.length > 0 ? [`The sources say nothing for ${silent.join(', ')}.`] : []), ASSUMED];
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
