import type { Emit } from '@tool/scanner-sdk';

/** The `emit` of one call, made when the call first emits: most calls into models never do. */
export class CallEmit implements Emit {
  #made: Emit | null = null;
  constructor(private readonly make: () => Emit) {}
  private get emit(): Emit {
    return (this.#made ??= this.make());
  }
  router(...args: Parameters<Emit['router']>): ReturnType<Emit['router']> {
    return this.emit.router(...args);
  }
  configure(...args: Parameters<Emit['configure']>): void {
    this.emit.configure(...args);
  }
  root(...args: Parameters<Emit['root']>): void {
    this.emit.root(...args);
  }
  path(...args: Parameters<Emit['path']>): ReturnType<Emit['path']> {
    return this.emit.path(...args);
  }
  hasHole(...args: Parameters<Emit['hasHole']>): boolean {
    return this.emit.hasHole(...args);
  }
  middleware(...args: Parameters<Emit['middleware']>): ReturnType<Emit['middleware']> {
    return this.emit.middleware(...args);
  }
  handler(...args: Parameters<Emit['handler']>): ReturnType<Emit['handler']> {
    return this.emit.handler(...args);
  }
  use(...args: Parameters<Emit['use']>): void {
    this.emit.use(...args);
  }
  mount(...args: Parameters<Emit['mount']>): void {
    this.emit.mount(...args);
  }
  route(...args: Parameters<Emit['route']>): void {
    this.emit.route(...args);
  }
  opaque(...args: Parameters<Emit['opaque']>): void {
    this.emit.opaque(...args);
  }
  branch(...args: Parameters<Emit['branch']>): void {
    this.emit.branch(...args);
  }
  atEnd(...args: Parameters<NonNullable<Emit['atEnd']>>): void {
    this.emit.atEnd?.(...args);
  }
  report: Emit['report'] = (catalogue, code, args) => this.emit.report(catalogue, code, args);
}
