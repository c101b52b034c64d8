import type { Config } from '../../schemas/index.js';
import { readConfig } from '../store/index.js';

/** The configuration of a project; empty when it has none. A broken one is a UsageError. */
export async function readProjectConfig(root: string): Promise<Config> {
  return readConfig(root) ?? {};
}
