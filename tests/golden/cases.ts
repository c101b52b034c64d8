import type { Case } from './expectation.js';
import { passCases } from './pass-cases.js';
import { scanCases } from './scan-cases.js';
import { sdkCases } from './sdk-cases.js';
import { thirdPartyCases } from './third-party-cases.js';
import { verifyCases } from './verify-cases.js';

export const allCases = (): Case[] => [...passCases(), ...verifyCases(), ...scanCases(), ...sdkCases(), ...thirdPartyCases()];
