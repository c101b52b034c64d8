import { TestEnvironment } from 'jest-environment-node';
import vm from 'node:vm';

/**
 * jest's environment for Node with a global object as V8 makes it. Its own one stands behind a proxy and behind the interceptors of `vm`, which every
 * `Map` and `Array` in a test and in what it tests goes through: a tenth of the time of the tests that scan.
 */
export default class PlainEnvironment extends TestEnvironment {
  constructor(...given: ConstructorParameters<typeof TestEnvironment>) {
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY as never);
    try {
      super(...given);
    } finally {
      vm.createContext = createContext;
    }
  }
}
