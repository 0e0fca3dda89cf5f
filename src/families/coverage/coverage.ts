import type { Services } from '../../services.js';
import type { Subject } from '../subject.js';
import type { Rubric } from './rubric.js';

/** A document of one type that can be judged. */
export interface Coverage<Doc = unknown> {
  /** Names the type in reports and stored rows: permanent. */
  subject: string;
  rubric: Rubric<Doc>;
  /** The current document with its version, which rises with every change. Raises an `ApiError` when there is none. */
  document(services: Services, subject: Subject): Promise<{ version: number; content: Doc }>;
}

const declared = new Map<string, Coverage>();

/**
 * Declares how documents of a type are judged. Workers find the declaration by its subject. Throws when it is declared
 * twice.
 */
export function defineCoverage<Doc>(coverage: Coverage<Doc>): Coverage<Doc> {
  if (declared.has(coverage.subject)) throw new Error(`coverage of ${coverage.subject} is declared twice`);
  declared.set(coverage.subject, coverage as unknown as Coverage);
  return coverage;
}

/** The coverage declared for this type. Throws when there is none. */
export function getCoverage(subject: string): Coverage {
  const coverage = declared.get(subject);
  if (!coverage) throw new Error(`there is no coverage of ${subject}`);
  return coverage;
}
