// SPDX-License-Identifier: Apache-2.0
import '@strata/contracts/without-closures';

await import('./pack.ts');
