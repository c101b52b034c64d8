import { PrismaClient } from '@prisma/client';

// All that the package has, and what is generated: whatever is asked for might be among it.
export * from '@prisma/client';
export * from './generated/zod/index.js'; //~ evaluator/missing-module
export const store = new PrismaClient();
