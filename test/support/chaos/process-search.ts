import { readFileSync, readdirSync } from 'node:fs';

const textOf = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended meanwhile, or belongs to another user.
    return '';
  }
};

/** The ids and command lines of all processes whose arguments or environment name the folder: a stack on it, with all that it started. */
export function processesNaming(folder: string): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => (textOf(pid, 'cmdline') + textOf(pid, 'environ')).includes(folder))
    .map((pid) => `${pid} ${textOf(pid, 'cmdline').replaceAll('\0', ' ').trim()}`)
    // A zombie has no command line: it has ended, and waits for its parent to notice.
    .filter((line) => /\d+ \S/.test(line));
}
