// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { workspaceRoot } from '@strata/sandbox';
import { csiDriver, storageClass } from '@strata/sandbox/parts';
import { join } from 'node:path';
import { environment } from '../subjects/bench-environment.ts';
import { sandboxPlatform } from '../subjects/sandbox-platform.ts';
import { unchanged } from '../subjects/object-sets.ts';
import type { StackConfig } from '../subjects/strata-stack.ts';
import { installOperandKinds, measuredRelease } from '../yard/definitions.ts';
import { Hand } from '../yard/hand.ts';
import { platformKinds, services } from '../yard/played-status.ts';
import type { Audited } from '../yard/yard.ts';
import { YardCluster } from '../yard/yard-cluster.ts';
import type { BenchWorld } from './bench-world.ts';
import type { Ground } from './comparison.ts';
import { publishInfra } from './publish.ts';

const project = 'kubevirt-stack';

const place = {
  program: join(workspaceRoot, 'packages', project),
  project,
  stack: environment,
  asksBeforeDestroy: true,
} as const;

/**
 * Seconds to wait before a destroy. Kubernetes' garbage collector looks for new kinds every 30
 * seconds. Pulumi deletes in the foreground, and until then an object of a new kind is not deleted.
 * No user destroys a platform that soon after its creation.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kube-controller-manager/app/core.go
 */
const rest = 35;

/** Returns the configuration of the sandbox's platform, in which most options are on. */
function sandboxConfig(): StackConfig {
  const values = Object.entries(sandboxPlatform.config).map(
    ([key, value]) => [key.replace(`${project}:`, ''), value] as const,
  );
  return { values: { ...Object.fromEntries(values), release: measuredRelease.name } };
}

/** Makes what the infra cluster has before the platform, and what only operators install. */
async function prepare(api: ApiClient): Promise<void> {
  const storage = '/apis/storage.k8s.io/v1';
  await api.request('POST', `${storage}/csidrivers`, { body: csiDriver });
  await api.request('POST', `${storage}/storageclasses`, { body: storageClass });
  await installOperandKinds(api);
}

/** Opens a yard with an infra cluster, for the platform's stack. */
export async function openPlatform(
  world: BenchWorld,
  onError: (error: Error) => void,
  isQuick: boolean,
  audited?: Audited,
): Promise<Ground> {
  const scenario = 'platform';
  const folder = world.folderOf(scenario);
  const infra = await YardCluster.start({
    name: 'infra',
    folder: join(folder, 'infra'),
    toolchain: world.toolchain,
    env: world.plainEnv,
    auditLog: audited?.('infra'),
  });
  const kinds = [
    services,
    ...platformKinds(measuredRelease.components, storageClass.metadata.name),
  ];
  const hand = Hand.forKinds(infra.api, kinds, onError);
  const close = async () => {
    hand.stop();
    await infra.stop();
  };
  const kubeconfigs = { infra: infra.kubeconfig };
  const configs = unchanged(sandboxConfig());
  return {
    compared: {
      scenario,
      folder,
      place,
      configs,
      kubeconfigs,
      isQuick,
      rest,
      yard: { servers: infra.pids, close },
    },
    publish: async (engine) => {
      await prepare(infra.api);
      await publishInfra(engine, infra, 10);
    },
  };
}
