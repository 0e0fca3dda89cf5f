// The lists of entities, migrations and kinds of work follow from the files of their folders: globs do not work in a bundle. The build writes them, so a
// new file is listed by itself. Plain JavaScript, because it runs before anything is compiled.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const NOTICE = '// Written by the build from the files of this folder; do not edit.';

/** The sorted paths of the files below a folder, relative to it, with `/`. */
async function below(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)).split(path.sep).join('/')).sort();
}

/** The module that lists the class of each file. `files` has the text of each by its name. Throws for a file without a class. */
export function listOfClasses(files, { comment, name }) {
  const classes = Object.entries(files).map(([file, text]) => {
    const [, found] = /^export class (\w+)/m.exec(text) ?? [];
    if (!found) throw new Error(`${file} exports no class`);
    return { file, found };
  });
  return [
    NOTICE, ...classes.map(({ file, found }) => `import { ${found} } from './${file.replace(/\.ts$/, '.js')}';`), '',
    `/** ${comment} */`, `export const ${name} = [`, ...classes.map(({ found }) => `  ${found},`), '];', '',
  ].join('\n');
}

/** The module that loads files, each of which declares something as it is loaded. */
export const listOfModules = (files) => [NOTICE, ...files.map((file) => `import './${file.replace(/\.ts$/, '.js')}';`), ''].join('\n');

async function textsIn(folder) {
  const files = (await below(folder)).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(path.join(folder, file), 'utf8')])));
}

/** The content of each list, by its path below the root of the project. */
export async function listsOf(root) {
  const kinds = await below(path.join(root, 'src/domain'));
  return {
    'entities/index.ts': listOfClasses(await textsIn(path.join(root, 'entities')), { comment: 'Every table.', name: 'ENTITIES' }),
    'migrations/index.ts': listOfClasses(await textsIn(path.join(root, 'migrations')), { comment: 'The migrations in the order in which they run.', name: 'MIGRATIONS' }),
    'src/domain/kind-files.ts': listOfModules(kinds.filter((file) => file.endsWith('-kind.ts'))),
  };
}

/** Writes the lists that differ. */
export async function writeLists(root) {
  for (const [file, content] of Object.entries(await listsOf(root))) {
    const target = path.join(root, file);
    if (await readFile(target, 'utf8').catch(() => null) !== content) await writeFile(target, content);
  }
}
