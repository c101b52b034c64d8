import { rungs } from './rungs.js';

export const ladder = { tall: false };
let root = '/trees';

export function extend() {
  ladder.tall = true;
  root = '/crowns';
  rungs.push('upper');
}
export const place = () => root;
