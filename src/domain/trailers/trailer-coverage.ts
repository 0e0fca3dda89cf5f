import { judgeCut, type Concerned, type Criterion, type CutFact } from '../../craft/trailer/judge.js';
import { ApiError } from '../../kernel/errors/api-error.js';
import { defineCoverage } from '../../kernel/families/coverage/coverage.js';
import { findStoryboard } from '../../kernel/families/storyboards/storyboard-store.js';
import { chosenSourceOfRead } from '../storyboards/chosen-lines.js';
import { byMeasuredFacts } from '../storyboards/measured-facts.js';
import { boardOf, TRAILER, trailerSubject } from './trailer-model.js';
import { findTrailer } from './trailer-store.js';

/** A trailer as coverage judges it: the measured facts of its cut, one per criterion. */
export interface TrailerDocument { title: string; seconds: number; facts: readonly CutFact[] }

/** The scored criteria with their weights. */
const WEIGHTS: Readonly<Partial<Record<Criterion, number>>> = {
  'stands alone': 3, leads: 2, 'rising heat': 2, speech: 1, speakers: 1, shots: 1, 'repeated words': 1, pictures: 1,
};
const { categories, checks } = byMeasuredFacts<Criterion, Concerned>((_criterion, { beat, text, words }) => ({
  message: words, anchor: { field: `beats.${beat}`, quote: text.slice(0, 200) },
  suggestion: 'Choose another line with POST storyboard/regenerate-text, or another picture with storyboard/apply-component.',
}));

/** Coverage of trailers, which judges a cut by its measured facts. */
export const trailerCoverage = defineCoverage<TrailerDocument>({
  subject: TRAILER,
  rubric: {
    version: 'trailers-1', gateThreshold: 60,
    categories: categories(WEIGHTS), checks: checks(['length', 'spoilers']),
    about: ({ title, seconds }) => ({ logline: `A trailer of ${title}, ${seconds} seconds`, synopsis: null }),
  },
  async document(services, { id }) {
    const trailer = await findTrailer(services.db, id);
    const stored = trailer && await findStoryboard(services.db, trailerSubject(trailer));
    if (!trailer) throw new ApiError('story_job_not_found', 'the trailer is gone');
    if (!stored) throw new ApiError('artifact_not_ready', 'the trailer is judged once it is cut', { status: trailer.status });
    const { items, fields } = boardOf(stored);
    const source = await chosenSourceOfRead(services, trailer);
    const { seconds, title } = trailer;
    const facts = judgeCut(source, { seconds, title, seed: id }, { countsPerMinute: fields.countsPerMinute, beats: items });
    return { version: stored.revision, content: { title, seconds, facts } };
  },
});
