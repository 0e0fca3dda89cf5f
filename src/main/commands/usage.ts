import type { Setting } from '../../kernel/config/setting-kinds.js';
import { SETTING_GROUPS } from '../../kernel/config/settings.js';

/** Wrong usage of the command line: exit code 2, with a hint and without a stack trace. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Proscenium: source material in, performed and publishable production out.

Usage: proscenium <command> [options]

Run it
  up                            Everything on this machine: database, Temporal, API, pages, workers. Ctrl-C stops all.
  demo [FILE|URL] [--mode M] [--minutes N] [--out DIR] [--keep]
                                Starts everything and makes a table read and its MP3 from a story.
  produce FILE|URL [--mode documentary|podcast|drama] [--minutes N] [--out FILE.mp3|FILE.mp4] [--yes] [--server URL]
                                Makes the MP3 of a file on a running server, with the key in PROSCENIUM_API_KEY; asks before it
                                spends credits, unless --yes. A screenplay (Fountain, Final Draft, PDF) is performed as written.
                                --server is the address of the server, such as https://read.example or http://127.0.0.1:3000/api/v1;
                                without it, the stack that runs on this data folder.
  export-series ID|SLUG DIR [--base-url URL]
                                Writes a published series as a folder for any static host: feed, sound, cover, transcripts.
                                --base-url is where listeners will find the files; else APP_URL, or that of the running stack.
  doctor [--json] [--offline]   Lists what is missing on this machine and how to fix it.
  voices install                Fetches the neural voices, once: 210 MB, with checked hashes; resumes where it stopped.
  voices status [--json]        Says which embedded voices speak, and checks the files of the neural ones.
  music install                 Fetches the instruments of composed music, once: 48 MB, with a checked hash, kept as 15 MB.
  music status [--json]         Says whether they are installed.

Parts, for a setup of several machines (DATABASE_URL, TEMPORAL_ADDRESS and STORAGE_URL name the other servers)
  api                           The API and the pages.
  worker [--queues a,b]         Workers; queues are story, providers, media and pictures (all by default). --list prints what they know.
  migrate                       Brings the database up to date.

Accounts and keys
  keys create [--name N] [--account ID] [--scopes a,b|all] [--expires-in-days N] [--allow-ip A]… [--rate-tier T] [--json]
  keys list [--account ID] [--json]
  keys revoke PREFIX
  accounts create --name N [--credits N] [--json]
  accounts disable ID | enable ID
  credits grant --account ID --amount N [--reference R]

Tools
  recogniser install            Fetches Whisper and a Python environment for it, once: 600 MB on disk; needs python3.
  recogniser status [--json]    Says whether the recogniser is installed.
  hear (--lines FILE | --script FILE | --performance ID) [--voices all|ID,…] [--limit N] [--json]
                                Lets the recogniser hear lines, a script or a performed read: word errors per voice and line.
  inspect FILE [--json]         Shows what the embedded reader finds in a text: people, speeches, claims, scenes.
  voices previews DIR [ID…]     Records the sentence of each embedded voice, as the project ships it.
  pictures [--out DIR] [--film READ [--upright]]
                                Draws contact sheets of places and people into a folder, with a page that shows them; or a page of the
                                shots of a recorded read's film, beside its words.
  docs [--check]                Writes the generated documentation, or checks that it is up to date.

Settings come from the environment: PORT, HOST, APP_URL, DATA_DIR, DATABASE_URL, TEMPORAL_ADDRESS, STORAGE_URL,
PROSCENIUM_BOOTSTRAP_KEY and others: proscenium help settings. A port of 0 takes a free one.
`;

const NAME_WIDTH = 26;

/** All settings with their meaning and default. */
function settingsHelp(): string {
  const groups = Object.entries<Record<string, Setting>>(SETTING_GROUPS).map(([group, settings]) => [group, ...Object.entries(settings).map(
    ([name, { meaning, shown, unit, choices }]) => {
      const kind = unit ?? choices?.join(' | ');
      return `  ${name.padEnd(NAME_WIDTH)}${meaning}. Default: ${shown}${kind ? ` (${kind})` : ''}`;
    })].join('\n'));
  return `Settings, as environment variables:\n\n${groups.join('\n\n').replaceAll('`', '')}\n`;
}

/** The part of the help about one command, or about the settings; the whole help for an unknown one. */
export function helpOf(command: string): string {
  if (command === 'settings') return settingsHelp();
  const lines = HELP.split('\n');
  const own: string[] = [];
  let within = false;
  for (const line of lines) {
    if (/^ {2}\S/.test(line)) within = line.trim().split(/[\s,|]/)[0] === command;
    else if (!/^ {3}/.test(line)) within = false;
    if (within) own.push(line);
  }
  return own.length === 0 ? HELP : `Usage: proscenium <command> [options]\n\n${own.join('\n')}\n\nproscenium --help lists all commands.\n`;
}
