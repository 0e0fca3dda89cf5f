import { TestEnvironment } from 'jest-environment-node';

/** Classes of the language whose instances come from outside and are tested by their class. */
const SHARED = { AggregateError, Date, Error, EvalError, Map, RangeError, ReferenceError, Set, SyntaxError, TypeError, URIError, WebAssembly };

/**
 * Jest gives each test file a context of its own. The product and its packages are loaded outside of these, as the processes of the product
 * load them: once, built, and at full speed (in such a context each use of a global such as `Math` is a call).
 */
export default class OutsideEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    Object.assign(this.global, SHARED, { loadOutside: (specifier) => import(specifier) });
  }
}
