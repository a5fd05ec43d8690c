// SPDX-License-Identifier: Apache-2.0
import '@strata/program-start/skip-unused-modules';
import '@strata/program-start/quick-structs';

await import('./pack.ts');
