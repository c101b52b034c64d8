import { join } from 'node:path';
import type { Config } from '../../schemas/index.js';
import { adapters } from '../../compiler/adapters/registry.js';
import { foldersToScan } from './servers.js';

/** npm names of the frameworks that adapters are there for. */
export const frameworkPackages = (): string[] => adapters.flatMap((adapter) => adapter.packages);

/**
 * The folders to scan below a root, project-relative; `.` for the root itself.
 * @throws UsageError when the configuration names a folder that does not exist
 */
export const serverFolders = (root: string, config: Config): string[] => foldersToScan(root, config, new Set(frameworkPackages()));

export const absoluteFolder = (root: string, folder: string): string => (folder === '.' ? root : join(root, folder));
