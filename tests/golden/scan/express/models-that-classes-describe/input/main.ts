import express from 'express';
import { DocumentType, getDiscriminatorModelForClass, getModelForClass, modelOptions, plugin, pre, prop, Ref, ReturnModelType } from '@typegoose/typegoose';
import { TimeStamps, Base } from '@typegoose/typegoose/lib/defaultClasses';

enum Rig { Sloop = 'sloop', Ketch = 'ketch' }
class Anchor { @prop({ required: true }) kilos: number; @prop() chain?: string; }
@modelOptions({ schemaOptions: { _id: false } })
class Berth { @prop() pier: string; }
class Skipper {
  @prop({ required: true, unique: true }) name: string;
  @prop({ select: false }) secret: string;
  static async byName(this: ReturnModelType<typeof Skipper>, name: string) { return this.findOne({ name }); }
  public greet(this: DocumentType<Skipper>) { return { hello: this.name }; }
}
interface Boat extends Base {}
@pre<Boat>('save', function () { this.hull = this.hull.trim(); })
@modelOptions({ schemaOptions: { toJSON: { virtuals: true } }, options: { customName: 'Ship' } })
class Boat extends TimeStamps {
  @prop({ required: true, minlength: 2 }) hull: string;
  @prop({ enum: Rig, default: Rig.Sloop }) rig: Rig;
  @prop({ type: () => [String] }) flags: string[];
  @prop({ type: String, required: true }) colours: string[];
  @prop({ type: () => [Anchor] }) anchors: Anchor[];
  @prop({ _id: false, type: () => Anchor }) main?: Anchor;
  @prop() berth?: Berth;
  @prop({ ref: () => Skipper }) skipper: Ref<Skipper>;
  @prop({ ref: () => Skipper }) crew: Ref<Skipper>[];
  @prop({ required: true }) built: Date;
  @prop() anything: unknown;
  get label() { return `${this.hull} boat`; }
}
const Boats = getModelForClass(Boat);
@modelOptions({ schemaOptions: { collection: 'tugs' } })
class Tug extends Boat { @prop() pull: number; }
const Tugs = getDiscriminatorModelForClass(Boats, Tug);
// A class that nobody describes is no model, whatever it is called.
class Log { entries: string[]; }
const Skippers = getModelForClass(Skipper, { schemaOptions: { versionKey: false } });
const app = express();
app.use(express.json());
app.post('/boats', async (req, res) => { const boat = await Boats.create({ hull: req.body.hull, colours: req.body.colours, built: new Date() }); res.json(boat); });
app.get('/boats', async (req, res) => { res.json(await Boats.find().populate('skipper').lean()); });
app.get('/boats/:id', async (req, res) => { const boat = await Boats.findById(req.params.id).populate('crew'); if (!boat) { res.sendStatus(404); return; } res.json(boat); });
app.get('/skippers/:name', async (req, res) => { const found = await Skippers.byName(req.params.name); if (!found) { res.sendStatus(404); return; } res.json({ found, greeting: found.greet() }); });
app.get('/tugs', async (req, res) => { res.json(await Tugs.find().lean()); });
app.get('/log', (req, res) => { res.json(new Log()); });
app.listen(1);
