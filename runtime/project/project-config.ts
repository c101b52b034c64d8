import type { Config } from '../../schemas/index.js';
import { readConfig } from '../store/index.js';

/** The configuration of a project; empty when it has none. A broken one is a UsageError, which names it from a folder. */
export async function readProjectConfig(root: string, from = root): Promise<Config> {
  return readConfig(root, from) ?? {};
}
