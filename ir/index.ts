export * from './nodes/ids.js';
export * from './nodes/span.js';
export * from './nodes/path.js';
export * from './nodes/route-tree.js';
export * from './nodes/endpoint-set.js';
export * from './diagnostic.js';
export { printProgram, printEndpointSet, printIr } from './text/print.js';
export { parseProgram, parseEndpointSet, parseIr, TextSyntaxError, type OnNode } from './text/parse.js';
