import { readFileSync } from 'fs';
import * as yaml from 'js-yaml';
import { join } from 'path';
import { parse } from 'yaml';

const names: Record<string, string> = { development: 'dev', production: 'prod' };

/** Of the files that the environment chooses from, one is committed. */
export default () => yaml.load(readFileSync(join(__dirname, `./${names[process.env.NODE_ENV!]}.yml`), 'utf8')) as Record<string, any>;
export const west = parse(readFileSync(`${__dirname}/mill.${process.env.SIDE}.yaml`, 'utf8'));
/** Here there are two, and nobody knows which. */
export const toll = parse(readFileSync(`${__dirname}/${process.env.ROAD}.toll.yml`, 'utf8'));
