const slug = (name) => `of-${name}`;

if (typeof exports === 'object' && exports === this) {
  module.exports = slug;
}
