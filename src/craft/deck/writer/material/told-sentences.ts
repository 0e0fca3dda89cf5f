import { analyseSource } from '../../../narrative/writing/material/source-analysis.js';
import { MAX_WRITER_CHARACTERS } from '../../../narrative/model.js';
import type { DeckSource, DeckText } from '../deck-source.js';
import { anchorsIn, wholeText, type Anchor } from './places.js';
import { spokenSentence, type Found, type Place } from './spoken-sentence.js';

/** A text that is too long to be analysed whole is analysed from this many characters before its performed part. */
const BEFORE_CHARACTERS = 4_000;
/** Matches a complete sentence: a clause that only introduces speech does not end like one. */
const ENDED = /[.!?…][’'”")\]_*]*\s*$/u;

/** The entry that a range of a text belongs to, or else the last one before it. */
function anchorAt(anchors: readonly Anchor[], from: number, to: number): Anchor {
  const over = anchors.find(({ start, end }) => start < to && end > from);
  return over ?? anchors.findLast(({ start }) => start <= from) ?? anchors[0]!;
}

interface Reading { anchors: readonly Anchor[]; number: number; isStory: boolean; place: Place }

function sentencesOfText(text: DeckText, { anchors, number, isStory, place }: Reading): Found[] {
  const [first, last] = [anchors[0]!.start, Math.max(...anchors.map(({ end }) => end))];
  const isWhole = text.text.length <= MAX_WRITER_CHARACTERS;
  const begin = isWhole ? 0 : Math.max(0, first - BEFORE_CHARACTERS);
  const end = isWhole ? text.text.length : Math.min(text.text.length, Math.max(last, first + MAX_WRITER_CHARACTERS));
  const analysed = analyseSource({ sourceId: text.sourceId, label: text.label, text: text.text.slice(begin, end), digest: null });
  if (!analysed || analysed.analysis.form === 'play') return [];
  const told = analysed.analysis.sentences.filter(({ quoted, start, end: to }) => !quoted && ENDED.test(text.text.slice(begin + start, begin + to)));
  return told.map((sentence): Found => {
    const spoken = spokenSentence(text.text, begin + sentence.start, begin + sentence.end);
    const anchor = anchorAt(anchors, spoken.from, spoken.to);
    const at = isStory ? spoken.from / text.text.length : spoken.to <= first ? -1 : spoken.from >= last ? 2 : place(anchor.entryIndex);
    return {
      text: spoken.text, origin: { kind: 'source', sourceId: text.sourceId, from: spoken.from, to: spoken.to }, run: number * 10_000 + sentence.paragraph,
      entryIndex: anchor.entryIndex, at, speaker: null,
    };
  });
}

/** The narration of the sources, without quotations, and the entries of the read that come from these sources. */
export function toldSentences(source: DeckSource, place: Place): { found: Found[]; covered: ReadonlySet<number> } {
  const covered = new Set<number>();
  const story = wholeText(source);
  const found = source.texts.flatMap((text, number) => {
    const anchors = anchorsIn(source, text);
    if (anchors.length === 0) return [];
    const own = sentencesOfText(text, { anchors, number, isStory: text === story, place });
    if (own.length > 0) for (const { entryIndex } of anchors) covered.add(entryIndex);
    return own;
  });
  return { found, covered };
}
