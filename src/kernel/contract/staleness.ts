import Type from 'typebox';
import { closed, Id, model, nullable, oneOf } from './models.js';

/** Longest list of changed lines in an answer. */
export const MAX_LISTED_LINES = 200;

/** The lanes of cues that an MP3 contains, each with its content as a noun, as in "no music". */
export const MIX_LANE_WORDS = { music: 'music', sfx: 'effects', soundscapes: 'soundscapes' } as const;
export type MixLaneName = keyof typeof MIX_LANE_WORDS;
export const MIX_LANE_NAMES = Object.keys(MIX_LANE_WORDS) as MixLaneName[];

/** For each lane, a key of the sounds that are heard; a silent lane is absent. */
export type LaneKeys = Partial<Record<MixLaneName, string>>;

export const UPDATE_STATUSES = ['queued', 'performing', 'backoff', 'rendering', 'failed'] as const;

/** The differences between a performed read and the material that it was made from. */
export interface Staleness {
  /** Lines of the current script that are new, moved or changed; at most `MAX_LISTED_LINES`. */
  changedLines: number[];
  changedLineCount: number;
  /** Lines of the read that the script no longer has. */
  removedLineCount: number;
  /** Cues whose voice was changed in the cast. */
  voices: string[];
  /** Cues whose direction was changed. */
  directions: string[];
  /** Words that the project pronounces differently now. */
  pronunciations: string[];
  /** The lanes whose sound in the MP3 differs from the current choice. */
  mix: MixLaneName[];
  /** True when the script of the read itself was corrected or replaced, and the change is not recorded yet. */
  corrected: boolean;
  /** The version that the read performs, and the state of its text; null for a read that was not made from a script. */
  scriptUploadId: string | null;
  parseStatus: 'pending' | 'parsing' | 'complete' | 'failed' | null;
  /** The number of finished versions of the script that are newer, and the id of the newest. */
  versionsBehind: number;
  newerScriptUploadId: string | null;
  /** The update in progress; null when there is none. */
  update: { status: (typeof UPDATE_STATUSES)[number]; completed: number; total: number } | null;
}

const Count = Type.Integer({ minimum: 0 });

const ReadStaleness = model('ReadStaleness', 'What has changed since a read was made, and the update that is under way.', closed({
  changedLines: Type.Array(Count, { maxItems: MAX_LISTED_LINES, description: 'Lines of the script as it is now that are new, moved or changed; the first ones' }),
  changedLineCount: Type.Integer({ minimum: 0, description: 'How many there are in all' }),
  removedLineCount: Type.Integer({ minimum: 0, description: 'Lines of the read that the script no longer has' }),
  voices: Type.Array(Type.String(), { description: 'Cues whose voice was changed in the cast' }),
  directions: Type.Array(Type.String(), { description: 'Cues that are directed in another way now' }),
  pronunciations: Type.Array(Type.String(), { description: 'Words that the project says in another way now' }),
  mix: Type.Array(oneOf(MIX_LANE_NAMES), { description: `What was changed since the MP3 was mixed: ${Object.values(MIX_LANE_WORDS).map((words) => `its ${words}`).join(', ')}` }),
  corrected: Type.Boolean({ description: 'The script of the read itself was corrected or replaced, and that revision is not recorded yet' }),
  scriptUploadId: nullable(Id, { description: 'The version that the read performs; null for a read that was not made from a script' }),
  parseStatus: nullable(oneOf(['pending', 'parsing', 'complete', 'failed']), { description: 'Of its text' }),
  versionsBehind: Type.Integer({ minimum: 0, description: 'How many finished versions of the script are newer' }),
  newerScriptUploadId: nullable(Id, { description: 'The newest of them' }),
  update: nullable(closed({ status: oneOf(UPDATE_STATUSES), completed: Count, total: Count }), {
    description: 'The update that is under way, in spoken lines; the old recording plays until it is complete',
  }),
}));

/** The fields of every answer about a performed read. */
export const StaleFields = {
  stale: Type.Boolean({ description: 'The script, its cast, its directions, its pronunciations, its music or its other sounds have changed since the read was made' }),
  staleness: Type.Unsafe<Staleness | null>(nullable(ReadStaleness, { description: 'What differs; null when nothing does' })),
};

export const stalenessFields = (staleness: Staleness | null) => ({ stale: staleness !== null, staleness });

/** True when lines sound different now, which needs a new revision. */
export const hasChangedLines = (staleness: Staleness): boolean => staleness.corrected || differsFromScript(staleness);

/** True when the script, the cast or the pronunciations of a read have changed since its script was written. */
export const differsFromScript = ({ changedLineCount, removedLineCount, voices, directions, pronunciations }: Staleness): boolean =>
  changedLineCount + removedLineCount + voices.length + directions.length + pronunciations.length > 0;

/** True when an update of the read itself brings it up to date; a newer version of the script needs a new read instead. */
export const hasOwnChanges = (staleness: Staleness): boolean => hasChangedLines(staleness) || staleness.mix.length > 0;
