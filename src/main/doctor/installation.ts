import { createRequire } from 'node:module';
import { access } from 'node:fs/promises';
import { packagedPrograms } from '../stack/postgres-place.js';
import { missing, ok, reasonOf, warning, type Check, type Examined } from './check.js';

const require = createRequire(import.meta.url);

export function checkNode(version = process.versions.node): Check {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  if (major < 20 || (major === 20 && minor < 19)) {
    return missing('Node', `${version} is too old`, 'Install Node 20.19 or newer (nodejs.org).');
  }
  return ok('Node', version);
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/**
 * Packages with a compiled part for each platform. Loading a package proves that the part for this machine is
 * installed.
 */
const NATIVE_PARTS = [
  { name: 'Temporal SDK', specifier: '@temporalio/core-bridge', base: '@temporalio/worker' },
  { name: 'Picture renderer', specifier: '@resvg/resvg-js', base: null },
];

function checkNativePart({ name, specifier, base }: typeof NATIVE_PARTS[number]): Check {
  try {
    const from = base ? createRequire(require.resolve(base)) : require;
    from(specifier);
    return ok(name, specifier);
  } catch (error) {
    if (isMusl()) {
      return missing(name, 'this Linux uses musl, for which the Temporal SDK is not published',
        'Use a system with glibc, such as Debian, or the Dockerfile.');
    }
    return missing(name, reasonOf(error), 'Run npm install again, without --omit=optional and for this machine.');
  }
}

/** With several copies of this library in one tree, workflow histories cannot be replayed. */
function checkProtobuf(): Check {
  const name = 'One protobufjs';
  const places = new Set<string>();
  for (const base of ['@temporalio/common', '@temporalio/proto', '@temporalio/worker']) {
    try {
      places.add(createRequire(require.resolve(base)).resolve('protobufjs'));
    } catch {
      // The check of the SDK reports a package that is not installed.
    }
  }
  return places.size > 1
    ? warning(name, 'the Temporal packages load different copies; replaying histories fails', 'Run npm ci to install the pinned versions.')
    : ok(name, 'one copy for all Temporal packages');
}

async function checkPostgresPrograms({ config }: Examined): Promise<Check> {
  const name = 'Embedded Postgres';
  if (config.databaseUrl) return ok(name, 'not needed: DATABASE_URL is set');
  try {
    const { postgres } = await packagedPrograms();
    await access(postgres);
    return ok(name, 'installed');
  } catch (error) {
    return missing(name, reasonOf(error), 'Run npm install without --omit=optional, or set DATABASE_URL.');
  }
}

/** Checks Node, and the packages that `npm install` adds. */
export async function checkInstallation(examined: Examined): Promise<Check[]> {
  return [checkNode(), ...NATIVE_PARTS.map(checkNativePart), checkProtobuf(), await checkPostgresPrograms(examined)];
}
