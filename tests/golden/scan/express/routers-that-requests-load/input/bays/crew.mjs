import express from 'express';
const crew = express.Router();
crew.get('/', (req, res) => res.json([]));
export default crew;
export const parts = express.Router().get('/', (req, res) => res.json([]));
