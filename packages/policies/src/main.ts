// SPDX-License-Identifier: Apache-2.0
import '@strata/program-start/skip-unused-modules';

await import('./pack.ts');
