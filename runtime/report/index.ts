export { curlOf } from './curl.js';
export { rounded, summariseLatency } from './latency.js';
export { noPaint, type Paint, type Reporter, type ReportOptions } from './reporter.js';
