// SPDX-License-Identifier: Apache-2.0
import { workspaceRoot } from '@strata/sandbox';
import { join } from 'node:path';
import { clusterConfig, environment } from '../subjects/bench-environment.ts';
import { Yard } from '../yard/yard.ts';
import type { Audited } from '../yard/yard.ts';
import type { BenchWorld } from './bench-world.ts';
import type { Ground } from './comparison.ts';
import { publishEnvironment } from './publish.ts';

const base = { address: '127.100.0.10', workers: 4 } as const;
const changed = { ...base, registryPorts: [80, 443, 5_000] } as const;

/**
 * Configurations: one control-plane VM and four workers; then one more port in a policy; then six
 * workers.
 */
const configs = {
  base: clusterConfig(base),
  changed: clusterConfig(changed),
  scaled: clusterConfig({ ...changed, workers: 6 }),
};

const place = {
  program: join(workspaceRoot, 'packages/user-cluster'),
  project: 'user-cluster',
  stack: `${environment}.one`,
} as const;

/** Opens a yard for a user cluster's stack. */
export async function openOneCluster(
  world: BenchWorld,
  onError: (error: Error) => void,
  isQuick: boolean,
  audited?: Audited,
): Promise<Ground> {
  const scenario = 'one-cluster';
  const folder = world.folderOf(scenario);
  const yard = await Yard.open(folder, world.toolchain, world.plainEnv, onError, audited);
  const kubeconfigs = { infra: yard.infra.kubeconfig, tenant: yard.tenant.kubeconfig };
  return {
    compared: { scenario, folder, place, configs, kubeconfigs, isQuick, yard },
    publish: (engine) => publishEnvironment(engine, yard.infra, 10),
  };
}
