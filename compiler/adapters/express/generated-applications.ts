import { openModule, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { createApplication } from './application.js';
import { handedOut } from './handed-out.js';

/** A function of a package that makes an application and registers on it what decorators or descriptions say. The application is known, its routes are not. */
const makesApplication = (realm: Realm, module: string): Transfer => {
  const create = createApplication(realm);
  return (call, emit) => {
    const app = create(call, emit) as Value;
    if (app.kind === 'object') handedOut(call, emit, module, app);
    return app;
  };
};

const generated = (module: string, makers: readonly string[]): ModuleModel => (realm) =>
  openModule(realm, module, Object.fromEntries(makers.map((name) => [name, realm.fn(name, makesApplication(realm, module))])));

export const generatedApplicationModules: Readonly<Record<string, ModuleModel>> = {
  'routing-controllers': generated('routing-controllers', ['createExpressServer']),
};
