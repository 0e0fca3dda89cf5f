import type { Services } from '../../services.js';
import type { Subject } from '../subject.js';
import type { Rubric } from './rubric.js';

/** A document of one type that can be judged. */
export interface Coverage<Doc = unknown> {
  /** The stored name of the type, also used in reports unless `shown` is set. Permanent. */
  subject: string;
  /** The subject that reports name; default: `subject`. The phases of one subject share this name. */
  shown?: string;
  rubric: Rubric<Doc>;
  /**
   * The current document with its version, which rises with every change. A report is current while the document is unchanged. Raises an
   * `ApiError` when there is none.
   */
  document(services: Services, subject: Subject): Promise<{ version: number; content: object }>;
  /**
   * What the document is compared with, such as counts, ids, names and hashes, stored with it when its report is requested. A change in this alone does not
   * make a report outdated.
   */
  beside?(services: Services, subject: Subject): Promise<object>;
  /** Makes what the rubric judges from what is stored. The worker does this, because comparing whole texts takes too long for a request. */
  compared?(services: Services, stored: object): Promise<Doc>;
}

/** The coverages of one subject, one per phase. A call may name a phase. */
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
