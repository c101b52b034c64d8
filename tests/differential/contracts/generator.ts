import { Tape } from '../tape.js';
import { HandlerWriter } from './handler.js';
import { ERRORS, HELPERS, SERVICE, wrapper, errorHandler } from './parts.js';
import type { ContractProgram, GeneratedEndpoint } from './program.js';

/** A small Express application whose handlers take values of the request and answer. Choice 0 is always the simplest form. */
export function generateContractProgram(choices: readonly number[]): ContractProgram {
  const tape = new Tape(choices);
  const version = tape.choose(['5', '4'] as const);
  const count = 1 + tape.pick(3);
  const endpoints: GeneratedEndpoint[] = [];
  const handlers: string[] = [];
  const routes: string[] = [];
  const separate = tape.pick(2) === 1;
  const wrapping = tape.pick(4);
  const handling = tape.pick(6);
  for (let index = 1; index <= count; index++) {
    const written = new HandlerWriter(tape, index).write();
    handlers.push(written.before, written.handler);
    const target = separate ? `handlers.${written.name}` : written.name;
    const chain = [
      ...written.middlewares.map((name) => (separate ? `handlers.${name}` : name)),
      written.async ? `wrap(${target})` : target,
    ];
    routes.push(`app.${written.method.toLowerCase()}('${written.path}', ${chain.join(', ')});`);
    endpoints.push({ method: written.method, path: written.path, fields: written.fields });
  }
  const needs = `const { HttpError, Missing, Refused } = require('./errors');\nconst { ok, fail, assertPresent, pickOf, view, label, clean } = require('./helpers');\nconst { store, Depot, later, findLater, lookup, told, parsed } = require('./service');\nconst { z } = require('zod');\nconst Joi = require('joi');\nconst depot = new Depot();\n`;
  const names = [...handlers.join('\n').matchAll(/^(?:async )?function (\w+)/gm)].map((match) => match[1]!);
  const files = new Map<string, string>([
    [
      'package.json',
      JSON.stringify({ name: 'generated', main: 'main.js', dependencies: { express: `^${version}.0.0`, zod: '^4.0.0', joi: '^17.0.0' } }),
    ],
    ['errors.js', ERRORS],
    ['helpers.js', HELPERS],
    ['service.js', SERVICE],
  ]);
  if (separate) files.set('handlers.js', `${needs}${handlers.join('\n')}\nmodule.exports = { ${names.join(', ')} };\n`);
  files.set(
    'main.js',
    `const express = require('express');\n${separate ? `const handlers = require('./handlers');\nconst { HttpError } = require('./errors');\n` : needs}${wrapper(wrapping)}\nconst app = express();\napp.use(express.json());\n${separate ? '' : `${handlers.join('\n')}\n`}${routes.join('\n')}\n${errorHandler(handling)}\napp.listen(process.env.PORT || 3000);\n`,
  );
  return { files, entry: 'main.js', version, format: 'commonjs', endpoints };
}
