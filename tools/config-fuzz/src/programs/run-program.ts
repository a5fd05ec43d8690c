// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { Addons, checkConfig, checkPlatform, loadOperators } from '@strata/addons';
import { addonsConfig } from '@strata/addons/config';
import type { AddonsConfig } from '@strata/addons/config';
import { findRelease, inspectConfig } from '@strata/contracts';
import { environmentOf, rejectProblems } from '@strata/contracts/program';
import type { KubevirtStackOutputs, RawConfig } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { infra, readInfraConfig } from '@strata/infra';
import { readPlatformConfig } from '@strata/kubevirt-stack';
import { clusterFacts } from '@strata/kubevirt-stack/promises';
import { recordProgram, valueOf } from '@strata/testing';
import { readClusterConfig } from '@strata/user-cluster';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import { repositoryFiles } from '../generate/repository-files.ts';
import { shippedStacks } from '../generate/shipped-stacks.ts';
import { readInfraFacts } from './read-infra-facts.ts';
import { renderCluster, renderPlatform } from './render-programs.ts';
import type { LoadManifest } from './render-programs.ts';

/**
 * Function that reads a configuration, renders its resources inside a recording, and returns the
 * outputs.
 */
type Run = (raw: RawConfig, load: LoadManifest) => object | Promise<object>;

/**
 * Environment variables of the programs: an SSH agent that nothing uses, and KubeOne's loader only
 * if it is named.
 */
const env = {
  SSH_AUTH_SOCK: '/nowhere/agent',
  STRATA_KUBEONE_VALIDATE: process.env.STRATA_KUBEONE_VALIDATE ?? '/nowhere/kubeone-validate',
} as const;

async function runInfra(raw: RawConfig): Promise<object> {
  const config = await readInfraConfig(raw, env);
  return infra(config, environmentOf(raw.project, raw.stack), raw);
}

async function runPlatform(raw: RawConfig, load: LoadManifest): Promise<object> {
  const { stack } = raw;
  const facts = clusterFacts(readInfraFacts(repositoryFiles, stack));
  const platform = await readPlatformConfig(raw, () => Promise.resolve(facts));
  return renderPlatform(stack, platform, load, (note) => void pulumi.log.info(note));
}

function runAddons(raw: RawConfig, load: LoadManifest): object {
  const { valid, problemsWith } = inspectConfig(addonsConfig, raw);
  rejectProblems(raw, problemsWith(checkConfig));
  const config = valid as AddonsConfig;
  const release = findRelease(config.release);
  if (release === undefined) throw new Error(`release ${config.release} was checked above`);
  rejectProblems(raw, checkPlatform(release, release.components.kubevirt.version));
  const { registryMirror, sriov } = config;
  const { versions, namespaces } = new Addons('addons', {
    environment: raw.stack,
    manifests: loadOperators(config.operators, release, load),
    registryMirror,
    sriovPolicies: sriov?.policies ?? [],
  });
  return { versions, namespaces };
}

const platforms = new Map<string, Promise<KubevirtStackOutputs>>();

/** Records the outputs of the environment's platform as it is shipped. */
async function recordPlatform(environment: string, load: LoadManifest) {
  const shipped = shippedStacks('kubevirt-stack').find(({ stack }) => stack === environment);
  if (shipped === undefined) throw new Error(`there is no platform of "${environment}"`);
  const raw = rawConfigOf({ shipped, edits: [] });
  const { result } = await recordProgram(() => runPlatform(raw, load), raw);
  return (await valueOf(pulumi.output(result))) as unknown as KubevirtStackOutputs;
}

/**
 * Returns the outputs of an environment's platform. Call it before another recording starts,
 * because recordings cannot be nested.
 */
export async function platformOf(
  environment: string,
  load: LoadManifest,
): Promise<KubevirtStackOutputs> {
  const known = platforms.get(environment) ?? recordPlatform(environment, load);
  platforms.set(environment, known);
  return known;
}

async function runCluster(raw: RawConfig, load: LoadManifest): Promise<object> {
  const [environment = '', cluster = ''] = raw.stack.split('.');
  const { hosts } = readInfraFacts(repositoryFiles, environment);
  const platform = await platformOf(environment, load);
  const place = { environment, cluster, infra: { hosts }, platform };
  // No cluster runs yet.
  const ask = () => Promise.resolve({ controlPlane: [], pools: {}, etcdDisks: [], lasting: {} });
  const config = await readClusterConfig(raw, place, ask, repositoryFiles);
  return renderCluster(place, config, load);
}

/** Run function of each program, from its raw configuration to its resources. */
export const runs: Readonly<Record<ProgramName, Run>> = {
  infra: runInfra,
  'kubevirt-stack': runPlatform,
  addons: runAddons,
  'user-cluster': runCluster,
};
