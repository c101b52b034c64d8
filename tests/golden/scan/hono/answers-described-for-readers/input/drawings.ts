export const describeRoute = (_drawing: unknown) => (_c: unknown, next: () => Promise<void>) => next();
