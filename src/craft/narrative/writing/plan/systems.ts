import type { PlanDraft } from '../../model.js';
import type { Screenplay } from '../../../screenplay/model.js';
import type { CanonFacts } from '../staging/canon.js';
import { hashOf } from '../stock/seed.js';

/** What decides the look and the sound of a production. */
export interface SystemsInput {
  seed: string;
  canon: CanonFacts;
  tone: string | null;
  creativeBrief: string | null;
  /** The words of all passages, searched for words of light and place. */
  told: string;
  screenplay: Screenplay | null;
}

interface Look { name: string; words: RegExp; palette: string[] }

const LOOKS: Look[] = [
  { name: 'the light of the sea and its weather',
    words: /\b(?:seas?|ocean|ships?|islands?|shores?|waves?|reefs?|harbours?|sail\w*|storms?|rain)\b/giu,
    palette: ['#12343B', '#2D6A6A', '#8FB9AA', '#F2D096', '#E1654A'] },
  { name: 'lamplight and shadow', words: /\b(?:nights?|dark\w*|lamps?|candles?|lanterns?|moon\w*|shadows?|midnight|cellars?|fire)\b/giu,
    palette: ['#141726', '#33305A', '#8C5A3C', '#E0A458', '#F6E7C8'] },
  { name: 'the daylight of a town', words: /\b(?:streets?|city|houses?|doors?|offices?|rooms?|cabs?|shops?|windows?|square|bank)\b/giu,
    palette: ['#2B2D33', '#5B6472', '#B08B6E', '#D9C7A8', '#A63D2F'] },
  { name: 'the greens and browns of open country',
    words: /\b(?:trees?|gardens?|forests?|fields?|hills?|plants?|leaves|flowers?|valleys?|animals?|birds?)\b/giu,
    palette: ['#23352A', '#4F6B45', '#A3B18A', '#E3D5A8', '#BC6C25'] },
  { name: 'the clear light of a public square', words: /\b(?:nations?|peoples?|freedom|liberty|citizens|government|peace|war|president|world|law)\b/giu,
    palette: ['#1B2A41', '#3E5C76', '#A9BCD0', '#F0EBD8', '#B23A48'] },
  { name: 'the cool light of a laboratory', words: /\b(?:machines?|science|theory|numbers?|experiments?|data|figures?|models?|laborator\w+|time|measure\w*)\b/giu,
    palette: ['#1F2041', '#4B3F72', '#417B8A', '#D8D4F2', '#FFC857'] },
];

/** The look of a production: that of the Series Bible, else one that suits the words of the passages. */
export function visualSystemOf(request: SystemsInput): PlanDraft['visualSystem'] {
  const { canon } = request;
  const look = lookFor(request);
  const style = [
    canon.visualStyle ?? `Cut-paper pictures in flat layers, in ${look.name}, as the text's own words suggest`,
    request.tone ? `tone: ${request.tone}` : null,
    request.creativeBrief ? `brief: ${clip(request.creativeBrief, 240)}` : null,
  ].filter((part) => part !== null).join('; ');
  return {
    style: `${style}.`.replace(/\.\.$/u, '.'),
    palette: canon.palette.length >= 3 ? canon.palette : look.palette,
    typography: 'Fraunces for titles, Atkinson Hyperlegible for captions and text.',
  };
}

function lookFor({ told, seed }: SystemsInput): Look {
  const counted = LOOKS.map((look) => ({ look, count: (told.match(look.words) ?? []).length }));
  const most = Math.max(...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ look }) => look);
  return best[hashOf(`${seed}:look`) % best.length]!;
}

const VOICES_OF_MODE = { documentary: 'one narrator, with a reader for the words of the author',
  podcast: 'two hosts in conversation: one asks, one reads from the source',
    drama: 'a voice for every person of the story' } as const;

/** The voices, the music and the sound effects of a production, in words. */
export function audioSystemOf(request: SystemsInput): PlanDraft['audioSystem'] {
  const { canon, screenplay } = request;
  const voice = screenplay ? VOICES_OF_MODE[screenplay.mode] : 'one narrator';
  return {
    voice: [capital(voice), canon.audioStyle, request.tone ? `tone: ${request.tone}` : null].filter((part) =>
      part !== null)
      .join('; '),
    music: musicDirection(request),
    sfxPolicy: soundDirection(screenplay),
  };
}

/** Where music plays and in which mood. */
export function musicDirection({ canon, tone, screenplay }: SystemsInput): string {
  const mood = tone ?? canon.tone;
  const where = `A phrase before the first words, ${screenplay?.mode === 'drama' ? 'between scenes' : 'between the parts'} and after the last ones`;
  return [where, mood ? `in the tone asked for (${clip(mood, 80)})` : 'quiet, so that every word is understood',
    canon.audioStyle]
    .filter((part) => part !== null).join('; ') + '.';
}

const SOUNDS = new RegExp('\\b(?:bells?|knock(?:ed|ing|s)?|footsteps?|door (?:closed|opened|shut|slammed)|storm|wind|rain|thunder|'
  + 'pistol|revolver|shots?|clink(?:ed|ing)?|crash(?:ed)?|whistle[sd]?|hansom|cab|rattl(?:ed|ing)|laugh(?:ed|ter|ing)?|roar(?:ed|ing)?|'
  + 'cr(?:y|ied)|scream(?:ed|s)?|groan(?:ed)?|breakers|surf|waves|clock|trumpet)\\b', 'giu');

/** The sounds that the script itself mentions. */
export function soundDirection(screenplay: Screenplay | null): string {
  const words = new Set<string>();
  for (const entry of screenplay?.entries ?? []) {
    if (entry.kind === 'scene_heading' || entry.origin === 'stock') continue;
    for (const match of entry.text.match(SOUNDS) ?? []) words.add(match.toLowerCase());
  }
  if (words.size === 0) return 'No effects: the text names no sound.';
  return `Effects are laid into the pauses when they are asked for; the text names ${[...words].slice(0, 8).join(', ')}.`;
}

const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** A text in one line, cut after a whole word when it is longer than `length` characters. */
export function clip(text: string, length: number): string {
  const clean = text.replace(/\s+/gu, ' ').trim();
  if (clean.length <= length) return clean;
  return `${clean.slice(0, length).replace(/\s+\S*$/u, '')}…`;
}
