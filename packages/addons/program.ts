// SPDX-License-Identifier: Apache-2.0
import { Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { findRelease, inspectConfig } from '@strata/contracts';
import {
  environmentOf,
  infraProviderArgs,
  rawConfig,
  readInfraAndPlatform,
  rejectProblems,
} from '@strata/contracts/program';
import { addonsConfig, sriovResources as resourcesOf } from './src/config/index.ts';
import type { AddonsConfig } from './src/config/index.ts';
import {
  Addons,
  checkConfig,
  checkKnownCards,
  checkPlatform,
  loadOperators,
  migrationNotes,
} from './src/index.ts';

const raw = rawConfig();
const environment = environmentOf(raw.project, raw.stack);
const { valid, problemsWith } = inspectConfig(addonsConfig, raw);
rejectProblems(raw, problemsWith(checkConfig));
const config = valid as AddonsConfig;

const { infra, platform } = await readInfraAndPlatform(environment);
const release = findRelease(config.release);
if (release === undefined) throw new Error(`release ${config.release} was checked above`);
rejectProblems(raw, checkPlatform(release, platform.versions.kubevirt ?? ''));

for (const note of migrationNotes(config, platform)) void pulumi.log.warn(note);

const manifests = loadOperators(config.operators, release);
const policies = config.sriov?.policies ?? [];
const sriovManifest = manifests.get('sriov-network-operator');
rejectProblems(raw, sriovManifest === undefined ? [] : checkKnownCards(policies, sriovManifest));

const provider = new Provider('infra', infraProviderArgs(infra.platformKubeconfig, environment));
const addons = new Addons(
  'addons',
  {
    environment,
    manifests,
    registryMirror: config.registryMirror,
    sriovPolicies: policies,
  },
  { provider },
);

export const { versions, namespaces } = addons;

/** Resources that network attachments of the type `sriov` can request. */
export const sriovResources = resourcesOf(config.sriov);
