module.exports = (host, inner) => {
  void host;
  return inner;
};
