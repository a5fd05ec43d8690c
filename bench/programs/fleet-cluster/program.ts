// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import { infraProviderArgs } from '@strata/contracts/program';
import { readClusterContext, readFoundation } from '@strata/user-cluster';
import {
  ClusterKeys,
  ControlPlane,
  createApiEndpoint,
  createUserData,
  Ground,
  poolMachine,
  workerBootstrap,
  WorkerPool,
} from '@strata/user-cluster/machines-only';

// Like provisionCluster, but without everything inside the cluster and the waits for it.
const foundation = await readFoundation();
const { environment, infra } = foundation;
const provider = new Provider(
  'infra',
  infraProviderArgs(infra.userClustersKubeconfig, environment),
);
const context = await readClusterContext(foundation);
const ground = new Ground(
  'ground',
  { ...context, infraKubeconfig: infra.userClustersKubeconfig },
  { providers: [provider] },
);
const keys = new ClusterKeys('keys', context);
const within = { provider, dependsOn: ground };
const endpoint = createApiEndpoint('api', context, within);
const controlPlane = new ControlPlane(
  'control-plane',
  {
    ...context,
    keys,
  },
  { providers: [provider], dependsOn: [ground, endpoint] },
);
for (const pool of context.config.pools) {
  const { secret, secretName, generation } = createUserData(
    `${pool.name}-userdata`,
    {
      machine: poolMachine(context, pool),
      bootstrap: workerBootstrap(context, pool, keys),
      token: keys.token.value,
    },
    within,
  );
  new WorkerPool(
    pool.name,
    { ...context, pool, generation, userDataSecret: secretName },
    { providers: [provider], dependsOn: [secret, controlPlane] },
  );
}
