const known = {};

exports.add = (name, hook) => (known[name] ??= []).push(hook);
exports.run = async (name) => {
  for (const hook of known[name] ?? []) await hook();
};
