// Before `npm run build`: what tsc remembers of an output that is gone would keep it from writing that again.
import { existsSync, readdirSync, rmSync } from 'node:fs';

if (existsSync('.build') && !['dist', 'ir/dist', 'compiler/sdk/dist'].every((each) => existsSync(each)))
  for (const each of readdirSync('.build')) if (each.endsWith('.tsbuildinfo')) rmSync(`.build/${each}`);
