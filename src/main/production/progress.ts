import type { Say } from './steps.js';

/**
 * Prints the progress of a production. A terminal shows the latest report of a step in place; other outputs get a line for
 * each report.
 */
export function createProgress(out: NodeJS.WriteStream): (name: string) => Say {
  const startedAt = Date.now();
  const clock = (): string => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`;
  return (name) => {
    out.write(`${clock()}  ${name}\n`);
    let last = '';
    return (line) => {
      if (line === last) return;
      const rewrites = out.isTTY && kindOf(line) !== '' && kindOf(line) === kindOf(last);
      last = line;
      if (rewrites) out.write('\u001b[1A\u001b[2K');
      out.write(`           ${line}\n`);
    };
  };
}

/** Reports that differ only in numbers and states have the same kind and share a line. */
function kindOf(line: string): string {
  return /^(source|plan|job|finalize|line)\b/.exec(line)?.[1] ?? '';
}
