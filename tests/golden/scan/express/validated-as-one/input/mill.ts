import express, { type Request, type RequestHandler } from 'express';
import { plainToClass } from 'class-transformer';
import { IsEmail, IsInt, IsOptional, IsString, Length, Max, validate } from 'class-validator';
import { z } from 'zod';

class NewSack { @IsEmail() owner!: string; @Length(2, 12) @IsString() grain!: string; @IsOptional() @IsInt() @Max(90) weight?: number }
class OneSack { @IsString() sack!: string }
class ChangedSack extends OneSack { @IsOptional() @IsString() grain?: string }

const dataOf = (req: Request) => ({ ...req.query, ...req.body, ...req.params });
const checked = (type: new () => object): RequestHandler => (req, res, next) => {
  validate(plainToClass(type, dataOf(req)), { whitelist: true }).then((errors) => (errors.length > 0 ? res.status(400).json({ wrong: errors.map((error) => error.property) }) : next()));
};
const schema = z.object({ sack: z.string().uuid(), sieve: z.enum(['fine', 'coarse']) });
const parsed: RequestHandler = (req, res, next) => { const result = schema.safeParse({ ...req.params, ...req.query }); if (!result.success) return res.status(422).json({ wrong: result.error.issues }); next(); };

const mill = express();
mill.use(express.json());
mill.post('/sacks', checked(NewSack), (req, res) => { res.status(201).json({ grain: req.body.grain }); });
mill.get('/sacks', checked(OneSack), (req, res) => { res.json({ sack: req.query.sack }); });
mill.put('/sacks/:sack', checked(ChangedSack), (req, res) => { res.json({ sack: req.params.sack }); });
mill.get('/sacks/:sack/flour', parsed, (req, res) => { res.json({ fine: req.query.sieve === 'fine' }); });
mill.listen(8084);
