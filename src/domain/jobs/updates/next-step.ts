import type { NextStep } from '../../../kernel/contract/next-step.js';
import { quoteRead } from '../../scripts/next-step.js';
import { hasChangedLines, hasOwnChanges, MIX_LANE_WORDS, type Staleness } from '../../../kernel/contract/staleness.js';

const POLL_MS = 2_000;
const PARSE_POLL_MS = 1_000;

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What differs, in words: `2 changed lines, the voice of ADA`. */
export function wordsOfStaleness(staleness: Staleness): string {
  const { changedLineCount, removedLineCount, voices, directions, pronunciations, mix, corrected, versionsBehind } = staleness;
  return [
    changedLineCount > 0 && counted(changedLineCount, 'changed line'),
    removedLineCount > 0 && counted(removedLineCount, 'removed line'),
    voices.length > 0 && `the voice${voices.length === 1 ? '' : 's'} of ${voices.join(', ')}`,
    directions.length > 0 && `how ${directions.join(', ')} ${directions.length === 1 ? 'is' : 'are'} played`,
    pronunciations.length > 0 && `how ${pronunciations.join(', ')} ${pronunciations.length === 1 ? 'is' : 'are'} said`,
    ...mix.map((lane) => `the ${MIX_LANE_WORDS[lane]}`),
    corrected && 'the corrected script',
    versionsBehind > 0 && counted(versionsBehind, 'newer version'),
  ].filter(Boolean).join(', ');
}

export const isUpdating = ({ update }: Staleness): boolean => update !== null && update.status !== 'failed';

/**
 * The next step for a read that no update can bring up to date: its script has a newer version, or the script's new text is not parsed yet or could not be
 * parsed.
 */
export function nextOfOlder({ scriptUploadId, parseStatus, newerScriptUploadId }: Staleness): NextStep {
  if (newerScriptUploadId) {
    return quoteRead(newerScriptUploadId, 'Quotes the read of the newer version of the script, with the suggested voice for everybody who has none.');
  }
  const path = `/scripts/${scriptUploadId}`;
  return parseStatus === 'failed'
    ? { method: 'GET', path, why: 'Its new text could not be read; `parseFailure` says where. The read plays the old text.' }
    : { method: 'GET', path, afterMs: PARSE_POLL_MS, why: 'Its new text is being read.' };
}

/** The call that brings a stale read up to date, or shows how far that is. */
export function nextOfStale(artifactId: string, staleness: Staleness): NextStep {
  if (isUpdating(staleness) && hasOwnChanges(staleness)) {
    return { method: 'GET', path: `/artifacts/${artifactId}`, afterMs: POLL_MS, why: `${hasChangedLines(staleness) ? 'The changes are being spoken' : 'The MP3 is being mixed'}; the old recording plays until then.` };
  }
  if (hasOwnChanges(staleness)) {
    return {
      method: 'POST', path: `/artifacts/${artifactId}/update-recording`, body: {},
      why: `${hasChangedLines(staleness) ? 'Speaks what changed' : 'Mixes the MP3 again'}, free of charge: ${wordsOfStaleness({ ...staleness, versionsBehind: 0 })}.`,
    };
  }
  return nextOfOlder(staleness);
}
