import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';
import { measureFile } from './processor-time.mjs';

/** Built-in classes that tests and the code outside their context must share, because tests check the class of values that come from outside. */
const SHARED = { AggregateError, Date, Error, EvalError, Map, RangeError, ReferenceError, Set, SyntaxError, TypeError, URIError, WebAssembly };

const require = createRequire(import.meta.url);
/** The loaded modules, by specifier. */
const required = new Map();

/** The namespace that an ES import of a CommonJS module gives: its exports, and all of them together as the default. */
const namespaceOf = (exports) => ({ ...exports, default: exports, __esModule: true });

function load(specifier) {
  const isPath = specifier.startsWith('/');
  const loaded = require(isPath ? specifier : fileURLToPath(import.meta.resolve(specifier)));
  return loaded?.[Symbol.toStringTag] === 'Module' ? loaded : namespaceOf(loaded);
}

/** What an import of a package, or of the file at an absolute path, gives. */
function requireOutside(specifier) {
  if (!required.has(specifier)) required.set(specifier, load(specifier));
  return required.get(specifier);
}

/**
 * Jest gives each test file a context of its own. The product and its packages are loaded outside of these, as the processes of the product
 * load them: once, built, and at full speed (in such a context each use of a global such as `Math` is a call).
 */
export default class OutsideEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { requireOutside, loadOutside: (specifier) => import(specifier) });
    this.measured = measureFile(context.testPath);
  }

  async teardown() {
    await super.teardown();
    this.measured();
  }
}
