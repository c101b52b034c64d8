import express from 'express';

const kinds = await Promise.all(['red', 'green'].map(async (kind) => kind));

export const lamps = express.Router();
for (const kind of kinds) lamps.get(`/${kind}`, (req, res) => res.end());
