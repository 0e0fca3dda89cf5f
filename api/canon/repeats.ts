import { castKey } from '../../src/domain/canon/cast-canon.js';
import { ApiError } from '../../src/kernel/errors/api-error.js';

/** Names must differ after case folding: the folded name is the key of a character or Bible entry. */
export function refuseRepeats(entries: readonly { name: string }[], field: string): void {
  const seen = new Set<string>();
  entries.forEach(({ name }, index) => {
    const key = castKey(name);
    if (seen.has(key)) throw new ApiError('validation_failed', `${field}.${index}.name repeats ${name}`, { field: `${field}.${index}.name` });
    seen.add(key);
  });
}

export function refuseRepeatedIds(entries: readonly { id?: string }[], field: string): void {
  const ids = entries.map(({ id }) => id);
  const index = ids.findIndex((id, at) => id !== undefined && ids.indexOf(id) !== at);
  if (index >= 0) throw new ApiError('validation_failed', `${field}.${index}.id repeats ${ids[index]}`, { field: `${field}.${index}.id` });
}
