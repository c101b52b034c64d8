module.exports = class SeedList {
  names() {
    return ['poppy', 'aster'];
  }
};
