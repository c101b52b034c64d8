/** Routes that are stated in the metadata of a class: those of the base class are among them. */
export const Route = (verb, path) => (method, { name, metadata }) => {
  metadata.routes = [...(metadata.routes ?? []), { verb, path, name }];
};

/** Registers an object of the class as soon as the class is there. */
export const Moored = (app) => (value, context) => {
  context.addInitializer(function () {
    const desk = new this();
    for (const { verb, path, name } of value[Symbol.metadata].routes) app[verb](path, (req, res) => desk[name](req, res));
  });
};

/** The first value of a field with something around it. */
export const Under = (prefix) => (_value, context) => (first) => `${prefix}/${context.name}${first}`;
