const store = new WeakMap();
const slot = (target, property) => {
  if (!store.has(target)) store.set(target, new Map());
  const map = store.get(target);
  if (!map.has(property)) map.set(property, new Map());
  return map.get(property);
};
Reflect.defineMetadata = (key, value, target, property) => {
  slot(target, property).set(key, value);
};
Reflect.getMetadata = (key, target, property) => {
  for (let at = target; at; at = Object.getPrototypeOf(at)) {
    const found = slot(at, property);
    if (found.has(key)) return found.get(key);
  }
  return undefined;
};
Reflect.getOwnMetadata = (key, target, property) => slot(target, property).get(key);
Reflect.hasMetadata = (key, target, property) => Reflect.getMetadata(key, target, property) !== undefined;
Reflect.metadata = (key, value) => (target, property) => Reflect.defineMetadata(key, value, target, property);
