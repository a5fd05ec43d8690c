// SPDX-License-Identifier: Apache-2.0
import '@strata/contracts/exact-stacks';
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  clusterNamespace,
  clusterStackName,
  infraOutputs,
  infraProviderArgs,
  kubevirtStackOutputs,
  rawConfig,
  readStack,
  textOf,
} from '@strata/contracts';
import {
  announceDrains,
  clusterOutputs,
  loadInside,
  platformRelease,
  readClusterConfig,
  readRunningVersions,
  UserCluster,
} from './src/index.ts';

const names = clusterStackName(pulumi.getProject(), pulumi.getStack());
const place = { ...names, namespace: clusterNamespace(names.cluster) };
// One after the other, so that the first one missing is the first one named.
const infra = await readStack(infraOutputs, names.environment);
const platform = await readStack(kubevirtStackOutputs, names.environment);
const { userClustersKubeconfig } = infra;
const config = await readClusterConfig(rawConfig(), { ...names, infra, platform }, async () =>
  readRunningVersions(await textOf(userClustersKubeconfig), place.namespace),
);

const context = { ...place, config, infra, platform };
await announceDrains(context);
const provider = new Provider(
  'infra',
  infraProviderArgs(userClustersKubeconfig, names.environment),
);
const userCluster = new UserCluster(
  names.cluster,
  {
    ...context,
    infraKubeconfig: userClustersKubeconfig,
    manifests: loadInside(config, platformRelease(platform)),
  },
  { provider },
);

export const {
  access,
  cluster,
  endpoint,
  environment,
  joinTokenExpires,
  kubeconfig,
  kubeconfigs,
  kubernetes,
  machineGroups,
  namespace,
} = clusterOutputs(userCluster, context);
