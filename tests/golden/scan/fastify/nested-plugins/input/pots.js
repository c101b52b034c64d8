module.exports = async function pots(shelf, { prefix }) {
  for (const size of ['small', 'large']) shelf.get(`/${size}`, async function showPot() { return { prefix }; });
};
