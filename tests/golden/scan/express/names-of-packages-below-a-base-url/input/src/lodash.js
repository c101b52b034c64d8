exports.kebabCase = (name) => `wrong-${name}`;
