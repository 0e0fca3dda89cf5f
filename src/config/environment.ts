import { homedir } from 'node:os';
import path from 'node:path';

type Env = Record<string, string | undefined>;

/** What finding and starting other programs needs of the environment; the settings of Proscenium itself are in `Config`. */
export interface ToolEnvironment {
  /** The folders of PATH, in order. */
  searchPath: string[];
  /** A browser for the page tests; null means that PATH decides. */
  chromiumPath: string | null;
  /** Where Python packages come from, as pip would read it. Index URLs may carry credentials: never print them. */
  pip: {
    indexUrl: string | null;
    extraIndexUrls: string[];
    findLinks: string[];
    certificate: string | null;
    /** Files that may hold the same settings, the most important first. */
    configFiles: string[];
  };
}

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter(Boolean);

function pipConfigFiles(env: Env): string[] {
  const home = homedir();
  const places = process.platform === 'win32'
    ? [path.join(env.APPDATA ?? home, 'pip', 'pip.ini'), path.join(env.PROGRAMDATA ?? 'C:\\ProgramData', 'pip', 'pip.ini')]
    : [path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), 'pip', 'pip.conf'),
      path.join(home, '.pip', 'pip.conf'),
      path.join(home, 'Library', 'Application Support', 'pip', 'pip.conf'),
      '/etc/pip.conf'];
  return [
    ...(env.PIP_CONFIG_FILE ? [env.PIP_CONFIG_FILE] : []),
    ...(env.VIRTUAL_ENV ? [path.join(env.VIRTUAL_ENV, 'pip.conf')] : []),
    ...places,
  ];
}

/** Reads what concerns other programs from an environment. */
export function readToolEnvironment(env: Env = process.env): ToolEnvironment {
  return {
    searchPath: (env.PATH ?? env.Path ?? '').split(path.delimiter).filter(Boolean),
    chromiumPath: env.CHROMIUM_PATH?.trim() || null,
    pip: {
      indexUrl: env.PIP_INDEX_URL?.trim() || null,
      extraIndexUrls: words(env.PIP_EXTRA_INDEX_URL),
      findLinks: words(env.PIP_FIND_LINKS),
      certificate: env.PIP_CERT?.trim() || env.SSL_CERT_FILE?.trim() || null,
      configFiles: pipConfigFiles(env),
    },
  };
}

/** The environment of a child process: ours with some values set, and removed where `undefined`. */
export function childEnvironment(changes: Env, env: Env = process.env): Env {
  const result: Env = { ...env, ...changes };
  for (const [name, value] of Object.entries(result)) if (value === undefined) delete result[name];
  return result;
}
