import { test } from 'node:test';
import { goldenCases } from '@tool/scanner-sdk/testing';
import adapter from './index.js';

for (const { name, run } of goldenCases({ adapter, folder: new URL('golden/', import.meta.url) })) test(name, run);
