import express, { Router } from 'express';
import fileUpload from 'express-fileupload';
import multer from 'multer';
import { z } from 'zod';

const picture = z.object({ body: z.object({ title: z.string(), note: z.string().min(10) }) });
const validate = (schema) => (req, res, next) => { try { schema.parse({ body: req.body, file: req.file }); next(); } catch (error) { return res.status(400).send(error.errors); } };
const upload = multer({ storage: multer.memoryStorage() });

const hall = Router();
hall.post('/pictures', upload.single('scan'), validate(picture), (req, res) => { res.status(201).json({ title: req.body.title, size: req.file?.size }); });
hall.post('/albums', upload.array('scans', 3), validate(picture), (req, res) => { res.status(201).json({ scans: req.files.map((file) => file.originalname) }); });

const cellar = Router();
cellar.use(fileUpload());
cellar.post('/casts', async (req, res) => {
  const text = z.object({ title: z.string(), weight: z.coerce.number() }).parse(req.body);
  const mould = req.files?.mould;
  if (Array.isArray(mould)) return res.status(400).json({ error: 'one mould' });
  res.status(201).json({ ...text, mould: mould?.name });
});
const gallery = express();
gallery.use(express.json());
gallery.use('/hall', hall);
gallery.use('/cellar', cellar);
gallery.listen(8087);
