import type { LibraryModel } from '@tool/scanner-sdk';
import { ajvLibrary } from './ajv.js';
import { celebrateLibrary } from './celebrate.js';
import { classValidatorLibrary } from './class-validator.js';
import { expressJoiValidationLibrary } from './express-joi-validation.js';
import { expressValidationLibrary } from './express-validation.js';
import { expressValidatorLibrary } from './express-validator.js';
import { fastestValidatorLibrary } from './fastest-validator.js';
import { fluentJsonSchemaLibrary } from './fluent-json-schema.js';
import { joiLibrary } from './joi.js';
import { jsonschemaLibrary } from './jsonschema.js';
import { koaValidateLibrary } from './koa-validate.js';
import { ruleTextsLibrary } from './rule-texts.js';
import { superstructLibrary } from './superstruct.js';
import { typeboxLibrary } from './typebox.js';
import { valibotLibrary } from './valibot.js';
import { validatorLibrary } from './validator.js';
import { yupLibrary } from './yup.js';
import { zodJsonSchemaLibrary } from './zod-json-schema.js';
import { zodMiddlewaresLibrary } from './zod-middlewares.js';
import { zodLibrary } from './zod.js';

/** Libraries whose schemas say what a request must look like. */
export const validatorLibraries: readonly LibraryModel[] = [
  ajvLibrary,
  celebrateLibrary,
  classValidatorLibrary,
  expressJoiValidationLibrary,
  expressValidationLibrary,
  expressValidatorLibrary,
  fastestValidatorLibrary,
  fluentJsonSchemaLibrary,
  joiLibrary,
  jsonschemaLibrary,
  koaValidateLibrary,
  ruleTextsLibrary,
  superstructLibrary,
  typeboxLibrary,
  valibotLibrary,
  validatorLibrary,
  yupLibrary,
  zodJsonSchemaLibrary,
  zodMiddlewaresLibrary,
  zodLibrary,
];
