// SPDX-License-Identifier: Apache-2.0
import type { CommandSpec } from './command.ts';
import { bundle } from './commands/bundle.ts';
import { comment } from './commands/comment.ts';
import { doctor } from './commands/doctor.ts';
import { drift } from './commands/drift.ts';
import { exec } from './commands/exec.ts';
import { exportCluster } from './commands/export-cluster.ts';
import { fleet } from './commands/fleet.ts';
import { getAddresses } from './commands/get-addresses.ts';
import { getClusters } from './commands/get-clusters.ts';
import { getExpiries } from './commands/get-expiries.ts';
import { getNodes } from './commands/get-nodes.ts';
import { kubeconfig } from './commands/kubeconfig.ts';
import { logs } from './commands/logs.ts';
import { newCluster } from './commands/new-cluster.ts';
import { newEnvironment } from './commands/new-environment.ts';
import { bench, fuzz, kills } from './commands/passing-through.ts';
import { planAddresses } from './commands/plan-addresses.ts';
import { planBlastRadius } from './commands/plan-blast-radius.ts';
import { planCapacity } from './commands/plan-capacity.ts';
import { planCost } from './commands/plan-cost.ts';
import { planIsolation } from './commands/plan-isolation.ts';
import { planUpgrade } from './commands/plan-upgrade.ts';
import { planWhatIf } from './commands/plan-what-if.ts';
import { preview } from './commands/preview.ts';
import { proveRestore } from './commands/prove-restore.ts';
import { recover } from './commands/recover.ts';
import { reset } from './commands/reset.ts';
import { restoreObjects } from './commands/restore-objects.ts';
import { restoreState } from './commands/restore-state.ts';
import { restoreVolumes } from './commands/restore-volumes.ts';
import { restore } from './commands/restore.ts';
import { shell } from './commands/shell.ts';
import { start } from './commands/start.ts';
import { status } from './commands/status.ts';
import { stop } from './commands/stop.ts';
import { up } from './commands/up.ts';

/** Every command, in the order of the help; completion is added where the program is built. */
export const commandTable: readonly CommandSpec[] = [
  start,
  stop,
  status,
  shell,
  exec,
  logs,
  reset,
  preview,
  up,
  drift,
  recover,
  getClusters,
  getNodes,
  getAddresses,
  getExpiries,
  kubeconfig,
  proveRestore,
  restore,
  restoreObjects,
  restoreVolumes,
  restoreState,
  exportCluster,
  fleet,
  newCluster,
  newEnvironment,
  planUpgrade,
  planCapacity,
  planCost,
  planIsolation,
  planAddresses,
  planBlastRadius,
  planWhatIf,
  comment,
  bundle,
  bench,
  fuzz,
  kills,
  doctor,
];

/** Descriptions of the words that several commands begin with, by word. */
export const parents: Readonly<Record<string, string>> = {
  get: 'list clusters, nodes, addresses or expiries of an environment',
  new: 'write the files of a user cluster or of an environment',
  plan: 'ask what the files, and what an update, would mean',
};
