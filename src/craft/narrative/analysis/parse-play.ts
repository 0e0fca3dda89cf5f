import { identify, type Passage } from '../../people/identify.js';
import { statedFacts } from '../../people/facts.js';
import { sexOfGivenName } from '../../people/names/given-names.js';
import { isTitle, nounOf } from '../../people/words.js';
import { originOfText } from '../../people/origins.js';
import type { Paragraph, Person, Quote, TextAnalysis, TextScene, Utterance } from '../model.js';
import { titleOf } from './language/titles.js';
import { detectLanguage } from './language/detect-language.js';
import { areLabels, stampLength } from './language/chat.js';
import { FEMALE_TITLE, MALE_TITLE, OPEN_TITLE } from './language/lexicon.js';
import { NEUTRAL_PLACE } from './scenes/scenes.js';
import { sentencesOf, type Span } from './language/sentences.js';
import { matchesOf } from '../../patterns/matches.js';
import { standardHeading } from '../../screenplay/index.js';
import { withPlayFront } from './play-front.js';
import { playParagraphs, type PlayParagraph } from './play-paragraphs.js';

/** `JORY. You are late.`, `MRS. PELL: …`, `Interviewer: …`, or the name alone on the line above the words, in Fountain also as `@McBride`. */
const CUE = new RegExp('^[*_]{0,3}(?:(\\p{Lu}[\\p{Lu}’\' -]*(?:\\.(?= \\p{Lu}[\\p{Lu}’\']))?[\\p{Lu}’\' -]{0,28}\\p{Lu}(?: #?\\d{1,2}(?= *[\\n(]))?)[*_]{0,3}'
  + '(?:,? *[\\[(][^\\])\\n]{1,120}[\\])]){0,2}[*_]{0,3} *(?:[.:—]+[*_]{0,3}\\s+|\\^?[*_]{0,3}\\n\\s*)'
  + '|(\\p{Lu}[\\p{L}.’\'-]*(?: \\p{L}[\\p{L}.’\'-]*){0,2})[*_]{0,3} *:[*_]{0,3}\\s+'
  + '|@(\\p{L}[^\\n(]{0,40}?) *(?:\\([^)\\n]{1,60}\\) *){0,3}\\^?\\n\\s*)', 'u');
const NO_NAME = new RegExp('^(?:(?:ACT|SCENE|CHAPTER|BOOK|PART|THE END|CURTAIN|EXIT|EXEUNT|ENTER|EPILOGUE|PROLOGUE|FINIS|NOTE|WARNING|SUMMARY|INT|EXT|EST)\\b'
  + '|(?:MRS?|MS|DR|ST|PROF|CAPT|COL|GEN|LT|SGT|REV)$'
  + '|(?:GROUP|CHAT|CHANNEL|SUBJECT|TOPIC|TITLE|AUTHOR|DATE|CHARACTERS|CAST|SETTING|TIME|PLACE|MEMBERS|PARTICIPANTS)$)', 'i');
const BYLINE = /^(?:(?:written|adapted|created|screenplay|story) )?by\b/i;
const DIRECTION = /[\[(][^\])]{1,300}[\])]/gu;
const MAX_CUE_CHARACTERS = 220;
const MAX_DIRECTION_CHARACTERS = 2_000;
const MIN_CUES = 6;
const MIN_CUED_SHARE = 0.4;
/** In a text with the scene headings of a screenplay, which has more action than a play has directions. */
const MIN_SCREENPLAY_SHARE = 0.15;
const OUTDOORS = /\b(?:desert|place|heath|street|garden|road|heath|field|woods?|bridge|shore|beach|sea|forest|before|outside|camp|square|park|moor|hill|river|island|market|harbour|terrace|courtyard)\b/i;
const TIMES: readonly [RegExp, string][] = [[/\blater\b/i, 'LATER'],
  [/\b(?:evening|dusk|sunset|twilight)\b/i, 'EVENING'],
  [/\b(?:morning|dawn|sunrise)\b/i, 'MORNING'], [/\b(?:afternoon|noon)\b/i, 'AFTERNOON'],
    [/\b(?:night|midnight|lamps?|moon\w*)\b/i, 'NIGHT']];

interface Speech { name: string; paragraph: Paragraph; cue: Span; body: Span }

/**
 * Parses a text that is set out as a play or a transcript: names before speeches, directions in brackets. Null when the
 * text is neither. Speakers are certain. A scene begins at the heading of an act or scene; the direction below it gives
 * the place.
 */
export function parsePlay(text: string, given: readonly Paragraph[]): TextAnalysis | null {
  const all = withPlayFront(text, given);
  const { paragraphs: printed, isScreenplay } = playParagraphs(text, all);
  const paragraphs = printed.map((paragraph) => directionAsNarration(text, paragraph));
  const cued = speechesIn(text, paragraphs);
  const spoken = paragraphs.filter(({ kind }) => kind !== 'caption').length;
  if (cued.length < MIN_CUES || cued.length < spoken * (isScreenplay ? MIN_SCREENPLAY_SHARE : MIN_CUED_SHARE)) return null;
  if (!isScreenplay && !areOfPeople(text, cued) && !all.some(({ start }) => ACT_OR_SCENE.test(text.slice(start, start + 12)))) return null;
  const speeches = underFullCues(cued);
  const counts = new Map<string, number>();
  for (const { name } of speeches) counts.set(name, (counts.get(name) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1).reduce((sum, count) => sum + count, 0);
  if (counts.size < 2 || repeated < speeches.length * 0.6 || areLabels([...counts.keys()])) return null;
  const cast = castOf(counts);
  const title = titleOf(text, all);
  const utterances = utterancesOf(text, speeches, cast);
  const quotes = utterances.flatMap((turn) => turn.quotes.map((quote): Quote =>
    ({ ...quote, speaker: turn.speaker, confidence: 'hard', utterance: turn.index })));
  const bodies = new Map(speeches.map(({ paragraph, body }) => [paragraph.index, body.start]));
  const firstWords = new Map<number, number>();
  for (const { paragraph, quotes: [quote] } of utterances) {
    if (quote && !firstWords.has(paragraph)) firstWords.set(paragraph, quote.start);
  }
  // A speech begins after its cue and its first direction, which are not spoken.
  const played = paragraphs.map(({ index, start, end, kind }): Paragraph => {
    const body = bodies.get(index);
    if (body === undefined) return { index, start, end, kind };
    // A message of pictures only has no words to say.
    return { index, start: firstWords.get(index) ?? start, end, kind: /[\p{L}\p{N}]/u.test(text.slice(body, end)) ? 'body' : 'caption' };
  });
  const passages = [
    ...paragraphs.filter(({ index }) => !bodies.has(index)).map(({ start, end }): Passage => ({ kind: 'narration', text: text.slice(start, end) })),
    ...utterances.flatMap(({ quotes: spans, speaker }) => spans.map(({ start, end }): Passage => ({ kind: 'speech', text: text.slice(start, end), speaker }))),
  ];
  return {
    text, language: detectLanguage(text), form: 'play', title: title !== null && standardHeading(title) !== null ? null : title, paragraphs: played,
    sentences: sentencesOf(text, text, played, quotes), utterances, quotes,
    cast: withFacts([...cast.values()], passages), unheard: [], narrator: null, origin: originOfText(text),
    scenes: scenesOf(text, played, bodies), claims: [],
  };
}

/** Makes narration without brackets of a paragraph that is one direction; other paragraphs are unchanged. */
function directionAsNarration(text: string, paragraph: PlayParagraph): PlayParagraph {
  const length = paragraph.end - paragraph.start;
  if (!/[[(_]/.test(text.charAt(paragraph.start)) || length > MAX_DIRECTION_CHARACTERS) return paragraph;
  const words = text.slice(paragraph.start, paragraph.end);
  const inside = /^[[(_]+\s*([^\])]+?)\s*[\])_]+$/su.exec(words)?.[1];
  if (!inside) return paragraph;
  const start = paragraph.start + words.indexOf(inside);
  return { ...paragraph, start, end: start + inside.length,
    kind: /[.!?]$/.test(inside) && inside.length > 12 ? 'body' : 'caption' };
}

function speechesIn(text: string, paragraphs: readonly PlayParagraph[]): Speech[] {
  const speeches: Speech[] = [];
  let printed = -1;
  for (const paragraph of paragraphs) {
    const last = speeches.at(-1);
    // A speech continues after a note in its middle.
    if (last && paragraph.printed === printed) speeches.push({ ...last, paragraph, body: { start: paragraph.start, end: paragraph.end } });
    else {
      const speech = speechIn(text, paragraph);
      if (speech) speeches.push(speech);
      printed = speech ? paragraph.printed : -1;
    }
  }
  return speeches;
}

const ACT_OR_SCENE = /^(?:ACT|SCENE)\b/iu;

/**
 * True unless most cues stand on lines of their own and name nobody: recipes, songs and reports have such lines, too. A cue names a person by a given name, a
 * title or a noun such as GUARD.
 */
function areOfPeople(text: string, speeches: readonly Speech[]): boolean {
  const alone = speeches.filter(({ cue }) => text.slice(cue.start, cue.end).includes('\n'));
  if (alone.length * 2 < speeches.length) return true;
  const cues = [...new Set(alone.map(({ name }) => name))];
  const named = cues.filter((cue) => cue.toLowerCase().split(/[\s-]+/u).some((word) => isTitle(word) || nounOf(word) !== null || sexOfGivenName(word) !== null));
  return named.length * 2 >= cues.length;
}

const cueNameOf = (name: string): string => name.replace(/\s+/g, ' ').trim().replace(/\./g, '').toUpperCase();

function speechIn(text: string, paragraph: PlayParagraph): Speech | null {
  if (paragraph.cue) {
    const { name, start, end } = paragraph.cue;
    return { name: cueNameOf(name), paragraph, cue: { start, end }, body: { start: Math.max(paragraph.start, end), end: paragraph.end } };
  }
  const words = text.slice(paragraph.start, paragraph.end);
  const stamp = stampLength(words.slice(0, MAX_CUE_CHARACTERS));
  // A cue stands in the first characters, so matching a longer input only wastes time.
  const match = CUE.exec(words.slice(stamp, stamp + MAX_CUE_CHARACTERS));
  const name = (match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim();
  if (!match || name === '' || NO_NAME.test(name) || stamp + match[0].length >= words.length
    || BYLINE.test(words.slice(stamp + match[0].length))) return null;
  const start = paragraph.start + stamp + match[0].length;
  return { name: cueNameOf(name), paragraph, cue: { start: paragraph.start, end: start }, body: { start, end: paragraph.end } };
}

/** Gives each speech under a bare name (`BRAGG`) the cue of the only person with this name and a title that tells no sex (`INSPECTOR BRAGG`). */
function underFullCues(speeches: readonly Speech[]): Speech[] {
  const cues = new Set(speeches.map(({ name }) => name));
  const longer = new Map<string, string[]>();
  for (const cue of cues) {
    for (let at = cue.indexOf(' '); at >= 0; at = cue.indexOf(' ', at + 1)) {
      const bare = cue.slice(at + 1);
      if (cues.has(bare)) longer.set(bare, [...(longer.get(bare) ?? []).slice(0, 1), cue]);
    }
  }
  const full = new Map([...longer].flatMap(([bare, [only, other]]) => {
    const title = only?.slice(0, -bare.length).trim() ?? '';
    return only !== undefined && other === undefined && OPEN_TITLE.test(inTitleCase(title)) && !title.includes(' ') ? [[bare, only] as const] : [];
  }));
  return speeches.map((speech) => ({ ...speech, name: full.get(speech.name) ?? speech.name }));
}

const inTitleCase = (cue: string): string => cue.toLowerCase().replace(/(?:^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase());

function castOf(counts: ReadonlyMap<string, number>): Map<string, Person> {
  const cast = new Map<string, Person>();
  for (const [cue, quoteCount] of counts) {
    const name = inTitleCase(cue);
    const gender = FEMALE_TITLE.test(name) ? 'female' : MALE_TITLE.test(name) ? 'male' : 'neutral';
    cast.set(cue, { id: `p${cast.size}`, cue, name, aliases: [], gender, role: 'person', description: `${name}.`,
      quoteCount });
  }
  return cast;
}

/** The cast, each person with the facts that the directions and speeches state. */
function withFacts(cast: readonly Person[], passages: readonly Passage[]): Person[] {
  const found = identify(cast.map(({ id, name }) => ({ id, names: [name] })), passages);
  return cast.map((person) => ({ ...person, gender: found.get(person.id)?.gender ?? person.gender, ...statedFacts(found.get(person.id)) }));
}

/** One turn for each stretch between directions; its tag is the cue or the direction before it. */
function utterancesOf(text: string, speeches: readonly Speech[], cast: ReadonlyMap<string, Person>): Utterance[] {
  const utterances: Utterance[] = [];
  for (const { name, paragraph, cue, body } of speeches) {
    let tag: Span = cue;
    let at = body.start;
    const push = (end: number): void => {
      const raw = text.slice(at, end);
      const start = at + raw.length - raw.trimStart().length;
      const stop = end - (raw.length - raw.trimEnd().length);
      if (stop <= start || !/[\p{L}\p{N}]/u.test(text.slice(start, stop))) return;
      utterances.push({ index: utterances.length, paragraph: paragraph.index, speaker: cast.get(name)?.id ?? '',
        confidence: 'hard',
        quotes: [{ start, end: stop }], tag, lead: null, tail: null, toldBy: null });
    };
    for (const match of matchesOf(text.slice(body.start, body.end), DIRECTION)) {
      const start = body.start + match.index;
      push(start);
      at = start + match[0].length;
      tag = { start, end: at };
    }
    push(body.end);
  }
  return utterances;
}

function scenesOf(text: string, paragraphs: readonly Paragraph[], cued: ReadonlyMap<number, number>): TextScene[] {
  const starts = paragraphs.filter((paragraph, at) => paragraph.kind === 'body'
    && (at === 0 || paragraphs[at - 1]?.kind === 'heading'));
  const first = paragraphs.find(({ kind }) => kind === 'body');
  if (first && starts[0] !== first) starts.unshift(first);
  const end = paragraphs.at(-1)?.end ?? 0;
  return starts.map((paragraph, index): TextScene => ({
    index, start: paragraph.start, end: starts[index + 1]?.start ?? end, toldBy: null,
    heading: placeInHeading(text, paragraphs[paragraphs.indexOf(paragraph) - 1])
      ?? (cued.has(paragraph.index) ? `INT. ${NEUTRAL_PLACE}` : headingOf(text.slice(paragraph.start, paragraph.end))),
  }));
}

/** The place that a heading itself names: `SCENE I.  A desert place.`, `INT. CABIN - NIGHT`. */
function placeInHeading(text: string, above: Paragraph | undefined): string | null {
  const words = above?.kind === 'heading' ? text.slice(above.start, above.end) : '';
  const heading = standardHeading(words);
  if (heading !== null) return heading;
  const place = /^SCENE\s+[\dIVXLC]+\s*[.:—–-]+\s*(\S.*)$/iu.exec(words)?.[1];
  return place ? headingOf(place) : null;
}

/** The heading that a direction makes: `A street corner at dusk. A ladder…` is `EXT. A STREET CORNER - EVENING`. */
function headingOf(direction: string): string {
  const [place = ''] = direction.replace(/^(?:SCENE|Scene)\b[^—.:]*[—.:]\s*/u, '')
    .split(/[.;:,—]|\b(?:at|in the) (?=(?:dusk|dawn|night|evening|morning|noon))/u);
  const words = place.replace(/[^\p{L}\p{N}’' -]/gu, ' ').replace(/\s+/g, ' ').trim().slice(0, 48).toUpperCase();
  const told = /\b(?:IS|ARE|WAS|ENTERS?|EXIT|EXEUNT|AND OTHERS|THUNDER|FLOURISH|SITS?|STANDS?|COMES?|GOES|THE CURTAIN|DISCOVERED|LEANS?)\b/.test(words);
  if (words === '' || told) return `INT. ${NEUTRAL_PLACE}`;
  const time = TIMES.find(([pattern]) => pattern.test(direction.slice(0, 160)))?.[1];
  return `${OUTDOORS.test(words) ? 'EXT.' : 'INT.'} ${words}${time ? ` - ${time}` : ''}`;
}
