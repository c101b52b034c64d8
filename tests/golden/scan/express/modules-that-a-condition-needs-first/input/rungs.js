export const rungs = ['lower'];
