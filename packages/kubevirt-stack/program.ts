// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  environmentOf,
  infraOutputs,
  infraProviderArgs,
  rawConfig,
  readStack,
} from '@strata/contracts';
import {
  loadRelease,
  Platform,
  platformOutputs,
  readClusterFacts,
  readPlatformConfig,
  releaseNamed,
  releaseOf,
  resolveFeatureGates,
  textOf,
} from './src/index.ts';

const raw = rawConfig();
const environment = environmentOf(raw.project, raw.stack);
const infra = readStack(infraOutputs, environment);
const kubeconfigText = infra.then(({ kubeconfig }) => textOf(kubeconfig));
const { config, cluster } = await readPlatformConfig(raw, async () =>
  readClusterFacts(await kubeconfigText),
);

const manifests = loadRelease(releaseNamed(config.release));
const gates = resolveFeatureGates(
  { enabled: config.kubevirt.featureGates, disabled: config.kubevirt.disabledFeatureGates },
  releaseOf(manifests.kubevirt.version),
  cluster.kubernetes,
);
for (const note of gates.notes) void pulumi.log.info(note);

const { kubeconfig } = await infra;
const provider = new Provider('infra', infraProviderArgs(kubeconfig, environment));
const platform = new Platform(
  'platform',
  {
    environment,
    config,
    release: manifests,
    featureGates: gates,
    kubeconfig: await kubeconfigText,
  },
  { provider },
);

export const {
  clusterNetwork,
  featureGates,
  goldenImages,
  imageClonerRole,
  instancetypes,
  loadBalancerPools,
  monitoring,
  namespaces,
  networks,
  preferences,
  registryMirror,
  release,
  storage,
  storageClasses,
  versions,
} = platformOutputs(platform, config, cluster, gates.enabled);
