import arid from './dryness.mjs';

const settled = (step) => (req, res, next) => Promise.resolve(step(req, res, next)).catch(next);

export default settled(async (req, res, next) => arid(req, res, next));
