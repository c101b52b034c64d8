// Loaded with `node --import` into any Node program: writes its peak memory to the file that BENCH_USAGE names.
// /usr/bin/time is not everywhere, and a parent process cannot ask for a child's peak.
import { writeFileSync } from 'node:fs';

const file = process.env.BENCH_USAGE;
if (file) {
  process.on('exit', () => {
    // maxRSS is in kibibytes on every platform.
    writeFileSync(file, JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
  });
}
