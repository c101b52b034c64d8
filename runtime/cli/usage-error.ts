export { UsageError, isUsageError } from '../project/usage-error.js';
