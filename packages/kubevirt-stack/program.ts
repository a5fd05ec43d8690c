// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  environmentOf,
  findRelease,
  infraOutputs,
  infraProviderArgs,
  inspectConfig,
  kubevirtStackConfig,
  rawConfig,
  readStack,
  rejectProblems,
} from '@strata/contracts';
import type { ExportedOutputs, KubevirtStackConfig, kubevirtStackOutputs } from '@strata/contracts';
import {
  checkConfig,
  loadRelease,
  Platform,
  releaseNamed,
  releaseOf,
  resolveFeatureGates,
} from './src/index.ts';

const raw = rawConfig();
const environment = environmentOf(raw.project, raw.stack);
const { valid, problems } = inspectConfig(kubevirtStackConfig, raw);
const named = findRelease(valid.release ?? '');
rejectProblems(raw, [...problems, ...checkConfig(valid, { release: named, cluster: undefined })]);
const config = valid as KubevirtStackConfig;
const release = loadRelease(releaseNamed(config.release));
const gates = resolveFeatureGates(
  { enabled: config.kubevirt.featureGates, disabled: config.kubevirt.disabledFeatureGates },
  releaseOf(release.kubevirt.version),
);
for (const note of gates.notes) void pulumi.log.info(note);

const { kubeconfig } = await readStack(infraOutputs, environment);
const provider = new Provider('infra', infraProviderArgs(kubeconfig, environment));
const platform = new Platform(
  'platform',
  { environment, config, release, featureGates: gates },
  { provider },
);

const outputs: ExportedOutputs<typeof kubevirtStackOutputs> = {
  versions: platform.versions,
  namespaces: platform.namespaces,
  storage: config.storage,
  instancetypes: [...platform.instancetypes],
  preferences: platform.preferences.map(({ name }) => name),
  loadBalancerPools: config.metallb.pools.map(({ name, addresses }) => ({ name, addresses })),
};

export const { versions, namespaces, storage, instancetypes, preferences, loadBalancerPools } =
  outputs;
