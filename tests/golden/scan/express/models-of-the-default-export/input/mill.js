const express = require('express');
const { default: mongoose, SchemaTypes } = require('mongoose');

/** Models are made by somebody who knows the words for kinds. */
const KINDS = { text: SchemaTypes.String, count: SchemaTypes.Number, '[text]': [SchemaTypes.String] };
class Models {
  #prefix;
  constructor(prefix) { this.#prefix = prefix; }
  make({ name, members }) {
    for (const [key, kind] of Object.entries(members)) members[key] = { ...kind, type: KINDS[kind.type] };
    return mongoose.model(this.#prefix + name, new mongoose.Schema(members));
  }
}
const Stone = new Models('mill').make({ name: 'Stone', members: { kind: { type: 'text', required: true }, weight: { type: 'count' }, marks: { type: '[text]' } } });

const mill = express();
mill.get('/stones', (req, res, next) => { Stone.find().then((stones) => res.send(stones)).catch(next); });
mill.listen(8087);
