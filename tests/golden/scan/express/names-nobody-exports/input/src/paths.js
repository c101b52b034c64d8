export const PREFIX = '/tree';
