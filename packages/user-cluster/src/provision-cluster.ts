// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import { infraProviderArgs } from '@strata/contracts/program';
import { createClusterAccount } from './account/index.ts';
import { announceDrains } from './announce-drains.ts';
import { announceOldSystems } from './bootstrap/index.ts';
import { platformRelease } from './cloud/index.ts';
import { announceEtcdDisks, announceGrowth, announceSilentHosts } from './control-plane/index.ts';
import { clusterOutputs } from './cluster-outputs.ts';
import { announceExpiry } from './expiry/index.ts';
import { announceHibernation } from './hibernation/announce-hibernation.ts';
import { loadInside } from './inside/index.ts';
import { readClusterContext, readFoundation } from './read-cluster-context.ts';
import { announceClosedHosts } from './machines/announce-closed-hosts.ts';
import { announceRotation } from './rotation/index.ts';
import { UserCluster } from './user-cluster.ts';

/**
 * Makes the user cluster of the selected stack.
 *
 * @returns the outputs of the stack.
 * @throws an error that lists every problem of the configuration, with its path in the stack's file.
 */
export async function provisionCluster() {
  const foundation = await readFoundation();
  const { environment, infra } = foundation;
  // It comes first, because its plugin starts while the configuration is checked.
  const accounts = new Provider(
    'accounts',
    infraProviderArgs(infra.userClustersKubeconfig, environment),
  );
  const { account, ...context } = await readClusterContext(foundation);
  await announceExpiry(context);
  await announceHibernation(context);
  await announceDrains(context);
  await announceOldSystems(context);
  await announceEtcdDisks(context);
  await announceGrowth(context);
  await announceSilentHosts(context);
  await announceClosedHosts(context);
  await announceRotation(context);
  const infraKubeconfig = createClusterAccount(
    'account',
    {
      ...context,
      kubeconfig: infra.userClustersKubeconfig,
      generation: context.config.access.generation,
      current: account,
    },
    { provider: accounts },
  );
  const provider = new Provider('infra', infraProviderArgs(infraKubeconfig, environment));
  const userCluster = new UserCluster(
    context.cluster,
    {
      ...context,
      infraKubeconfig,
      manifests: loadInside(context.config, platformRelease(context.platform)),
      asksAfterUpdate: true,
    },
    { provider },
  );
  return clusterOutputs(userCluster, context);
}
