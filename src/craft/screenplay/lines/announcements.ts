import { NARRATOR, type CastMember, type Screenplay, type ScreenplayEntry } from '../model.js';
import { casingOf, isOmitted, spokenHeading, type SpokenHeading } from './spoken-heading.js';

const sentence = (parts: readonly string[]): string => {
  const words = parts.join(', ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
};

const folded = (words: string): string => words.toLowerCase();

/** What the narrator says for a heading, given the heading announced last; null when the heading tells a listener nothing new. */
function announcement({ place, details, isLater }: SpokenHeading, last: { place: string; said: string } | null): string | null {
  const here = last !== null && (place === '' || folded(place) === folded(last.place));
  if (here && isLater) return sentence(details);
  const parts = [...(place === '' ? [] : [place]), ...details];
  if (parts.length === 0 || (here && details.length === 0)) return null;
  const said = sentence(parts);
  return said === last?.said ? null : said;
}

function withNarrator(cast: readonly CastMember[], announced: readonly string[]): CastMember[] {
  const words = announced.reduce((sum, said) => sum + said.split(/\s+/u).length, 0);
  const more = (member: CastMember): CastMember =>
    ({ ...member, lineCount: member.lineCount + announced.length, wordCount: member.wordCount + words });
  if (cast.some(({ character }) => character === NARRATOR)) return cast.map((member) => (member.character === NARRATOR ? more(member) : member));
  const narrator: CastMember = { character: NARRATOR, role: 'narrator', gender: 'neutral', description: 'Reads the headings', lineCount: 0, wordCount: 0 };
  return [...cast, more(narrator)];
}

/**
 * Has a narrator speak the headings in short: "Wheelhouse, night." for `INT. WHEELHOUSE - NIGHT`. A heading that says nothing new, or that marks an
 * omitted scene, is not spoken; a spoken form that a writer set for a heading stays.
 */
export function announceScenes(screenplay: Screenplay): Screenplay {
  const casing = casingOf(screenplay.entries.filter(({ kind }) => kind === 'action' || kind === 'dialogue').map(({ text }) => text));
  const announced: string[] = [];
  let last: { place: string; said: string } | null = null;
  const entries = screenplay.entries.map((entry): ScreenplayEntry => {
    if (entry.kind !== 'scene_heading') return entry;
    const heading = spokenHeading(entry.text, casing);
    const said: string | null = entry.ttsText?.trim() || (isOmitted(entry.text) ? null : announcement(heading, last));
    if (said === null) return entry;
    last = { place: heading.place || (last?.place ?? ''), said };
    announced.push(said);
    return { ...entry, ttsText: said, announced: true };
  });
  return announced.length === 0 ? screenplay : { ...screenplay, entries, cast: withNarrator(screenplay.cast, announced) };
}
