// Loaded with `node --import` into any Node program: writes its peak memory and processor time to the file that BENCH_USAGE names.
// /usr/bin/time is not everywhere, and a parent process cannot ask for a child's peak.
import { writeFileSync } from 'node:fs';

const file = process.env.BENCH_USAGE;
if (file) {
  process.on('exit', () => {
    // maxRSS is in kibibytes on every platform.
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(file, JSON.stringify({ peakBytes: maxRSS * 1024, cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000 }));
  });
}
