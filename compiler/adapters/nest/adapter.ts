import { databaseModules } from './databases.js';
import { operatorsModule } from './streams.js';
import { defineAdapter, defineHostType, openModule, type ModuleModel, type Realm, type Value } from '@tool/scanner-sdk';
import { apiProperties } from './api-property.js';
import { apiResponses } from './api-responses.js';
import { factory, platformConstructor, requestMethods } from './application.js';
import { configModule } from './configuration.js';
import { configurableModule } from './configurable-module.js';
import { VERSION_NEUTRAL, decorators, silent } from './decorators.js';
import { nestDiagnostics } from './diagnostics.js';
import { exceptions } from './exceptions.js';
import { REQUEST } from './exchange.js';
import { filePipes } from './file-pipes.js';
import { baseFilter } from './filters.js';
import { validationPipe } from './pipes.js';
import { reflector } from './reflector.js';
import { clsModule } from './package-modules.js';
import { cqrsModule } from './cqrs.js';
import { crudModules } from './packages/crud.js';
import { graphqlModule } from './graphql.js';
import { HTTP_STATUS } from './http-status.js';
import { routerModule } from './router-module.js';
import { passportModule } from './passport.js';
import { betterAuthModule, keycloakModule } from './package-guards.js';
import { paginateModule } from './packages/nestjs-paginate.js';
import { terminusModule } from './packages/terminus.js';
import { tsRestModule } from './packages/ts-rest.js';
import { KEYS } from './store.js';
import { throttlerModule } from './throttler.js';
import { zodModule } from './zod.js';

/** `forwardRef(() => X)`: the record that the framework makes of it. */
const forwardRef = (realm: Realm): Value =>
  realm.fn('forwardRef', (call) => call.record({ forwardRef: call.args[0] ?? call.const(undefined) }));

const common: ModuleModel = (realm) =>
  openModule(realm, '@nestjs/common', {
    ...decorators(realm),
    ...exceptions(realm),
    forwardRef: forwardRef(realm),
    ...filePipes(realm),
    ValidationPipe: validationPipe(realm),
    ConfigurableModuleBuilder: configurableModule(realm),
    // It names the class that it is given, and that is all.
    mixin: realm.fn('mixin', (call) => call.args[0]),
    RequestMethod: requestMethods(realm),
    HttpStatus: realm.record(Object.fromEntries(Object.entries(HTTP_STATUS).map(([name, status]) => [name, realm.const(status)]))),
    VersioningType: realm.record(
      Object.fromEntries(['URI', 'HEADER', 'MEDIA_TYPE', 'CUSTOM'].map((name, index) => [name, realm.const(index)])),
    ),
    VERSION_NEUTRAL: realm.const(VERSION_NEUTRAL),
    Scope: realm.record({ DEFAULT: realm.const(0), TRANSIENT: realm.const(1), REQUEST: realm.const(2) }),
  });

const core: ModuleModel = (realm) =>
  openModule(realm, '@nestjs/core', {
    NestFactory: factory(realm),
    REQUEST: realm.const(REQUEST),
    Reflector: reflector(realm),
    RouterModule: routerModule(realm),
    BaseExceptionFilter: baseFilter(realm),
    HttpAdapterHost: realm.fn('HttpAdapterHost', (call) =>
      call.unknown('the server adapter', { module: '@nestjs/core', path: 'HttpAdapterHost' }),
    ),
    ModuleRef: realm.fn('ModuleRef', (call) => call.unknown('the providers of a module', { module: '@nestjs/core', path: 'ModuleRef' })),
    ...Object.fromEntries(['APP_GUARD', 'APP_INTERCEPTOR', 'APP_PIPE', 'APP_FILTER'].map((name) => [name, realm.const(name)])),
  });

/** Its decorators describe contracts; none of them changes what is served. */
const swaggerType = defineHostType<null>({
  name: 'swagger',
  methods: {},
  missing: (call, key) =>
    /^Api[A-Z]/.test(key)
      ? silent(call, key)
      : ['default', '__esModule', 'then', 'module.exports', 'constructor', 'prototype'].includes(key)
        ? undefined
        : call.unknown(`${key} of @nestjs/swagger`, { module: '@nestjs/swagger', path: key }),
});
const swagger: ModuleModel = (realm) =>
  realm.host(swaggerType, null, {
    ...apiProperties(realm),
    ...apiResponses(realm),
    // The pages of the documentation are the package's own.
    SwaggerModule: realm.record({
      createDocument: realm.fn('createDocument', (call) => call.unknown('a document')),
      setup: realm.fn('setup', () => undefined),
      loadPluginMetadata: realm.fn('loadPluginMetadata', () => undefined),
    }),
  });

/** The keys of metadata, as the framework exports them for programs that write metadata themselves. */
const constants: ModuleModel = (realm) =>
  openModule(
    realm,
    '@nestjs/common/constants',
    Object.fromEntries(
      Object.entries({
        PATH_METADATA: KEYS.path,
        METHOD_METADATA: KEYS.method,
        HOST_METADATA: KEYS.host,
        VERSION_METADATA: KEYS.version,
        GUARDS_METADATA: KEYS.guards,
        INTERCEPTORS_METADATA: KEYS.interceptors,
        PIPES_METADATA: KEYS.pipes,
        EXCEPTION_FILTERS_METADATA: KEYS.filters,
        FILTER_CATCH_EXCEPTIONS: KEYS.catches,
        HTTP_CODE_METADATA: KEYS.httpCode,
        MODULE_PATH: KEYS.modulePath,
        CONTROLLER_WATERMARK: KEYS.controller,
        INJECTABLE_WATERMARK: '__injectable__',
        ROUTE_ARGS_METADATA: '__routeArguments__',
        CUSTOM_ROUTE_ARGS_METADATA: '__customRouteArgs__',
        PARAMTYPES_METADATA: 'design:paramtypes',
        SELF_DECLARED_DEPS_METADATA: 'self:paramtypes',
        HEADERS_METADATA: '__headers__',
        SSE_METADATA: '__sse__',
      }).map(([name, key]) => [name, realm.const(key)]),
    ),
  );

const modules: Readonly<Record<string, ModuleModel>> = {
  '@nestjs/common': common,
  '@nestjs/common/constants': constants,
  '@nestjs/core': core,
  '@nestjs/config': configModule,
  ...databaseModules,
  rxjs: operatorsModule('rxjs'),
  'rxjs/operators': operatorsModule('rxjs/operators'),
  '@nestjs/swagger': swagger,
  '@nestjs/passport': passportModule,
  '@nestjs/throttler': throttlerModule,
  '@nestjs/terminus': terminusModule,
  'nestjs-paginate': paginateModule,
  'nest-keycloak-connect': keycloakModule,
  ...Object.fromEntries(['@thallesp/nestjs-better-auth', '@mguay/nestjs-better-auth'].map((name) => [name, betterAuthModule(name)])),
  '@nestjs/graphql': graphqlModule,
  '@nestjs/cqrs': cqrsModule,
  'nestjs-cls': clsModule,
  '@nestjs/platform-express': (realm) =>
    openModule(realm, '@nestjs/platform-express', { ExpressAdapter: platformConstructor(realm, 'express') }),
  '@nestjs/platform-fastify': (realm) =>
    openModule(realm, '@nestjs/platform-fastify', { FastifyAdapter: platformConstructor(realm, 'fastify') }),
  '@ts-rest/nest': tsRestModule,
  ...crudModules,
  ...Object.fromEntries(['nestjs-zod', 'nestjs-zod/dto', '@anatine/zod-nestjs'].map((name) => [name, zodModule(name)])),
  'nest-router': (realm) => openModule(realm, 'nest-router', { RouterModule: routerModule(realm) }),
};

export const nestAdapter = defineAdapter({
  id: 'nest',
  title: 'NestJS 7 to 11',
  apiVersion: 1,
  packages: ['@nestjs/core', '@nestjs/common'],
  modules: {
    ...modules,
    // What an editor imports from the file that declares it is what the package exports.
    ...Object.fromEntries(
      Object.entries(modules).flatMap(([name, model]) => (/^@nestjs\/[^/]+$/.test(name) ? [[`${name}/*`, model]] : [])),
    ),
  },
  diagnostics: nestDiagnostics,
});
