import express from 'express';

export const kiln = express();
