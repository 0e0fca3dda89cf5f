import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest gives each test file a context of its own. The product and its packages are loaded outside of these, as the processes of the product
 * load them: once, built, and at full speed (in such a context each use of a global such as `Math` is a call).
 */
export default class OutsideEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.loadOutside = (specifier) => import(specifier);
  }
}
