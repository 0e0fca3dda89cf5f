import type { ListedPerson, NamedSpeaker, ReadScene, Speech, StoryReading } from '../../narrative/model.js';
import type { Budget } from '../model/budget.js';
import { AnswerFlaw, type ModelClient } from '../model/model-client.js';
import type { WriterMemory } from '../writer-memory.js';
import { agreementWith, apartIn, complaintsAbout, namedIn, sameIn, scenesIn, withNewPeople, type Agreement } from './named.js';
import { RULES, storyQuestion, tokensOfAnswer, type StoryAnswer } from './question.js';
import { windowsOf, type StoryWindow } from './windows.js';

/** What a model read in a story, or the reason why its reading is not used. */
export type ReadStory = { reading: StoryReading; agreement: Agreement } | { reason: string };

export interface ReadingDesk { model: ModelClient; memory: WriterMemory; budget: Budget; signal?: AbortSignal | undefined }

/** The story's speech, found again with the given pairs of names kept apart as two people. */
export type PartedSpeech = (apart: readonly (readonly [string, string])[]) => Promise<Speech | null>;

/** Bounds of a window in characters; small models lose the thread of longer windows. */
const [MIN_WINDOW, MAX_WINDOW] = [1_500, 6_000];
/** Characters of a question beside its window: people, what came before, and fences. */
const BESIDE_CHARACTERS = 3_500;
const TYPICAL_TURNS = 40;
/** A story with fewer turns is not worth a question. */
const MIN_TURNS = 3;
/** A usable reader misses at most one control line plus one in ten. */
const MISSED_AT_ALL = 1;
const MISSED_SHARE = 0.1;
/** The share for control lines without tags: there the rules themselves are sometimes wrong. */
const MISSED_UNTAGGED = 0.4;
/** After this many control lines, a reader that misses more than this share gets no further questions. */
const [EARLY_CONTROL, EARLY_MISSED] = [12, 0.4];

const missedBy = ({ same, asked }: Agreement): number => asked - same;

/** The pairs without repetitions, and without those that turn an earlier pair round. */
function distinct(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const seen = new Set<string>();
  return pairs.flatMap(([kept, gone]): [string, string][] => {
    if (seen.has(`${kept}\n${gone}`) || seen.has(`${gone}\n${kept}`)) return [];
    seen.add(`${kept}\n${gone}`);
    return [[kept, gone]];
  });
}

/** Asks window by window, because each question shows the speakers found before it. When a question fails, its lines are left to the rules. */
class StoryReader {
  private readonly named: NamedSpeaker[] = [];
  private readonly same: [string, string][] = [];
  private readonly scenes: ReadScene[] = [];
  private people: readonly ListedPerson[];
  private flaw: string | null = null;
  private asked: StoryWindow[] = [];
  private readonly apart: [string, string][] = [];

  constructor(private readonly desk: ReadingDesk, private readonly text: string, private speech: Speech, private readonly parted: PartedSpeech) {
    this.people = speech.people;
  }

  async read(windows: readonly StoryWindow[]): Promise<ReadStory> {
    for (const window of windows) {
      if (this.desk.budget.spent) break;
      await this.readWindow(window);
      const early = this.agreement();
      if (early.asked >= EARLY_CONTROL && missedBy(early) > EARLY_MISSED * early.asked) break;
    }
    const agreement = this.agreement();
    if (this.named.length === 0) return { reason: this.desk.budget.spent ?? this.flaw ?? 'it named nobody' };
    if (missedBy(agreement) > MISSED_AT_ALL + (agreement.tagged ? MISSED_SHARE : MISSED_UNTAGGED) * agreement.asked) {
      return { reason: `of ${agreement.asked} lines whose speaker the text tells it named ${missedBy(agreement)} otherwise` };
    }
    const apart = this.apart.length > 0 ? { apart: this.apart } : {};
    return { reading: { speakers: this.named, same: distinct(this.same), ...apart, scenes: this.scenes }, agreement };
  }

  private agreement(): Agreement {
    const asked = new Set(this.asked.flatMap(({ turns }) => turns.map(({ start }) => start)));
    return agreementWith(this.speech.turns.filter(({ start }) => asked.has(start)), this.named, this.same, this.speech);
  }

  /** Separates two people whom the rules take for one, so that the tags count for each of them. */
  private async part(pairs: readonly [string, string][]): Promise<void> {
    if (pairs.length === 0) return;
    this.apart.push(...pairs);
    const speech = await this.parted(this.apart);
    if (!speech) return;
    this.speech = speech;
    this.people = withNewPeople(speech.people, this.named);
  }

  private async readWindow(window: StoryWindow): Promise<void> {
    try {
      const answer = await this.ask(window);
      this.asked.push(window);
      await this.part(apartIn(answer, this.people));
      this.named.push(...namedIn(answer, window, this.people, this.text));
      this.same.push(...sameIn(answer, this.people));
      this.scenes.push(...scenesIn(answer, window, this.text));
      this.people = withNewPeople(this.people, this.named);
    } catch (error) {
      if (!(error instanceof AnswerFlaw)) throw error;
      this.flaw ??= error.reason;
    }
  }

  private ask(window: StoryWindow): Promise<StoryAnswer> {
    const { model, memory, budget, signal } = this.desk;
    const { people, text } = this;
    const question = storyQuestion(text, window, people, { speakers: this.named, scene: this.scenes.at(-1) ?? null });
    return memory.once(['story-window', model.name, question.rules, question.material], (own) =>
      model.ask(question, (answer) => complaintsAbout(answer, window, people, text), { signal, budget: own }), { budget });
  }
}

/**
 * Lets a model read a story window by window: who speaks, which people are one person, and where scenes begin. Lines whose tag names the speaker are the
 * control: a model that contradicts them too often is not used. Throws `ProviderBackoff`, `ProviderFailure` and the signal's reason.
 */
export async function readStoryByModel(desk: ReadingDesk, text: string, speech: Speech, parted: PartedSpeech): Promise<ReadStory> {
  if (speech.turns.length < MIN_TURNS) return { reason: 'hardly anybody speaks' };
  const room = await desk.model.roomFor(tokensOfAnswer(TYPICAL_TURNS), RULES, desk.signal) - BESIDE_CHARACTERS;
  return new StoryReader(desk, text, speech, parted).read(windowsOf(speech, Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, room))));
}
