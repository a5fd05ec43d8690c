// SPDX-License-Identifier: Apache-2.0
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { PublishedOutputs } from './offline-backend.ts';

/** Outputs of infra that its file decides, so a preview of it knows them. */
const decidedByFile = ['bridges', 'dnsCache'];

/** Where the outputs that are no facts come from. */
interface Sources {
  /** Kubeconfig of the server that serves the facts. */
  readonly kubeconfig: string;
  /** Outputs of a preview of infra; empty if it fails. */
  readonly promised: Readonly<Record<string, unknown>>;
}

/** Returns what the program infra would export for a cluster with these facts. */
export function factsOutputs(
  environment: string,
  { hosts, network }: InfraFacts,
  { kubeconfig, promised }: Sources,
): PublishedOutputs {
  const [address = '127.0.0.1'] = network.api.addresses;
  const host = address.includes(':') ? `[${address}]` : address;
  const decided = Object.entries(promised).filter(([name]) => decidedByFile.includes(name));
  return {
    values: {
      environment,
      apiEndpoint: `https://${host}:6443`,
      hosts,
      ...Object.fromEntries(decided),
    },
    secrets: {
      kubeconfig,
      platformKubeconfig: kubeconfig,
      userClustersKubeconfig: kubeconfig,
    },
  };
}
