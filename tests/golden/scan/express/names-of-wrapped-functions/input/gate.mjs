import express from 'express';
import pests from './pests.mjs';

export default express.Router().use(pests('aphid'));
