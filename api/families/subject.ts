import type { TSchema } from 'typebox';
import type { Area } from '../../src/contract/areas.js';
import type { Scope } from '../../src/contract/scopes.js';
import type { ErrorCode } from '../../src/errors/catalogue.js';
import type { Subject } from '../../src/families/subject.js';
import type { Actor } from '../../src/http/operation.js';
import type { Services } from '../../src/services.js';

/** The row behind a path, as families that keep something for it need it. */
export interface SubjectRow { id: string; projectId: string }

/** What a family's operations are about: where they live and how the row behind the path is found. */
export interface SubjectPath<Row extends object = SubjectRow> {
  /** Stored with what belongs to the row, and therefore permanent: `pitch_deck`. */
  type: string;
  /** Starts the ids of operations and the names of schemas: `PitchDeck`. */
  name: string;
  /** In a sentence: `a pitch deck`. */
  words: string;
  area: Area;
  /** `/pitch-decks/{jobId}` */
  base: string;
  params: TSchema;
  notFound: ErrorCode;
  /** Raises `notFound` for missing, deleted and foreign rows alike. */
  load(services: Services, actor: Actor, params: Record<string, string>): Promise<Row>;
}

/** Who may call the two sides of a pair of operations, and whether they take a key. */
export interface Access { scopes: readonly Scope[]; idempotency: 'required' | 'accepted' | 'none' }

export const storedSubject = ({ type }: SubjectPath, { id, projectId }: SubjectRow): Subject => ({ type, id, projectId });

/** `motion-blur` as `MotionBlur`. */
export const pascalCase = (key: string): string => key.replace(/(?:^|[-_/])(\w)/g, (_all, letter: string) => letter.toUpperCase());

/** `motion-blur` as `motionBlur`. */
export function camelCase(key: string): string {
  const name = pascalCase(key);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
