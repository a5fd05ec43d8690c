// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { stackOutputs } from '@strata/contracts/stack-outputs';
import { endpointIn } from './kubeone/fixed-settings.ts';
import type { FixedValues } from './kubeone/fixed-settings.ts';
import type { LateDigests } from './kubeone/late-settings.ts';
import type { Rejoins } from './rejoins.ts';

/** Outputs of the last run of this stack. */
export interface LastRun {
  /** Kubeconfig of cluster-admin. */
  readonly kubeconfig?: string;
  /** Names of the hosts that were nodes after that run. */
  readonly nodes: readonly string[];
  /** Settings that the cluster was made with; empty before a run has recorded them. */
  readonly fixed: FixedValues;
  /** Settings that running hosts have; empty before a run has recorded them. */
  readonly late: LateDigests;
  /** How often each host has joined again. */
  readonly rejoins: Rejoins;
  /** URL of the API of the cluster. */
  readonly apiEndpoint?: string;
  /** Identity of a cluster that already ran; undefined before a run has recorded it. */
  readonly clusterUid?: string;
}

interface OwnOutputs {
  readonly outputs?: {
    readonly kubeconfig?: unknown;
    readonly apiEndpoint?: unknown;
    readonly clusterUid?: unknown;
    readonly hosts?: unknown;
    readonly fixedSettings?: FixedValues;
    readonly hostSettings?: LateDigests;
    readonly rejoins?: Rejoins;
  };
}

function namesIn(hosts: unknown): string[] {
  if (!Array.isArray(hosts)) return [];
  return hosts.flatMap((host: { readonly name?: unknown }) =>
    typeof host.name === 'string' ? [host.name] : [],
  );
}

/** Reads the outputs of this stack; before the first run there are none. */
export async function readLastRun(): Promise<LastRun> {
  const own = { project: pulumi.getProject(), stack: pulumi.getStack() };
  const answer = (await stackOutputs(own).catch(() => ({}))) as OwnOutputs;
  const { apiEndpoint, clusterUid, fixedSettings, hosts, hostSettings, kubeconfig, rejoins } =
    answer.outputs ?? {};
  return {
    ...(typeof kubeconfig === 'string' && { kubeconfig }),
    ...(typeof apiEndpoint === 'string' && { apiEndpoint }),
    ...(typeof clusterUid === 'string' && { clusterUid }),
    nodes: namesIn(hosts),
    fixed:
      fixedSettings === undefined
        ? {}
        : { ...(typeof apiEndpoint === 'string' && endpointIn(apiEndpoint)), ...fixedSettings },
    late: hostSettings ?? {},
    rejoins: rejoins ?? {},
  };
}
