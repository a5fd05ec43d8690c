// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  clusterStackName,
  infraOutputs,
  infraProviderArgs,
  kubevirtStackOutputs,
  readConfig,
  readStack,
  rejectProblems,
  userClusterConfig,
} from '@strata/contracts';
import type { ExportedOutputs, userClusterOutputs } from '@strata/contracts';
import { checkConfig, UserCluster } from './src/index.ts';

const identity = { project: pulumi.getProject(), stack: pulumi.getStack() };
const names = clusterStackName(identity.project, identity.stack);
const config = readConfig(userClusterConfig);
// One after the other, so that the first one missing is the first one named.
const infra = await readStack(infraOutputs, names.environment);
const platform = await readStack(kubevirtStackOutputs, names.environment);
rejectProblems(identity, checkConfig(config, platform));

const provider = new Provider('infra', infraProviderArgs(infra.kubeconfig, names.environment));
const userCluster = new UserCluster(
  names.cluster,
  { ...names, config, storage: platform.storage, cdiNamespace: platform.namespaces.cdi ?? 'cdi' },
  { provider },
);

const outputs: ExportedOutputs<typeof userClusterOutputs> = {
  cluster: names.cluster,
  environment: names.environment,
  namespace: userCluster.namespace,
  pools: [...userCluster.pools],
};

export const { cluster, environment, namespace, pools } = outputs;
