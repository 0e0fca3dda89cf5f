import { clockText } from '../../../kernel/contract/listener-words.js';
import { episodePageUrlOf } from '../addresses.js';
import type { Warning } from '../../../kernel/contract/warnings.js';
import type { Services } from '../../../kernel/services.js';
import { blurbOf, wholeSentences } from '../../../craft/narrative/blurb.js';
import type { BlurbBrief } from '../../../craft/narrative/model.js';
import { findStoryWords, type StoryWords } from './described-store.js';
import { getProgramme, type Credited, type Programme } from './programme.js';
import { ownLink } from './own-link.js';
import type { ShownRelease } from './release-store.js';

const MAX_STORY_CHARS = 900;
/** Limit of a description in the API. */
export const MAX_DESCRIPTION_CHARS = 4_000;
const MAX_HOOK_CHARS = 180;

/** The length and the parts that a direction asks for; a direction is plain words such as `short, without chapters`. */
export interface DescriptionWish { short: boolean; chapters: boolean; cast: boolean; links: boolean }

const without = (direction: string, noun: string): boolean =>
  new RegExp(`\\b(?:no|without|omit|skip|drop|leave out|leaving out|hide)\\b[^.;]*\\b(?:${noun})\\b`, 'i').test(direction);

/** Understands a length (`short`, `brief`, `one sentence`) and parts to leave out: chapters, cast, links. */
export function readDirection(direction = ''): DescriptionWish {
  return {
    short: /\b(?:short|shorter|brief|concise|one[- ]sentence|one[- ]line)\b/i.test(direction),
    chapters: !without(direction, 'chapters?|timestamps?|time codes?'), cast: !without(direction, 'cast|people|names|credits|voices'),
    links: !without(direction, 'links?|addresses|urls?'),
  };
}

const PARTS = /\b(?:chapters?|timestamps?|time codes?|cast|people|names|credits|voices|links?|addresses|urls?)\b/i;

/** Warns about parts of a direction that name neither a length nor a part to leave out: they have no effect. */
export function warningsOfDirection(direction = ''): Warning[] {
  const plain = JSON.stringify(readDirection());
  return direction.split(/[,;.]|\s+(?:and|but)\s+/u).map((part) => part.trim())
    .filter((part) => part !== '' && !PARTS.test(part) && JSON.stringify(readDirection(part)) === plain)
    .map((part) => ({ field: 'direction', message: `Not followed: “${part}”. Understood are lengths (short, brief, one sentence) and parts to leave out (chapters, cast, links).` }));
}

/**
 * The first spoken line of somebody other than the narrator that is not very short, else the first spoken line. It invites to listen when nothing else
 * describes the story. Null without spoken lines.
 */
function openingLine({ lines, people }: Programme): string | null {
  const characters = new Set(people.filter(({ role }) => role !== 'narrator').map(({ name }) => name.toLowerCase()));
  const first = lines.find(({ kind, speaker, text }) => kind === 'dialogue' && characters.has((speaker ?? '').toLowerCase()) && text.length >= 12)
    ?? lines.find(({ kind }) => kind === 'dialogue');
  return first ? `“${wholeSentences(first.text, MAX_HOOK_CHARS)}”` : null;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function castWords(people: readonly Credited[]): string | null {
  const voiced = ({ name, voiceName }: Credited): string => (voiceName && voiceName.toLowerCase() !== name.toLowerCase() ? `${name} (voice: ${voiceName})` : name);
  const characters = people.filter(({ role }) => role === 'character' || role === 'host').map(voiced);
  const tellers = people.filter(({ role }) => role === 'narrator' || role === 'reader')
    .flatMap(({ name, voiceName }) => (voiceName && voiceName.toLowerCase() !== name.toLowerCase() ? [voiceName] : []));
  const parts = [
    characters.length > 0 ? `With ${listed(characters)}.` : null, tellers.length > 0 ? `Told by ${listed([...new Set(tellers)])}.` : null,
  ];
  return parts.filter(Boolean).join(' ') || null;
}

function chapterWords({ chapters }: Programme): string | null {
  if (chapters.length < 2) return null;
  return ['Chapters', ...chapters.map(({ title, startMs }) => `${clockText(startMs)} ${title}`)].join('\n');
}

/** The description with the cast and chapters of `before` replaced by those of `after`; all other words stay. */
export function redescribed(description: string, before: Programme, after: Programme): string {
  const [oldCast, oldChapters] = [castWords(before.people), chapterWords(before)];
  return description.split('\n\n').flatMap((part) => {
    if (part === oldCast) return castWords(after.people) ?? [];
    if (part === oldChapters) return chapterWords(after) ?? [];
    return part;
  }).join('\n\n').slice(0, MAX_DESCRIPTION_CHARS);
}

/** A person waits for the answer, so a model gets no more time than this. */
const MODEL_MS = 20_000;

/** A text by the configured writing model; by the embedded writer without a model or when the model fails. */
async function writtenBlurb({ config, writer, log }: Services, brief: BlurbBrief): Promise<string | null> {
  if (config.text.baseUrl === null) return blurbOf(brief);
  try {
    return await (await writer()).blurb(brief, AbortSignal.timeout(MODEL_MS));
  } catch (error) {
    log.warn({ err: error }, 'no description from the writing model; the embedded writer makes it');
    return blurbOf(brief);
  }
}

/** A few sentences about the story. A programme can be described by its thesis; a drama must not reveal what happens in it. */
async function blurbFor(services: Services, programme: Programme, { logline, thesis, summary }: StoryWords): Promise<string | null> {
  const { lines, people } = programme;
  const isDrama = people.some(({ role }) => role === 'character');
  if (!isDrama && logline === null && thesis !== null) return wholeSentences(thesis, MAX_STORY_CHARS);
  const told = await writtenBlurb(services, { lines, people: people.filter(({ role }) => role !== 'reader').map(({ name }) => name), written: logline });
  const rest = told ?? thesis ?? openingLine(programme) ?? summary;
  return rest && wholeSentences(rest, MAX_STORY_CHARS);
}

/**
 * A description of an episode: what its author wrote about it, otherwise what the writer makes of its script, followed by its cast and chapters. `direction`
 * chooses length and parts.
 */
export async function describeRelease(services: Services, release: ShownRelease, direction?: string): Promise<string> {
  const wish = readDirection(direction);
  const [programme, words] = await Promise.all([
    getProgramme(services.store, release.asset.programmeKey), findStoryWords(services.db, release.sourceArtifactId),
  ]);
  const story = await blurbFor(services, programme, words) ?? release.title;
  return [
    wish.short ? wholeSentences(story, 1) : story,
    wish.cast ? castWords(programme.people) : null,
    wish.chapters && !wish.short ? chapterWords(programme) : null,
    wish.links && !wish.short ? ownLink(episodePageUrlOf(services.config, release)) : null,
  ].filter(Boolean).join('\n\n').slice(0, MAX_DESCRIPTION_CHARS);
}
