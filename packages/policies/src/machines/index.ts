// SPDX-License-Identifier: Apache-2.0
export { fitsAHost } from './fits-a-host.ts';
export { flatcarRootComplex } from './flatcar-root-complex.ts';
export { liveMigrationPossible } from './live-migration-possible.ts';
export { noDnsCollision } from './no-dns-collision.ts';
