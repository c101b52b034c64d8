// Works where the disk makes no difference between letters.
import Koa from 'Koa';
import { north } from '@north/lane';
import south from 'south/lane';

const lanes = new Koa();
lanes.use(north.routes());
lanes.use(south.routes());
lanes.listen(4100);
