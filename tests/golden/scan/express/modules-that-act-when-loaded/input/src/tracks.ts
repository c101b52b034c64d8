import express from 'express';

export const railway = express();
