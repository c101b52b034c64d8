import express from 'express';

const app = express();

// Reactions that are queued already run before a file has been read, however many follow one another.
Promise.resolve(app)
  .then((quay) => quay)
  .then((quay) => quay)
  .then((quay) => {
    quay.use(function moored(req, res, next) {
      next();
    });
  });

app.use('/boats', (await import('./boats.js')).default);

// Who waits for nothing goes on before.
import('./crews.js').then(({ default: crews }) => app.use('/crews', crews));
app.use(function onDuty(req, res, next) {
  next();
});
app.get('/quay', (req, res) => res.json({}));

app.listen(3000);
