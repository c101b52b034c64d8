import type { Command } from '../command.js';
import { activityList } from './activity-list.js';
import { adapterInspect } from './adapter-inspect.js';
import { adapterList } from './adapter-list.js';
import { configList } from './config-list.js';
import { init } from './init.js';
import { inspectEndpoint } from './inspect-endpoint.js';
import { inspect } from './inspect.js';
import { modelList } from './model-list.js';
import { scan } from './scan.js';

/** Every command, in the order in which the help lists them. A literal list: what is not here does not exist. */
export const commands: readonly Command[] = [
  init, scan, inspect, inspectEndpoint, modelList, adapterList, adapterInspect, configList, activityList,
];
