import { TestEnvironment } from 'jest-environment-node';

/**
 * Jest gives each test file a context of its own. The product is loaded outside of these, as its processes load it: once,
 * built, and at full speed (in such a context each use of a global such as `Math` is a call).
 */
export default class ProductEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadProduct = (url) => import(url);
  }
}
