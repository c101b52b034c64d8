const express = require('express');
const i18n = require('i18n');
const i18next = require('i18next');
const languages = require('i18next-http-middleware');

i18next.use(languages.LanguageDetector).init({ fallbackLng: 'en', preload: ['en', 'fi'] });
i18n.configure({ locales: ['en', 'fi'], directory: `${__dirname}/words` });

const app = express();
app.use(languages.handle(i18next));
app.use(i18n.init);

app.get('/phrases/:key', (req, res) => {
  if (req.params.key === 'none') return res.status(404).json({ message: res.__('No such phrase: %s', req.params.key) });
  res.json({ phrase: req.t(req.params.key), few: req.__n('%s words', 3) });
});
app.get('/greeting', (req, res) => {
  const { t } = req;
  res.json({ text: t('greeting', { name: req.query.name }), all: [i18next.t('hello'), i18n.__('hello')] });
});
app.get('/failing', () => {
  throw new Error('failing');
});
// What nobody has put on the request is not known.
app.get('/spoken', (req, res) => res.json({ spoken: req.speak('hello') }));

app.use((error, req, res, _next) => res.status(500).json({ message: req.t(error.message) }));
app.listen(3000);
