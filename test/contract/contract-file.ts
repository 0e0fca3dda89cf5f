import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ContractRow { method: string; path: string; scopes: string[]; idempotency: 'Y' | 'N' | '?' }

const folder = path.resolve(process.env.PROSCENIUM_CONTRACT ?? '../shared/contract');
const file = path.join(folder, 'operations.tsv');

/** The rows of the contract's operation list; null, said loudly, when it is not there. In CI its absence is an error. */
export function readContract(): ContractRow[] | null {
  if (!existsSync(file)) {
    if (process.env.CI) throw new Error(`the contract is not at ${file}: set PROSCENIUM_CONTRACT`);
    process.stderr.write(`\nNOT CHECKED: the contract is not at ${file}; set PROSCENIUM_CONTRACT to compare the operations with it.\n\n`);
    return null;
  }
  return readFileSync(file, 'utf8').trim().split('\n').slice(1).map((line) => {
    const [, method, route, scopes, idempotency] = line.split('\t') as [string, string, string, string, string];
    return {
      method, path: route, idempotency: idempotency.trim() as ContractRow['idempotency'],
      scopes: scopes === 'none' ? [] : scopes.split(/,| and /).map((scope) => scope.trim()).filter(Boolean),
    };
  });
}
