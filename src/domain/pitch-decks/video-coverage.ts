import { ApiError } from '../../kernel/errors/api-error.js';
import { defineCoverage } from '../../kernel/families/coverage/coverage.js';
import type { CheckResult, Finding, Note, NotJudged } from '../../kernel/families/coverage/rubric.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import type { Defect } from '../storyboards/takes/take.js';
import { seenTake } from '../storyboards/views.js';
import { boardOf, deckSubject } from './deck-model.js';
import { findDeck } from './deck-store.js';
import { isStale } from './deck-view.js';
import { listChapterTakes } from './takes/chapter-takes.js';

/** The measurements of a chapter's take. `take` is null while the chapter has none. */
interface MeasuredChapter { at: number; title: string; take: { defects: readonly Defect[]; isStale: boolean; isKept: boolean } | null }

/** The takes of a deck for judging, chapter by chapter. */
export interface VideoDocument { title: string; chapters: readonly MeasuredChapter[] }

const DEFECT_WORDS: Readonly<Record<Defect, string>> = {
  line_unheard: 'something that is said in it is not heard', line_cut_off: 'something that is said in it is cut off', other_voice: 'something is said in it in another voice',
  lips_out_of_step: 'lips do not keep to what is said in it', opening_frame_missing: 'it does not open with its picture',
};
/** Categories of defects, with their weights. */
const CATEGORIES: readonly { category: string; weight: number; of: readonly Defect[] }[] = [
  { category: 'speech', weight: 3, of: ['line_unheard', 'line_cut_off', 'other_voice'] },
  { category: 'pictures', weight: 2, of: ['opening_frame_missing', 'lips_out_of_step'] },
];

const noteOf = ({ at, title }: MeasuredChapter, message: string, suggestion: string, category: string): Note =>
  ({ severity: 'critical', category, message: `${title}: ${message}.`, anchor: { field: `chapters.${at}`, quote: title }, suggestion });

function judged(category: string, of: readonly Defect[]): (doc: VideoDocument) => Finding | NotJudged {
  return ({ chapters }) => {
    const taken = chapters.filter(({ take }) => take !== null);
    if (taken.length === 0) return { notJudged: 'no chapter has a take yet' };
    const concerned = taken.flatMap((chapter) => chapter.take!.defects.filter((defect) => of.includes(defect)).map((defect) => ({ chapter, defect })));
    const places = new Set(concerned.map(({ chapter: { at } }) => at));
    return {
      score: Math.round(100 * (1 - places.size / taken.length)),
      rationale: places.size === 0 ? `Nothing was found in ${taken.length} takes.` : `${places.size} of ${taken.length} takes have a defect.`,
      notes: concerned.map(({ chapter, defect }) => noteOf(chapter, DEFECT_WORDS[defect], `POST chapters/${chapter.at}/repair-take makes it again; the first time is free.`, category)),
    };
  };
}

/** A check that passes when no chapter is concerned. */
function checked(isConcerned: (chapter: MeasuredChapter) => boolean, words: string, suggestion: string): (doc: VideoDocument) => CheckResult {
  return ({ chapters }) => {
    const concerned = chapters.filter(isConcerned);
    return {
      passed: concerned.length === 0, details: concerned.length === 0 ? `None of ${chapters.length} chapters ${words}.` : `${concerned.map(({ title }) => title).join(', ')}: ${words}.`,
      notes: concerned.map((chapter) => noteOf(chapter, words, suggestion, 'takes')),
    };
  };
}

/** Judges the takes of decks by their measurements. */
export const deckVideoCoverage = defineCoverage<VideoDocument>({
  subject: 'pitch_deck_video',
  rubric: {
    version: 'deck-video-2', gateThreshold: 60,
    categories: CATEGORIES.map(({ category, weight, of }) => ({ category, weight, judge: judged(category, of) })),
    checks: [
      { id: 'takes', holdsGate: true, run: checked(({ take }) => take === null || take.isStale, 'has no take of what it says', 'Approve the storyboard, or POST more-fixes.') },
      { id: 'defects', holdsGate: true, run: checked(({ take }) => take !== null && take.defects.length > 0 && !take.isKept, 'has a defect', 'POST more-fixes, or keep the take.') },
    ],
    about: ({ title, chapters }) => ({ logline: `The takes of ${chapters.length} chapters of ${title}`, synopsis: null }),
  },
  async document(services, { id }) {
    const deck = await findDeck(services.db, id);
    const stored = deck && await findStoryboard(services.db, deckSubject(deck));
    if (!deck || !stored) throw new ApiError('story_job_not_found', 'the pitch deck is gone');
    const board = boardOf(stored);
    const requests = await listChapterTakes(services.db, deck);
    const chapters = board.items.map((chapter, at): MeasuredChapter => {
      const take = seenTake(chapter, requests);
      return { at, title: chapter.title, take: take && { defects: take.defects, isStale: isStale(deck, board, chapter, requests), isKept: chapter.isKept } };
    });
    return { version: stored.revision, content: { title: deck.title, chapters } };
  },
});
