import asyncHandler from 'express-async-handler';

const check = (req, res, next) => next();

export const wrap = (step) => (req, res, next) => Promise.resolve(step(req, res, next)).catch(next);
export const list = wrap(async (req, res) => res.json([{ tree: 'lemon' }]));
export const bag = { show: asyncHandler(async (req, res) => res.json({ tree: req.params.tree })) };
export const plant = [check, (req, res) => res.status(201).json({ tree: req.body.tree })];
