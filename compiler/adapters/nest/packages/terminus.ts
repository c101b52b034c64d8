import type { Shape } from '@tool/ir';
import { openModule, type Call, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { packageClass } from '../class-bases.js';
import { exception } from '../exceptions.js';

/** `@nestjs/terminus`: what a check of several services says, with 503 where one of them is down. */
const MODULE = '@nestjs/terminus';

const SERVICES: Shape = { kind: 'object', open: true };
const RESULT: Shape = {
  kind: 'object',
  properties: [
    { name: 'status', shape: { kind: 'string' }, required: true },
    { name: 'info', shape: SERVICES, required: false },
    { name: 'error', shape: SERVICES, required: false },
    { name: 'details', shape: SERVICES, required: true },
  ],
};

function checked(call: Call): Value {
  const result = call.typed?.(RESULT, 'what a check of services says') ?? call.unknown('what a check of services says');
  call.mayThrow?.(exception(call, 'ServiceUnavailableException', result));
  return call.promise?.(result) ?? result;
}

export const terminusModule: ModuleModel = (realm) =>
  openModule(realm, MODULE, {
    HealthCheckService: packageClass(
      realm,
      realm.unknown('the checks of services', { module: MODULE, path: 'HealthCheckService' }),
      'HealthCheckService',
      { check: checked },
    ),
  });
