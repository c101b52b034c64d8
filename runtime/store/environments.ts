import type { Config, Environment, Model } from '../../schemas/index.js';
import { storePaths } from './paths.js';
import { lastScanIn } from './record-scan.js';
import { sameJson } from './same-json.js';

/**
 * The environments of a project, as they are now: those of the model, and those of the configuration. A scan copies the latter into the model;
 * what a person has written into the configuration since then counts at once. What was edited in the model itself stays as it is there.
 */
export function environmentsOf(root: string, model: Pick<Model, 'environments'> | null | undefined, config: Config): Environment[] {
  const declared = config.environments ?? [];
  const known = model?.environments ?? [];
  const differs = (environment: Environment): boolean =>
    declared.some((one) => one.name === environment.name && one.baseUrl !== environment.baseUrl);
  const last = known.some(differs) ? (lastScanIn(storePaths(root).scannedModel)?.environments ?? []) : [];
  const isCopy = (environment: Environment): boolean => last.some((one) => sameJson(one, environment));
  return [
    ...known.map((environment) =>
      differs(environment) && isCopy(environment)
        ? { ...environment, ...declared.find(({ name }) => name === environment.name)! }
        : environment,
    ),
    ...declared.filter(({ name }) => !known.some((environment) => environment.name === name)),
  ];
}
