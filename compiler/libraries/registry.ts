import type { LibraryModel } from '@tool/scanner-sdk';
import { aiLibrary } from './ai.js';
import { apiProblemLibrary } from './api-problem.js';
import { awilixLibrary } from './awilix.js';
import { asyncLibrary } from './async.js';
import { bootSequencesLibrary } from './boot-sequences.js';
import { classTransformerLibrary } from './class-transformer.js';
import { commandLineLibrary } from './command-line/parsers.js';
import { convictLibrary } from './convict.js';
import { coroutinesLibrary } from './coroutines.js';
import { desmLibrary } from './files/desm.js';
import { dotenvLibrary } from './dotenv.js';
import { envSchemaLibrary } from './env-schema.js';
import { envVarLibrary } from './env-var.js';
import { envalidLibrary } from './envalid.js';
import { fileSystemsLibrary } from './files/file-systems.js';
import { folderLoadersLibrary } from './files/folder-loaders.js';
import { functionWrappersLibrary } from './function-wrappers.js';
import { globLibrary } from './files/glob.js';
import { httpErrorsLibrary } from './http-errors.js';
import { httpStatusLibrary } from './http-status.js';
import { injectionLibrary } from './injection.js';
import { formidableLibrary } from './formidable.js';
import { keyCaseLibrary } from './key-case.js';
import { lodashLibrary } from './lodash/index.js';
import { mergeLibrary } from './merge.js';
import { nconfLibrary } from './nconf.js';
import { neverthrowLibrary } from './neverthrow.js';
import { nodeConfigLibrary } from './node-config.js';
import { passportLibrary } from './passport.js';
import { pipesLibrary } from './pipes.js';
import { promisesLibrary } from './promises.js';
import { qLibrary } from './q.js';
import { packageResults } from './package-results.js';
import { mikroOrmLibrary } from './databases/mikro-orm.js';
import { mongodbLibrary } from './databases/mongodb.js';
import { objectionLibrary } from './databases/objection.js';
import { mongooseLibrary } from './databases/mongoose.js';
import { drizzleLibrary } from './databases/drizzle.js';
import { workersLibrary } from './databases/d1.js';
import { drizzleTypeboxLibrary } from './databases/drizzle-typebox.js';
import { drizzleZodLibrary } from './databases/drizzle-zod.js';
import { knexLibrary } from './databases/knex.js';
import { kyselyLibrary } from './databases/kysely.js';
import { sqlDriversLibrary } from './databases/sql-drivers.js';
import { clerkLibrary } from './clerk.js';
import { responseEventsLibrary } from './response-events.js';
import { sessionsLibrary } from './sessions.js';
import { sequelizeLibrary } from './databases/sequelize.js';
import { tsRestLibrary } from './ts-rest.js';
import { sqlTemplatesLibrary } from './databases/sql-templates.js';
import { typegooseLibrary } from './databases/typegoose.js';
import { typeormLibrary } from './databases/typeorm.js';
import { prisma } from './databases/prisma.js';
import { ramdaLibrary } from './ramda.js';
import { rootFoldersLibrary } from './files/root-folders.js';
import { stokerLibrary } from './stoker.js';
import { inflectionLibrary } from './inflection.js';
import { textAndListsLibrary } from './text-and-lists.js';
import { validatorLibraries } from './validators/index.js';
import { yamlLibrary } from './yaml.js';

/** Every model. A module belongs to one of them: `tests/evaluator/libraries.test.ts` fails on a second owner. */
export const libraries: readonly LibraryModel[] = [
  aiLibrary,
  apiProblemLibrary,
  asyncLibrary,
  awilixLibrary,
  bootSequencesLibrary,
  classTransformerLibrary,
  commandLineLibrary,
  convictLibrary,
  coroutinesLibrary,
  desmLibrary,
  dotenvLibrary,
  drizzleLibrary,
  drizzleTypeboxLibrary,
  workersLibrary,
  drizzleZodLibrary,
  envSchemaLibrary,
  envVarLibrary,
  envalidLibrary,
  fileSystemsLibrary,
  folderLoadersLibrary,
  formidableLibrary,
  functionWrappersLibrary,
  globLibrary,
  httpErrorsLibrary,
  httpStatusLibrary,
  injectionLibrary,
  keyCaseLibrary,
  knexLibrary,
  kyselyLibrary,
  lodashLibrary,
  mergeLibrary,
  mikroOrmLibrary,
  mongodbLibrary,
  mongooseLibrary,
  nconfLibrary,
  neverthrowLibrary,
  nodeConfigLibrary,
  objectionLibrary,
  packageResults,
  passportLibrary,
  pipesLibrary,
  prisma,
  promisesLibrary,
  qLibrary,
  ramdaLibrary,
  rootFoldersLibrary,
  sequelizeLibrary,
  clerkLibrary,
  responseEventsLibrary,
  sessionsLibrary,
  sqlDriversLibrary,
  stokerLibrary,
  inflectionLibrary,
  textAndListsLibrary,
  tsRestLibrary,
  sqlTemplatesLibrary,
  typegooseLibrary,
  typeormLibrary,
  ...validatorLibraries,
  yamlLibrary,
];
