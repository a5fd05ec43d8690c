// SPDX-License-Identifier: Apache-2.0
import '@strata/contracts/left-out';

await import('./pack.ts');
