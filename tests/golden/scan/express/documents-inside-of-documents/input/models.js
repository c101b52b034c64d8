const { Schema, model } = require('mongoose');

const { ObjectId } = Schema.Types;
exports.Town = model('Town', new Schema({ name: { type: String, required: true } }, { versionKey: false }));
exports.Grower = model(
  'Grower',
  new Schema({ name: { type: String, required: true }, town: { type: ObjectId, ref: 'Town', required: true } }, { versionKey: false }),
);
exports.Fruit = model(
  'Fruit',
  new Schema(
    { sort: { type: String, required: true }, price: { type: Number, required: true }, grower: { type: ObjectId, ref: 'Grower', required: true } },
    { versionKey: false },
  ),
);
// References in records of a list, in a record, in a schema of its own, and in a list of that.
const line = new Schema({ fruit: { type: ObjectId, ref: 'Fruit', required: true }, grams: { type: Number, required: true } }, { _id: false });
exports.Basket = model(
  'Basket',
  new Schema(
    {
      things: [{ fruit: { type: ObjectId, ref: 'Fruit', required: true }, count: { type: Number, required: true }, _id: false }],
      lines: [line],
      packed: { by: { type: ObjectId, ref: 'Grower', required: true }, at: { type: Date, required: true } },
      stranger: { of: { type: ObjectId, ref: 'Nobody', required: true } },
    },
    { versionKey: false },
  ),
);
// What queries leave out unless they ask for it, and documents without the member `id`.
exports.Seller = model('Seller', new Schema({ name: { type: String, required: true }, pin: { type: String, required: true, select: false } }, { versionKey: false }));
exports.Stall = model(
  'Stall',
  new Schema({ place: { type: String, required: true }, seller: { type: ObjectId, ref: 'Seller', required: true } }, { versionKey: false, id: false, toJSON: { virtuals: true } }),
);
// A document in one of its own kind.
exports.Crate = model('Crate', new Schema({ label: { type: String, required: true }, inside: { type: ObjectId, ref: 'Crate', required: true } }, { versionKey: false }));
