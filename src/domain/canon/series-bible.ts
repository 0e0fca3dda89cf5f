/** Text keys of a Series Bible's content: first those of the story, then those that fix how pictures are rendered. */
export const BIBLE_TEXT_KEYS = [
  'logline', 'format', 'genre', 'audience', 'tone', 'premise', 'seasonArc', 'themes', 'visualStyle', 'audioStyle',
  'writingStyle', 'worldRules', 'canonTimeline', 'openQuestions', 'notes',
  'productionMedium', 'characterDesign', 'visualTruths', 'productionDesign', 'colorPalette', 'lightingRules',
  'cameraLanguage', 'locationTruths',
] as const;
export type BibleTextKey = (typeof BIBLE_TEXT_KEYS)[number];

export interface BibleEpisode { id: string; label: string; title: string; summary: string; status: string }

export interface BibleCharacter {
  id: string; name: string; role: string; want: string; wound: string; arc: string; voice: string; relationships: string;
}

export type BibleContent = Partial<Record<BibleTextKey, string>> & { episodes?: BibleEpisode[]; characters?: BibleCharacter[] };

/** An omitted key keeps its value, null clears it. Lists are replaced as a whole; their entries get ids where they have none. */
export type BibleContentPatch = { [K in BibleTextKey]?: string | null } & {
  episodes?: (Partial<BibleEpisode> & { title: string })[] | null;
  characters?: (Partial<BibleCharacter> & { name: string })[] | null;
};

export interface Readiness { ready: boolean; missingFields: string[] }

const PREMISE_KEYS = ['logline', 'genre', 'audience', 'tone', 'premise'] as const;
const VISUAL_KEYS = [
  'productionMedium', 'visualStyle', 'characterDesign', 'visualTruths', 'productionDesign', 'colorPalette', 'lightingRules',
  'cameraLanguage', 'locationTruths',
] as const;
const MOOD_BOARD_KEYS = ['visualStyle', 'colorPalette'] as const;

function readinessFor(content: BibleContent, keys: readonly BibleTextKey[]): Readiness {
  const missingFields = keys.filter((key) => !content[key]?.trim());
  return { ready: missingFields.length === 0, missingFields };
}

/** A production medium of `audio` marks an audio-only project: no character needs pictures. */
export function isAudioOnly(content: BibleContent): boolean {
  return content.productionMedium === 'audio';
}

/** The fields that each later stage still needs. `visuals.required` is false for an audio-only project. */
export function readinessOf(content: BibleContent) {
  return {
    premise: readinessFor(content, PREMISE_KEYS),
    visuals: { required: !isAudioOnly(content), ...readinessFor(content, VISUAL_KEYS) },
    moodBoard: readinessFor(content, MOOD_BOARD_KEYS),
  };
}

/** Gives each entry without an id the lowest unused one (`ep_1`, `ch_1`…), so that equal content gets equal ids. */
function withIds<T extends { id?: string }>(entries: T[], prefix: string): (T & { id: string })[] {
  const taken = new Set(entries.map((entry) => entry.id));
  let next = 1;
  return entries.map((entry) => {
    if (entry.id) return { ...entry, id: entry.id };
    while (taken.has(`${prefix}_${next}`)) next++;
    taken.add(`${prefix}_${next}`);
    return { ...entry, id: `${prefix}_${next}` };
  });
}

/** Applies a patch to the content; `replace` starts from empty content. */
export function applyBiblePatch(current: BibleContent, patch: BibleContentPatch, mode: 'merge' | 'replace'): BibleContent {
  const { episodes, characters, ...texts } = patch;
  const next: Record<string, unknown> = mode === 'replace' ? {} : { ...current };
  for (const [key, value] of Object.entries(texts)) {
    if (value === null) delete next[key];
    else if (value !== undefined) next[key] = value;
  }
  if (episodes === null) delete next.episodes;
  if (characters === null) delete next.characters;
  if (episodes) {
    next.episodes = withIds(episodes, 'ep').map((entry) => ({ label: '', summary: '', status: 'planned', ...entry }));
  }
  if (characters) {
    next.characters = withIds(characters, 'ch').map((entry) => ({
      role: '', want: '', wound: '', arc: '', voice: '', relationships: '', ...entry,
    }));
  }
  return next as BibleContent;
}
