const express = require('express');
const app = express();
const names = 'Grey Heron;Little Egret;Night Heron'.split(';');
const slug = (text) => text.toLowerCase().replace(/\s+(\w)/g, (_, letter) => '-' + letter).replace(/[^a-z-]/g, '');
const groups = names.reduce((all, name) => { const [, kind] = name.split(' '); return { ...all, [kind]: [...(all[kind] || []), name] }; }, {});
for (const [kind, members] of Object.entries(groups).sort(([left], [right]) => left.localeCompare(right))) {
  const router = express.Router();
  members.forEach((member, index) => router.get(`/${index + 1}/${slug(member)}`, (req, res) => res.end()));
  app.use(`/${kind.toLowerCase()}s`.padEnd(2, '!'), router);
}
const unique = [...new Set(['/u', '/v', '/u'])];
unique.map((path, index, all) => app.post(`${path}/${all.length}`, (req, res) => res.end()));
const camel = 'someLongName'.replace(/([A-Z])/g, '-$1').toLowerCase();
app.put(`/${camel}`, (req, res) => res.end());
app.put(['', 'j', 'k'].join('/'), (req, res) => res.end());
if (unique.some((each) => each === '/u') && !unique.every((each) => each === '/u') && unique.indexOf('/v') === 1 && unique.includes('/v')) app.patch('/logic', (req, res) => res.end());
app.listen(1);
