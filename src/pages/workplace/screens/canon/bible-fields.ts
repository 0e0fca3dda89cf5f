import type { BibleTextKey } from '../../../../domain/canon/series-bible.js';

export interface BibleField {
  key: BibleTextKey; label: string; hint: string; rows: number;
  /** The allowed values of a field that is chosen from a list. */
  choices?: readonly { value: string; label: string }[];
}

export interface FieldGroup { name: string; title: string; words: string; fields: readonly BibleField[] }

const line = (key: BibleTextKey, label: string, hint: string, rows = 2): BibleField => ({ key, label, hint, rows });

const MEDIUMS = [
  { value: '', label: 'Not decided yet' }, { value: 'audio', label: 'Audio' }, { value: 'film', label: 'Film' }, { value: 'series', label: 'Series' },
];

/** The texts of a Series Bible as people fill them in, in the order in which they are needed. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    name: 'premise', title: 'Premise', words: 'What the story is. Seasons, casting and pictures wait for it.',
    fields: [
      line('logline', 'Logline', 'One sentence: who wants what, and what is in the way'),
      line('premise', 'Premise', 'The situation, the people and what is at stake, in a few sentences', 6),
      line('genre', 'Genre', 'Such as: mystery, popular science'),
      line('audience', 'Audience', 'Who is going to hear or see it'),
      line('tone', 'Tone', 'How it feels; the delivery of the voices follows it'),
      line('format', 'Format', 'Such as: full-cast drama in six parts of 20 minutes'),
    ],
  },
  {
    name: 'story', title: 'World and telling', words: 'What must stay true in every episode.',
    fields: [
      line('themes', 'Themes', 'What it is about underneath'),
      line('seasonArc', 'Season arc', 'Where the season begins and ends', 4),
      line('worldRules', 'Rules of the world', 'What is possible here, and what never happens', 4),
      line('canonTimeline', 'Timeline', 'What happened when', 4),
      line('writingStyle', 'Writing style', 'How it is written'),
      line('audioStyle', 'Sound', 'Music, room and effects'),
      line('openQuestions', 'Open questions', 'What nobody has decided yet', 3),
      line('notes', 'Notes', 'For the people who work on it', 3),
    ],
  },
  {
    name: 'pictures', title: 'How pictures look', words: 'Portraits and frames are drawn once all of these are filled in.',
    fields: [
      { ...line('productionMedium', 'Medium', 'With audio, nobody needs a picture', 1), choices: MEDIUMS },
      line('visualStyle', 'Visual style', 'The manner of the pictures', 3),
      line('characterDesign', 'Characters', 'How people look and dress', 3),
      line('visualTruths', 'Visual truths', 'What every picture must show or avoid', 3),
      line('productionDesign', 'Production design', 'Rooms, furniture, things', 3),
      line('colorPalette', 'Colours', 'With hex codes where they matter: #1F3A5F'),
      line('lightingRules', 'Light', 'Day, lamps, fog, shadows'),
      line('cameraLanguage', 'Camera', 'Distances and movements'),
      line('locationTruths', 'Places', 'What is true of each place', 3),
    ],
  },
];

const LABELS: ReadonlyMap<string, string> = new Map(FIELD_GROUPS.flatMap(({ fields }) => fields.map(({ key, label }) => [key, label.toLowerCase()])));

/** The labels of fields on the page of the Series Bible. */
export const fieldWords = (keys: readonly string[]): string => keys.map((key) => LABELS.get(key) ?? key).join(', ');
