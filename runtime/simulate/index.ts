export { createCookieJar, type CookieJar } from './cookie-jar.js';
export type { HttpBody, MultipartPart } from './http-body.js';
export {
  createHttpClient,
  type HttpClient,
  type HttpClientOptions,
  type HttpOutcome,
  type HttpRequest,
  type Sent,
  type Timing,
} from './http-client.js';
export { isLoopback } from './http-dispatcher.js';
export type { FailureKind, HttpFailure } from './http-failure.js';
export { HttpResponse, type JsonBody } from './http-response.js';
export type { Hop, RedirectPolicy } from './redirect.js';
export type { Descriptor } from './data/descriptor.js';
export { createGenerator, createGenerators, UnsatisfiableError, type Generator, type GeneratorFactory } from './data/generate.js';
export { checkWrites, chooseEnvironment } from './environment.js';
export { exchangeOf } from './exchange-of.js';
export { negativeCases, parseExpectedStatuses } from './endpoints/negative-cases.js';
export { keyOf, planEndpoints } from './endpoints/plan.js';
export { checkResponse } from './endpoints/check-response.js';
export { simulateEndpoints, type SimulateEndpointsOptions } from './endpoints/simulate-endpoints.js';
export { valueAtPath } from './value-at-path.js';
export { requestOfRun, simulateProject, type SimulateHost, type SimulateRequest } from './endpoints/simulate-project.js';
export { waitForServer } from './wait-for-server.js';
export { selectEndpoints, type Selection } from './endpoints/select.js';
export { firstWriting, leavesOf, loginsOf, makesAccounts, registrationFor, takesAccount, tokenField } from './endpoints/accounts.js';
