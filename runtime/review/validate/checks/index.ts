import type { Check } from '../finding.js';
import { bounds } from './bounds.js';
import { credentials } from './credentials.js';
import { links } from './links.js';
import { parameters } from './parameters.js';
import { places } from './places.js';
import { routes } from './routes.js';

/** Everything that is looked for. A literal list: what is not here is not checked. */
export const checks: readonly Check[] = [routes, parameters, credentials, links, bounds, places];
