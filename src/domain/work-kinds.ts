import './kind-files.js';
import '../kernel/families/coverage/coverage-kind.js';
import { definedKinds, type WorkKind } from '../kernel/works/kind.js';

/** Every kind of work, by name and in the order of the names, which does not depend on what was loaded first. */
export const WORK_KINDS: ReadonlyMap<string, WorkKind> = new Map([...definedKinds()].sort(([one], [other]) => (one < other ? -1 : 1)));

const FORMER_NAMES = new Map([...WORK_KINDS.values()].flatMap((kind) => (kind.formerly ? [[kind.formerly, kind] as const] : [])));

/** The kind with this name, or with this former name, which an open run may still use. Throws when there is none. */
export function getWorkKind(name: string): WorkKind {
  const kind = WORK_KINDS.get(name) ?? FORMER_NAMES.get(name);
  if (!kind) throw new Error(`there is no kind of work called ${name}`);
  return kind;
}
