// SPDX-License-Identifier: Apache-2.0
'use strict';

/** Files that take many minutes and that few changes concern: `npm test -- --all` has them, too. */
module.exports = [
  '13-cyclonus',
  '18-bench',
  '26-scrapes-of-vms',
  '28-generated-configurations',
  '29-deleted-nodes',
  '31-restarted-machines',
  '33-failed-rollout',
  '38-three-control-planes',
  '39-isolation-by-packets',
  '41-restored-cluster',
  '42-volume-snapshots',
  '43-rotated-authority',
  '44-lost-state',
  '45-grown-control-plane',
  '46-people',
  '47-profiles-and-cost',
  '48-imported-cluster',
  '49-pull-request-cluster',
  '70-rack-again',
  '82-killed-deployments',
  '83-lost-etcd',
  '96-written-volumes',
].map((name) => `<rootDir>/src/${name}.test.ts`);
