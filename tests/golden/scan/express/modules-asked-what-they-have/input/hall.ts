import express from 'express';
import * as parts from './parts/index';

export async function open() {
  const hall = express();
  await parts.init({ hall });
  hall.listen(3000);
}
open();
