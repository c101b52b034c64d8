module.exports = {
  giveBack(req, res) {
    res.status(204).end();
  },
};
