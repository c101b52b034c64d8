type Constructor<T = unknown> = new (...args: any[]) => T;
class Container {
  private readonly instances = new Map<Constructor, unknown>();
  private readonly dependencies = new Map<Constructor, Constructor[]>();
  bind(type: Constructor, dependencies: Constructor[] = []) { this.dependencies.set(type, dependencies); return this; }
  get<T>(type: Constructor): T {
    if (!this.instances.has(type)) {
      const resolved = (this.dependencies.get(type) ?? []).map((each) => this.get(each));
      this.instances.set(type, new type(...resolved));
    }
    return this.instances.get(type) as T;
  }
}
export const container = new Container();
