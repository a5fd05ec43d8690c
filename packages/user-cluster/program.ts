// SPDX-License-Identifier: Apache-2.0
import '@strata/contracts/program-start';
import { Provider } from '@pulumi/kubernetes';
import { infraProviderArgs } from '@strata/contracts';
import { startPlugin } from '@strata/strata-provider';
import {
  announceDrains,
  clusterOutputs,
  loadInside,
  platformRelease,
  readClusterContext,
  UserCluster,
} from './src/index.ts';

startPlugin();
const context = await readClusterContext();
const infraKubeconfig = context.infra.userClustersKubeconfig;
await announceDrains(context);
const provider = new Provider('infra', infraProviderArgs(infraKubeconfig, context.environment));
const userCluster = new UserCluster(
  context.cluster,
  {
    ...context,
    infraKubeconfig,
    manifests: loadInside(context.config, platformRelease(context.platform)),
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
