// A schema's own `toJSON` stands in place of Mongoose's: what it leaves out or renames is not what the model holds.
import express from 'express';
import mongoose from 'mongoose';

const { Schema, model } = mongoose;

const keeperSchema = new Schema({ badge: { type: String, required: true }, secret: String }, { timestamps: true });
keeperSchema.methods.toJSON = function () {
  const { __v, secret, _id, ...rest } = this.toObject();
  rest.keeperId = _id;
  return rest;
};
const Keeper = model('Keeper', keeperSchema);

// Stated by `method`, of the record that Mongoose would have written.
const houndSchema = new Schema({ call: String, chip: Number, keeper: { type: Schema.Types.ObjectId, ref: 'Keeper' } });
houndSchema.method('toJSON', function () {
  const hound = this.toObject();
  delete hound.chip;
  return hound;
});
const Hound = model('Hound', houndSchema);

// Its own `toObject` counts where the program asks for it, and not in answers.
const bowlSchema = new Schema({ litres: Number, maker: String }, { versionKey: false });
bowlSchema.methods.toObject = function () {
  return { size: this.litres };
};
const Bowl = model('Bowl', bowlSchema);

// In front of what the schema has had before, else of Mongoose's own.
const tidied = (schema) => {
  const before = schema.methods.toJSON || mongoose.Document.prototype.toJSON;
  schema.set('toJSON', { virtuals: true });
  schema.methods.toJSON = function (...given) {
    const written = before.apply(this, given);
    delete written._id;
    return written;
  };
};
const leashSchema = new Schema({ metres: Number }, { versionKey: false });
leashSchema.plugin(tidied);
const Leash = model('Leash', leashSchema);

const yard = express();
yard.use(express.json());

yard.post('/keepers', async (req, res) => res.status(201).json(await Keeper.create({ badge: req.body.badge, secret: req.body.secret })));
yard.get('/keepers', async (req, res) => res.json({ keepers: await Keeper.find() }));
yard.get('/hounds/:id', async (req, res) => {
  const hound = await Hound.findById(req.params.id).populate('keeper');
  if (!hound) return res.sendStatus(404);
  res.json(hound);
});
yard.get('/hounds/:id/bare', async (req, res) => res.json(await Hound.findById(req.params.id).lean()));
yard.get('/bowls', async (req, res) => res.json(await Bowl.find()));
yard.get('/bowls/:id', async (req, res) => {
  const bowl = await Bowl.findById(req.params.id);
  res.json(bowl ? bowl.toObject() : null);
});
yard.get('/leashes', async (req, res) => {
  const [leashes, count] = await Promise.all([Leash.find(), Leash.where({ metres: 3 }).countDocuments()]);
  res.json({ leashes, count });
});

yard.listen(7007);
