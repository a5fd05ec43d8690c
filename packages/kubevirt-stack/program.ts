// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { infraOutputs } from '@strata/contracts';
import {
  environmentOf,
  infraProviderArgs,
  rawConfig,
  readStack,
  textOf,
} from '@strata/contracts/program';
import {
  loadRelease,
  Platform,
  platformOutputs,
  readClusterFacts,
  readPlatformConfig,
  refuseForeignObjects,
  releaseNamed,
  releaseOf,
  resolveFeatureGates,
} from './src/index.ts';

const raw = rawConfig();
const environment = environmentOf(raw.project, raw.stack);
const infra = readStack(infraOutputs, environment);
const kubeconfigText = infra.then(({ platformKubeconfig }) => textOf(platformKubeconfig));
const { config, cluster, bridges } = await readPlatformConfig(
  raw,
  async () => readClusterFacts(await kubeconfigText),
  () => infra,
);

const manifests = loadRelease(releaseNamed(config.release));
await refuseForeignObjects({ environment, release: manifests, kubeconfig: await kubeconfigText });
const gates = resolveFeatureGates(
  { enabled: config.kubevirt.featureGates, disabled: config.kubevirt.disabledFeatureGates },
  releaseOf(manifests.kubevirt.version),
  cluster.kubernetes,
);
for (const note of gates.notes) void pulumi.log.info(note);

const { platformKubeconfig } = await infra;
const provider = new Provider('infra', infraProviderArgs(platformKubeconfig, environment));
const platform = new Platform(
  'platform',
  {
    environment,
    config,
    release: manifests,
    featureGates: gates,
    kubeconfig: await kubeconfigText,
    bridges,
  },
  { provider },
);

// Exports one object: an output that the platform does not have must be absent, not undefined.
export default platformOutputs(platform, config, cluster, gates.enabled);
