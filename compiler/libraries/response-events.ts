import { defineLibrary, type ModuleModel, type Transfer } from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';

/** What is done when an answer goes out, or has gone, changes nothing for those who make it: as of what listens to the answer itself, nothing of it is seen. */
const listens: Transfer = (call) => argument(call, 0);

const onHeaders: ModuleModel = (realm) => realm.fn('onHeaders', listens, { default: realm.fn('onHeaders', listens) });

const onFinished: ModuleModel = (realm) => {
  const own = { isFinished: realm.fn('isFinished', (call) => call.const(false)) };
  return realm.fn('onFinished', listens, { ...own, default: realm.fn('onFinished', listens, own) });
};

export const responseEventsLibrary = defineLibrary({ modules: { 'on-finished': onFinished, 'on-headers': onHeaders } });
