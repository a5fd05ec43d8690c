// SPDX-License-Identifier: Apache-2.0
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
} from '@strata/contracts';
import {
  clusterOutputs,
  loadInside,
  platformRelease,
  readClusterConfig,
  UserCluster,
} from './src/index.ts';

const names = clusterStackName(pulumi.getProject(), pulumi.getStack());
// One after the other, so that the first one missing is the first one named.
const infra = await readStack(infraOutputs, names.environment);
const platform = await readStack(kubevirtStackOutputs, names.environment);
const config = readClusterConfig(rawConfig(), { ...names, infra, platform });

const context = { ...names, namespace: clusterNamespace(names.cluster), config, infra, platform };
const provider = new Provider('infra', infraProviderArgs(infra.kubeconfig, names.environment));
const userCluster = new UserCluster(
  names.cluster,
  {
    ...context,
    infraKubeconfig: infra.kubeconfig,
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
