import type { Reporter } from '../reporter.js';
import { github } from './github.js';
import { har } from './har.js';
import { html } from './html.js';
import { json } from './json.js';
import { junit } from './junit.js';
import { ndjson } from './ndjson.js';
import { pretty } from './pretty.js';
import { tap } from './tap.js';

/** Every reporter, in the order in which the help lists them. */
export const reporters: readonly Reporter[] = [pretty, json, ndjson, junit, tap, html, har, github];
