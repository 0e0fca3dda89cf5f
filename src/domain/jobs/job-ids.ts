import { createHash } from 'node:crypto';
import { ID_PREFIX } from '../../kernel/db/ids.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Characters of an id's body that encode its time. */
const TIME_LENGTH = 10;
const BODY_LENGTH = 26;

/**
 * Id of the artifact in one line of a job. It depends only on both, so that a repeated create finds the same artifact.
 * Ids sort by the creation time of the job.
 */
export function artifactIdOf(jobId: string, line: number): string {
  const body = jobId.slice(jobId.indexOf('_') + 1);
  const digest = createHash('sha256').update(`${jobId}/${line}`).digest();
  const tail = Array.from(digest.subarray(0, BODY_LENGTH - TIME_LENGTH), (byte) => ALPHABET[byte & 31]).join('');
  return `${ID_PREFIX.artifact}_${body.slice(0, TIME_LENGTH)}${tail}`;
}
