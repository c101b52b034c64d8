const express = require('express');

module.exports = () => {
  const wax = express();
  wax.delete('/wax', (req, res) => res.sendStatus(204));
  wax.listen(7607);
};
