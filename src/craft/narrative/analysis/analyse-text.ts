import { rememberedSource } from '../remembered.js';
import type { Person, Quote, StoryReading, TextAnalysis, Utterance } from '../model.js';
import { attribute, type Attributed, type Attribution } from './attribution/attribution.js';
import { withReading } from './with-reading.js';
import { castOf, READER_ID } from './people/cast.js';
import { unheardOf } from './people/unheard.js';
import { factsOfFigures } from './people/facts.js';
import { originOfText } from '../../people/origins.js';
import { claimsOf } from './digest/claims.js';
import type { Figure } from './names/figures.js';
import { formOf } from './form.js';
import { detectLanguage } from './language/detect-language.js';
import { paragraphsOf } from './language/paragraphs.js';
import { parsePlay } from './parse-play.js';
import { detectQuotations } from './speech/quotations.js';
import { scenesOf } from './scenes/scenes.js';
import { sentencesOf } from './language/sentences.js';
import { titleOf } from './language/titles.js';
import { toldStories, type ToldStory } from './attribution/told-stories.js';

/**
 * Analyses a text: its paragraphs and sentences, its quotations and their speakers, its scenes and claims. All offsets count characters of `text`. Never
 * throws; the same text always gives the same analysis. Do not modify it: digest, plan, variants and script share the analyses of the latest texts.
 */
export const analyseText = rememberedSource((text): TextAnalysis => analysed(text, null));

/** Analyses a text as `analyseText` does, with the findings of another reader of the text. */
export function analyseRead(text: string, reading: StoryReading | undefined): TextAnalysis {
  return reading ? analysedRead(`${JSON.stringify(reading)}\n${text}`) : analyseText(text);
}

const analysedRead = rememberedSource((readAndText) => {
  const end = readAndText.indexOf('\n');
  return analysed(readAndText.slice(end + 1), JSON.parse(readAndText.slice(0, end)) as StoryReading);
});

function analysed(text: string, reading: StoryReading | null): TextAnalysis {
  const paragraphs = paragraphsOf(text);
  const play = parsePlay(text, paragraphs);
  if (play) return { ...play, claims: claimsOf(play) };
  const { plain, blocks } = detectQuotations(text, paragraphs);
  const byRules = attribute(plain, blocks, reading?.apart ? { apart: reading.apart } : {});
  const voices = reading ? withReading(byRules, reading) : byRules;
  const spoken = voices.turns.flatMap(({ turn }) => turn.quotes);
  const told = toldStories(plain, voices);
  const form = formOf({ text, quotations: spoken, tagged: voices.tagged,
    toldAloud: told.some(({ words }) => words > 600) });
  const attribution = form === 'fiction' ? voices : withExplicitSpeakersOnly(voices);
  const stories = form === 'fiction' ? told : [];
  const { cast, unheard } = peopleFor(attribution, stories, text);
  const utterances = utterancesOf(attribution, stories, cast);
  const quotes = utterances.flatMap((utterance) => (utterance.toldBy === null ? quotesOf(utterance) : []));
  const analysis: TextAnalysis = {
    text,
    language: detectLanguage(text),
    form,
    title: titleOf(text, paragraphs),
    paragraphs,
    sentences: sentencesOf(text, plain, paragraphs, quotes),
    utterances,
    quotes,
    cast: [...cast.values()],
    unheard,
    narrator: attribution.firstPerson ? cast.get(attribution.narrator)?.id ?? null : null,
    origin: originOfText(text),
    scenes: scenesOf({ text, plain, form, paragraphs, attribution,
      stories: stories.flatMap((story) => withTeller(story, cast)), read: reading?.scenes ?? [] }),
    claims: [],
  };
  analysis.claims = claimsOf(analysis);
  return analysis;
}

/** Guesses no speakers outside fiction: quotations without an explicit speaker get none, so that the reader says them. */
function withExplicitSpeakersOnly(attribution: Attribution): Attribution {
  const turns = attribution.turns.map((attributed) => {
    const certain = attributed.confidence === 'hard' && attributed.figure !== attribution.narrator;
    return certain ? attributed : { ...attributed, figure: null };
  });
  return { ...attribution, turns, firstPerson: false };
}

function withTeller(
  story: ToldStory, cast: ReadonlyMap<Figure, Person>,
): { story: ToldStory; teller: string }[] {
  const teller = cast.get(story.teller);
  return teller ? [{ story, teller: teller.id }] : [];
}

/** The people who are heard, and those who are only mentioned. */
function peopleFor(attribution: Attribution, stories: readonly ToldStory[], text: string): { cast: Map<Figure, Person>; unheard: Person[] } {
  const counts = new Map<Figure, number>();
  const all = [...attribution.turns, ...stories.flatMap((story) => story.turns)];
  for (const { turn, figure } of all) if (figure) counts.set(figure, (counts.get(figure) ?? 0) + turn.quotes.length);
  const speakers = [...counts.keys()];
  if (attribution.firstPerson && !counts.has(attribution.narrator)) speakers.push(attribution.narrator);
  const facts = factsOfFigures(attribution, speakers, stories.flatMap((story) => story.turns));
  const cast = castOf(speakers, counts, attribution.firstPerson ? attribution.narrator : null, text, facts);
  const others = attribution.figures.all.filter((figure) => !cast.has(figure) && figure.kind !== 'narrator');
  return { cast, unheard: unheardOf(others, [...cast.values()], facts) };
}

function utterancesOf(
  attribution: Attribution, stories: readonly ToldStory[], cast: ReadonlyMap<Figure, Person>,
): Utterance[] {
  const outer = attribution.turns.map((attributed) => {
    return utteranceOf(attributed, attribution.items[attributed.turn.item]?.block.paragraph ?? 0, null, cast);
  });
  const inner = stories.flatMap((story) => {
    const paragraphs = attribution.items.filter((item) => item.block.start >= story.start
      && item.block.end <= story.end);
    return story.turns.map((attributed) => {
      const at = attributed.turn.quotes[0]?.start ?? story.start;
      const block = paragraphs.find((item) => at >= item.block.start && at < item.block.end)?.block;
      return utteranceOf(attributed, block?.paragraph ?? 0, cast.get(story.teller)?.id ?? null, cast);
    });
  });
  const first = (utterance: Utterance) => utterance.quotes[0]?.start ?? 0;
  return [...outer, ...inner].sort((a, b) => first(a) - first(b)
    || Number(a.toldBy !== null) - Number(b.toldBy !== null))
    .map((utterance, index) => ({ ...utterance, index }));
}

function utteranceOf(
  attributed: Attributed, paragraph: number, toldBy: string | null, cast: ReadonlyMap<Figure, Person>,
): Utterance {
  const { turn, figure, confidence } = attributed;
  return {
    index: 0,
    paragraph,
    speaker: figure ? cast.get(figure)?.id ?? READER_ID : READER_ID,
    confidence,
    quotes: turn.quotes.map(({ start, end }) => ({ start, end })),
    tag: turn.tagSpan,
    lead: turn.leadSpan,
    tail: turn.tailSpan,
    toldBy,
  };
}

function quotesOf(utterance: Utterance): Quote[] {
  const { speaker, confidence, index } = utterance;
  return utterance.quotes.map(({ start, end }) => ({ start, end, speaker, confidence, utterance: index }));
}
