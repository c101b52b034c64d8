module.exports = (api) => {
  api.cache(true);
  const targets = { node: 'current' };
  return {
    presets: [['@babel/preset-env', { targets }]],
    plugins: [['module-resolver', { root: ['./lanes'], alias: { '@north': './lanes/north' } }]],
  };
};
