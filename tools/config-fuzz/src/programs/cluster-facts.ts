// SPDX-License-Identifier: Apache-2.0
import { infraFacts, infraFactsFile } from '@strata/contracts';
import type { InfraFacts } from '@strata/contracts';
import type { readPlatformConfig } from '@strata/kubevirt-stack';
import type { FileSource } from '@strata/plan-check';
import { parse } from 'yaml';

/** What the platform asks of the infra cluster. */
export type ClusterFacts = Awaited<ReturnType<typeof readPlatformConfig>>['cluster'];

/** The facts of an environment's infra cluster, as its file has them. */
export function readInfraFacts(source: FileSource, environment: string): InfraFacts {
  return infraFacts.parse(parse(source.read(infraFactsFile(environment)) ?? ''));
}

/** What an infra cluster with these facts would answer before anything is installed. */
export function clusterFacts(facts: InfraFacts): ClusterFacts {
  const { hosts, kubernetes, network, storageClasses } = facts;
  return {
    kubernetes,
    hosts: hosts.map(({ name }) => ({ name, labels: {} })),
    kubevirt: undefined,
    cdi: undefined,
    outdatedVirtualMachines: 0,
    storageClasses: storageClasses.map((one) => ({
      name: one.name,
      provisioner: one.provisioner,
      isDefault: one.default,
      isVirtDefault: false,
      allowVolumeExpansion: one.expansion,
      volumeBindingMode: one.volumeBindingMode,
      isTopologyBound: one.topologyBound,
    })),
    snapshotDrivers: storageClasses.filter((one) => one.snapshots).map((one) => one.provisioner),
    kubeProxy: undefined,
    whereabouts: false,
    network,
  };
}
