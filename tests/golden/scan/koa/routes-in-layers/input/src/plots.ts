export const planted: { path: string; methods: string[]; layers: Function[] }[] = [];

const listed = (value: Function | Function[]): Function[] => (Array.isArray(value) ? value : [value]);

/** Notes the method of a class as a plot. */
export const plot = (path: string, ...methods: string[]) => (target: any, key: string, descriptor: PropertyDescriptor) => {
  planted.push({ path, methods, layers: [counted, ...listed(target[key])] });
  return descriptor;
};

/** Puts a check in front of the method, which becomes a list. */
export const needs = (...fields: string[]) => (target: any, key: string, descriptor: PropertyDescriptor) => {
  async function fieldsThere(ctx: any, next: any) {
    for (const field of fields) if (ctx.request.body[field] === undefined) ctx.throw(400, `${field} is missing`);
    await next();
  }
  target[key] = listed(target[key]);
  target[key].splice(0, 0, fieldsThere);
  return descriptor;
};

async function counted(ctx: any, next: any) {
  ctx.state.visits = 1;
  await next();
}
