// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { environmentOf, infraConfig, readConfig } from '@strata/contracts';
import type { ExportedOutputs, infraOutputs } from '@strata/contracts';
import { readExistingCluster } from './src/index.ts';

const config = readConfig(infraConfig);
const cluster = await readExistingCluster(config.existing);

const outputs: ExportedOutputs<typeof infraOutputs> = {
  environment: environmentOf(pulumi.getProject(), pulumi.getStack()),
  apiEndpoint: cluster.apiEndpoint,
  hosts: [...cluster.hosts],
  kubeconfig: cluster.kubeconfig,
};

export const { environment, apiEndpoint, hosts, kubeconfig } = outputs;
