// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { renderCluster, renderPlatform } from '@strata/config-fuzz';
import type { PlatformConfig } from '@strata/config-fuzz';
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import { offlineVariable } from '@strata/contracts';
import type { KubevirtStackOutputs, UserClusterOutputs } from '@strata/contracts';
import { readPlatformConfig } from '@strata/kubevirt-stack';
import { clusterFacts } from '@strata/kubevirt-stack/promises';
import { rawStackConfig } from '@strata/plan-check';
import { providerAnswers, recordProgram, valueOf } from '@strata/testing';
import { readClusterConfig } from '@strata/user-cluster';
import { noFiles } from '@strata/contracts/file-source';
import type { TestResource } from '../test-violations.ts';
import { handedOver } from './judge-stack.ts';
import { loadJudgedManifest } from './load-manifest.ts';
import type { PlannedStack } from './planned-changes.ts';

/** The resources that one stack would make. */
interface RecordedStack extends PlannedStack {
  /** The same resources as policies see them. */
  readonly judged: readonly TestResource[];
}

/** The resources and outputs of a platform. */
interface RecordedPlatform extends RecordedStack {
  readonly outputs: KubevirtStackOutputs;
}

/** The resources of a user cluster, and what it predicts for its VMs. */
interface RecordedCluster extends RecordedStack {
  readonly machineGroups: UserClusterOutputs['machineGroups'];
}

/**
 * Reads a platform's configuration as the program does: from the text of its file, with all checks.
 */
export async function readPlatform(
  { name, platform }: EnvironmentFiles,
  facts: InfraFacts,
): Promise<PlatformConfig> {
  const raw = rawStackConfig('kubevirt-stack', name, platform ?? { config: {} });
  const { [offlineVariable]: usual } = process.env;
  // As in a preview without keys: encrypted values are placeholders, which no check may judge.
  process.env[offlineVariable] = 'true';
  try {
    return await readPlatformConfig(raw, () => Promise.resolve(clusterFacts(facts)));
  } finally {
    if (usual === undefined) Reflect.deleteProperty(process.env, offlineVariable);
    else process.env[offlineVariable] = usual;
  }
}

/**
 * Runs without recording stack traces: Pulumi keeps the stack of every promise, and Jest looks each
 * up in source maps, which takes more than half of a recording's time.
 */
async function withoutStacks<T>(record: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await record();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const recorded = new Map<string, Promise<RecordedPlatform>>();

/**
 * Returns the resources and outputs that the program kubevirt-stack makes of a configuration; each
 * configuration is rendered once.
 */
export async function recordPlatform(
  environment: string,
  platform: PlatformConfig,
): Promise<RecordedPlatform> {
  const key = JSON.stringify([environment, platform]);
  const known = recorded.get(key) ?? recordAnew(environment, platform);
  recorded.set(key, known);
  return known;
}

async function recordAnew(
  environment: string,
  platform: PlatformConfig,
): Promise<RecordedPlatform> {
  const { resources, result } = await withoutStacks(() =>
    recordProgram(() => renderPlatform(environment, platform, loadJudgedManifest)),
  );
  const outputs = (await valueOf(pulumi.output(result))) as unknown as KubevirtStackOutputs;
  const identity = { project: 'kubevirt-stack', stack: environment };
  return { ...identity, resources, judged: handedOver(resources), outputs };
}

type Running = Awaited<ReturnType<Parameters<typeof readClusterConfig>[2]>>;

const nothingRuns: Running = { controlPlane: [], pools: {}, etcdDisks: [], lasting: {} };

/**
 * Returns the resources that the program user-cluster makes of one cluster's file.
 *
 * @throws RunError if the program rejects the file.
 */
export async function recordCluster(
  environment: string,
  content: EnvironmentFiles['clusters'][number],
  { hosts }: Pick<InfraFacts, 'hosts'>,
  platform: KubevirtStackOutputs,
): Promise<RecordedCluster> {
  const { name: cluster } = content;
  const stack = `${environment}.${cluster}`;
  const names = { environment, cluster, infra: { hosts }, platform };
  const raw = rawStackConfig('user-cluster', stack, content);
  // No user cluster runs yet.
  const ask = () => Promise.resolve(nothingRuns);
  const config = await readClusterConfig(raw, names, ask, noFiles);
  const program = () => renderCluster(names, config, loadJudgedManifest);
  const answers = { outputs: (type: string) => providerAnswers[type] ?? {} };
  const { resources, result } = await withoutStacks(() => recordProgram(program, answers));
  const machineGroups = await valueOf(pulumi.output(result.machineGroups));
  const identity = { project: 'user-cluster', stack };
  return { ...identity, resources, judged: handedOver(resources), machineGroups };
}
