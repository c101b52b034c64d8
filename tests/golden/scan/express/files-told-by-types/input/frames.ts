import express, { type Request, type Response, type NextFunction } from 'express';
import multer from 'multer';
import Joi from 'joi';

interface Frame {
  width: number;
  picture?: string;
}
const frames = express();
const upload = multer({ dest: 'pictures' });

const keep = async (frame: Frame, file?: { filename: string }): Promise<Frame> => {
  if (file) frame.picture = file.filename;
  return frame;
};
// The type says what is stored: the name of the file.
frames.post('/frames', upload.single('picture'), async (req: Request, res: Response) => {
  res.status(201).json(await keep(req.body, req.file));
});

const shape = Joi.object({ width: Joi.number().required(), picture: Joi.object({ size: Joi.number() }) });
// A validator is given something in its place.
const checked = (req: Request, res: Response, next: NextFunction) => {
  if (req.file) req.body.picture = { size: req.file.size };
  const { error } = shape.validate(req.body);
  if (error) return res.status(400).json({ why: error.message });
  next();
};
frames.put('/frames', upload.single('picture'), checked, (req: Request, res: Response) => { res.json({ width: req.body.width }); });
frames.listen(8088);
