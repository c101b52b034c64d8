module.exports = (place, hook) => {
  const [file, name = hook] = place.split(':');
  return require(file)[name];
};
