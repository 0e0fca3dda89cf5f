import type { Services } from '../../services.js';
import type { Subject } from '../subject.js';
import type { Rubric } from './rubric.js';

/** A document of one type that can be judged. */
export interface Coverage<Doc = unknown> {
  /** Names the type in reports and stored rows: permanent. */
  subject: string;
  /** The subject that reports name; default: `subject`. Phases of one subject have it in common. */
  shown?: string;
  rubric: Rubric<Doc>;
  /**
   * The current document with its version, which rises with every change. A report is current while the document is unchanged. Raises an
   * `ApiError` when there is none.
   */
  document(services: Services, subject: Subject): Promise<{ version: number; content: object }>;
  /**
   * What the document is compared with when its report is requested: counts, ids and hashes, stored beside it. A change of that alone makes
   * no report old.
   */
  beside?(services: Services, subject: Subject): Promise<object>;
  /** What the rubric judges, made of what is stored, by the worker: comparisons with whole texts take too long for a request. */
  compared?(services: Services, stored: object): Promise<Doc>;
}

/** Coverages of one subject, of which a call names one. */
export interface PhasedCoverage<Phase extends string = string, Doc = unknown> {
  phases: Readonly<Record<Phase, Coverage<Doc>>>;
  /** The phase of a call that names none. */
  next(services: Services, subject: Subject): Promise<Phase>;
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

/** The subjects of all coverages whose modules this process has loaded. */
export const declaredSubjects = (): string[] => [...declared.keys()];

/** The coverage declared for this type. Throws when there is none. */
export function getCoverage(subject: string): Coverage {
  const coverage = declared.get(subject);
  if (!coverage) throw new Error(`there is no coverage of ${subject}`);
  return coverage;
}
