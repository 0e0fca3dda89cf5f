import path from 'node:path';

type Env = Record<string, string | undefined>;

/** The parts of the environment that are needed to find and start other programs; the settings of Proscenium itself are in `Config`. */
export interface ToolEnvironment {
  /** The folders of PATH, in order. */
  searchPath: string[];
  /** A browser for the page tests; null means that PATH decides. */
  chromiumPath: string | null;
}

/** Reads what concerns other programs from an environment. */
export function readToolEnvironment(env: Env = process.env): ToolEnvironment {
  return {
    searchPath: (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean),
    chromiumPath: env.CHROMIUM_PATH?.trim() || null,
  };
}

/** The script of package.json, or the command of npx, that runs this process; null when no package manager does. */
export const packageScript = (env: Env = process.env): string | null => env.npm_lifecycle_script?.trim() || null;

/** The environment of a child process: ours with the given changes; `undefined` removes a variable. */
export function childEnvironment(changes: Env, env: Env = process.env): Env {
  const result: Env = { ...env, ...changes };
  for (const [name, value] of Object.entries(result)) if (value === undefined) delete result[name];
  return result;
}
