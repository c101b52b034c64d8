import type { Value } from '@tool/scanner-sdk';
import { nextSerial } from './values.js';

/** A variable. `lazy` is set on import bindings: the module runs when one of them is first read. */
export class Binding {
  readonly serial = nextSerial();
  lazy: (() => Value) | null = null;
  /** The file that a lazy binding would run; asked by the test whether a callback can register something. */
  lazyFile: string | null = null;
  /** The package that a lazy binding comes from. */
  lazyPackage: string | null = null;
  constructor(
    public value: Value | null,
    readonly name: string | null = null,
  ) {}
}

export class Scope {
  private names: Map<string, Binding> | null = null;
  constructor(
    readonly parent: Scope | null,
    readonly isFunction: boolean,
  ) {}

  declare(name: string, value: Value | null): Binding {
    const binding = new Binding(value, name);
    (this.names ??= new Map()).set(name, binding);
    return binding;
  }

  /** All that is declared here. */
  bindings(): Iterable<Binding> {
    return this.names?.values() ?? [];
  }

  own(name: string): Binding | undefined {
    return this.names?.get(name);
  }

  find(name: string): Binding | null {
    for (let scope: Scope | null = this; scope; scope = scope.parent) {
      const binding = scope.names?.get(name);
      if (binding) return binding;
    }
    return null;
  }
}
