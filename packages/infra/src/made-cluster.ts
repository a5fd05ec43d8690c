// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Host, InfraOutputs } from '@strata/contracts';
import type { InfraConfig, KubeoneConfig } from './config/index.ts';
import { listHosts } from './host-inventory.ts';
import { dnsCacheOf } from './kubeone/dns-cache.ts';
import type { DnsCache } from './kubeone/dns-cache.ts';
import { fixedValues } from './kubeone/fixed-settings.ts';
import type { FixedValues } from './kubeone/fixed-settings.ts';
import { KubeOneCluster } from './kubeone/kubeone-cluster.ts';
import { describeFacts, HostPreflight, preflightArgs } from './preflight/index.ts';
import { HostBridges, HostProfile } from './profile/index.ts';
import type { Rejoins } from './rejoins.ts';
import { selfContainedKubeconfig } from './self-contained-kubeconfig.ts';
import type { SelfContainedKubeconfig } from './self-contained-kubeconfig.ts';

/** An infra cluster that this stack creates. */
export interface MadeCluster {
  /** Kubeconfig that refers to no other file; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  readonly apiEndpoint: string;
  readonly hosts: pulumi.Output<Host[]>;
  readonly dnsCache: DnsCache;
  /** The hosts' bridges; the stacks above check their VLANs and MetalLB's interfaces against them. */
  readonly bridges: NonNullable<InfraOutputs['bridges']>;
  /** Changes of the last run of KubeOne. */
  readonly changes: pulumi.Output<readonly string[]>;
  /** Settings that the cluster keeps, known when KubeOne is done. */
  readonly fixedSettings: pulumi.Output<FixedValues>;
}

const title = 'the kubeconfig that KubeOne gave';

/** Lists the hosts. A preview only warns when the cluster does not answer, because this run may be meant to repair it. */
async function hostsOf(access: SelfContainedKubeconfig): Promise<Host[]> {
  try {
    return await listHosts(access);
  } catch (error) {
    if (!pulumi.runtime.isDryRun() || !(error instanceof pulumi.RunError)) throw error;
    void pulumi.log.warn(error.message);
    return [];
  }
}

type MadeConfig = InfraConfig & {
  readonly kubeone: KubeoneConfig;
  /** How often hosts have joined again. */
  readonly rejoins?: Rejoins;
};

/** Returns an empty list of dependencies that is known once the output has a value: `dependsOn` then waits for the value, not only for resources. */
const onceKnown = (output: pulumi.Output<unknown>) => output.apply((): pulumi.Resource[] => []);

/**
 * Checks the hosts, then sets up their bridges, then their profiles, which must be in place when
 * their kubelets join.
 *
 * @returns an output that has a value once all hosts are prepared.
 */
function prepareHosts(config: MadeConfig): pulumi.Output<unknown> {
  const { hosts, ssh, bridges, hostProfiles, rejoins = {} } = config;
  const { facts } = new HostPreflight('preflight', { ...preflightArgs(config), rejoins });
  // A preview has already printed the current facts of the hosts.
  if (!pulumi.runtime.isDryRun()) {
    void facts.apply((all) => all.forEach((one) => void pulumi.log.info(describeFacts(one))));
  }
  const { confirmed } = new HostBridges(
    'bridges',
    { hosts, ssh, bridges, rejoins },
    { dependsOn: onceKnown(facts) },
  );
  const known = pulumi.all([facts, confirmed]);
  const { applied } = new HostProfile(
    'profile',
    { hosts, ssh, hostProfiles, rejoins },
    { dependsOn: onceKnown(known) },
  );
  return pulumi.all([known, applied]);
}

/** Creates the cluster and reads what the stacks above need to know about it. */
export function makeCluster(environment: string, config: MadeConfig): MadeCluster {
  const { hosts, ssh, kubeone, bridges, rejoins = {} } = config;
  const cluster = new KubeOneCluster(
    'cluster',
    { environment, hosts, ssh, kubeone, rejoins },
    { dependsOn: onceKnown(prepareHosts(config)) },
  );
  const { endedAt: keptAfter } = cluster;
  new HostProfile(
    'kept-profile',
    { hosts, ssh, hostProfiles: config.hostProfiles, keptAfter },
    { dependsOn: onceKnown(keptAfter) },
  );
  const access = cluster.kubeconfig.apply((text) => selfContainedKubeconfig({ text, title }));
  const kubeconfig = access.apply(({ text }) => text);
  return {
    kubeconfig,
    apiEndpoint: cluster.apiEndpoint,
    hosts: pulumi.unsecret(access.apply((one) => hostsOf(one))),
    dnsCache: dnsCacheOf(kubeone),
    bridges: bridges.map(({ hosts: on, name, uplink, vlans }) => ({
      name,
      uplink,
      vlans,
      ...(on !== undefined && { hosts: on }),
    })),
    changes: cluster.changes,
    fixedSettings: cluster.changes.apply(() => fixedValues(kubeone)),
  };
}
