// SPDX-License-Identifier: Apache-2.0
import { messageOf } from '@strata/contracts/message-of';
import * as pulumi from '@pulumi/pulumi';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Host } from '@strata/contracts';
import { checkIdentity, readClusterIdentity } from './cluster/cluster-identity.ts';
import { checkRequirements } from './cluster/check-requirements.ts';
import { readClusterState } from './cluster/cluster-state.ts';
import type { ExistingConfig } from './config/index.ts';
import { listHosts } from './host-inventory.ts';
import type { LastRun } from './last-run.ts';
import { selfContainedKubeconfig } from './self-contained-kubeconfig.ts';
import type { KubeconfigSource } from './self-contained-kubeconfig.ts';

/** An infra cluster that Strata did not create. */
export interface ExistingCluster {
  /** Kubeconfig that refers to no other file; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** `https://host:port` */
  readonly apiEndpoint: string;
  /** Sorted by name. */
  readonly hosts: readonly Host[];
  /** Identity of the cluster, which the next run compares; undefined if its API does not give it. */
  readonly clusterUid?: string;
  /** Warnings about features that will not work, or not work well, on this cluster. */
  readonly warnings: readonly string[];
}

/** Reads the kubeconfig file that an environment variable names. */
function fileNamedBy(variable: string, env: NodeJS.ProcessEnv): KubeconfigSource {
  const path = env[variable];
  if (path === undefined || path === '') {
    throw new pulumi.RunError(
      `environment variable ${variable} is not set; config.infra:existing.kubeconfigEnv says that ` +
        "it names the infra cluster's kubeconfig file. A pipeline has no such file: encrypt the " +
        'kubeconfig as existing.kubeconfig (docs/bare-metal.md#an-existing-cluster).',
    );
  }
  const title = `the kubeconfig ${path} (environment variable ${variable})`;
  try {
    return { text: readFileSync(path, 'utf8'), title, directory: dirname(path) };
  } catch (error) {
    throw new pulumi.RunError(`${title} cannot be read: ${messageOf(error)}`);
  }
}

function sourceOf(existing: ExistingConfig, env: NodeJS.ProcessEnv): KubeconfigSource {
  const { kubeconfigEnv, kubeconfig = '' } = existing;
  return kubeconfigEnv === undefined
    ? { text: kubeconfig, title: 'the kubeconfig in config.infra:existing.kubeconfig' }
    : fileNamedBy(kubeconfigEnv, env);
}

/** Facts about an environment that are known before its cluster is read. */
export interface ExistingContext {
  readonly environment: string;
  /** Outputs of the last run; empty before the first one. */
  readonly last: Pick<LastRun, 'apiEndpoint' | 'clusterUid' | 'nodes'>;
  /** @default those of the process */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Adopts a cluster that already runs: reads its kubeconfig and its nodes, checks that the platform
 * can run there, and changes nothing.
 *
 * @throws RunError when the kubeconfig is missing or unusable, when the cluster cannot be reached,
 * is another one than in the last run or belongs to another environment, or when no release of the
 * platform can run on it.
 */
export async function readExistingCluster(
  existing: ExistingConfig,
  { environment, last, env = process.env }: ExistingContext,
): Promise<ExistingCluster> {
  const source = sourceOf(existing, env);
  const access = selfContainedKubeconfig(source);
  const hosts = await listHosts(access);
  const identity = await readClusterIdentity(access.text);
  const { apiEndpoint } = access;
  const found = { ...identity, apiEndpoint, hosts: hosts.length, source: source.title };
  const mistake = checkIdentity(environment, found, last);
  if (mistake !== undefined) throw new pulumi.RunError(mistake);
  const { problems, warnings } = checkRequirements(await readClusterState(access.text));
  if (problems.length > 0) {
    throw new pulumi.RunError(`the cluster at ${apiEndpoint}: ${problems.join('; ')}`);
  }
  return {
    kubeconfig: pulumi.secret(access.text),
    apiEndpoint,
    hosts,
    ...(identity.uid !== undefined && { clusterUid: identity.uid }),
    warnings,
  };
}
