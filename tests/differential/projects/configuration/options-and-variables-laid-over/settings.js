// Three layers, each of which sets a key only when its source has it: the command line over variables over defaults.
const known = [
  { key: 'root', variable: 'WAXWING_ROOT', value: '/waxwing' },
  { key: 'mode', variable: 'WAXWING_MODE', value: 'full' },
  { key: 'extra', variable: 'WAXWING_EXTRA' },
];

exports.read = (argv, env) => {
  const defaults = known.reduce((all, { key, value }) => { if (value !== undefined) all[key] = value; return all; }, {});
  const variables = {};
  for (const { key, variable } of known) if (env[variable]) variables[key] = env[variable];
  const options = known.reduce((all, { key }) => { if (argv[key] != null) all[key] = argv[key]; return all; }, {});
  const all = { ...defaults, ...variables, ...options };
  Object.keys(all).forEach((key) => {
    if (typeof all[key] === 'string' && all[key].trim().toLowerCase() === 'true') all[key] = true;
  });
  return { get: (key) => all[key], has: (key) => all.hasOwnProperty(key) };
};
