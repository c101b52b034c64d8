Object.defineProperty(exports, '__esModule', { value: true });
Object.defineProperty(exports, 'default', { get: () => ({ degrees: () => 1200 }) });
