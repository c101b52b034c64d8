const { app } = require('../../cloister');
app.get('/wings/east', function (req, res) {
  res.json({ wing: 'east' });
});
