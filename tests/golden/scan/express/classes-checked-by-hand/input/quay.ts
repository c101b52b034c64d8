import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { Allow, IsDefined, IsNotEmpty, validate, validateOrReject, type ValidatorOptions } from 'class-validator';
import express from 'express';

// Validators alone refuse: what has none, or may be anything, need not be there.
class Berth { @IsNotEmpty() ship: string; @IsDefined() length: number; @Allow() note: string; flag: string; }

const quay = express();
quay.use(express.json());
const checked = (options?: ValidatorOptions): express.RequestHandler => async (request, response, next) => {
  const errors = await validate(plainToInstance(Berth, request.body), options);
  if (errors.length > 0) return response.status(400).json({ errors: errors.length });
  next();
};
quay.post('/berths', checked(), (request, response) => response.json({ ship: request.body.ship }));
// What is missing is left alone, but for what is said to be defined.
quay.post('/berths/guess', checked({ skipMissingProperties: true }), (request, response) => response.json({ ship: request.body.ship }));
quay.post('/berths/hurry', async (request, response) => {
  try {
    await validateOrReject(plainToInstance(Berth, request.body), { skipUndefinedProperties: true });
  } catch {
    return response.sendStatus(422);
  }
  response.json({ done: true });
});
quay.listen(8301);
