// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';
import { networking } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';

type Spec = types.input.networking.v1.NetworkPolicySpec;

/** Arguments of {@link Isolation}. */
export interface IsolationArgs {
  readonly environment: string;
  readonly cluster: string;
  readonly namespace: string;
  /** Where CDI runs, which asks importers how far they are. */
  readonly cdiNamespace: string;
}

/** Pods by which CDI imports disk images. */
const importers = { matchLabels: { 'cdi.kubevirt.io': 'importer' } };

/** The infra cluster's own DNS servers. */
const dnsServers = { podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } };

/** Registries may be anywhere. */
const anywhere = ['0.0.0.0/0', '::/0'].map((cidr) => ({ ipBlock: { cidr } }));

function namespaceNamed(name: string) {
  return { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } };
}

function tcp(...ports: number[]) {
  return ports.map((port) => ({ protocol: 'TCP', port }));
}

/**
 * What traffic a cluster's pods may have. Everything not named here is denied, in both directions,
 * by the first of them. No rule may be empty: an empty rule allows everything.
 *
 * @see https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function isolationPolicies({ cdiNamespace }: IsolationArgs): Readonly<Record<string, Spec>> {
  return {
    'default-deny': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    'same-cluster': {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
      egress: [{ to: [{ podSelector: {} }] }],
    },
    dns: {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ ...namespaceNamed('kube-system'), ...dnsServers }],
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
      ],
    },
    'image-import': {
      podSelector: importers,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [namespaceNamed(cdiNamespace)], ports: tcp(8443) }],
      egress: [{ to: anywhere, ports: tcp(80, 443, 5000) }],
    },
  };
}

/**
 * Default deny in both directions for everything in a cluster's namespace, and what must be allowed
 * all the same. It covers the pod network alone; no further interface of a machine.
 */
export class Isolation extends pulumi.ComponentResource {
  constructor(name: string, args: IsolationArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Isolation', name, {}, options);
    for (const [policy, spec] of Object.entries(isolationPolicies(args))) {
      new networking.v1.NetworkPolicy(
        `${name}-${policy}`,
        {
          metadata: {
            name: policy,
            namespace: args.namespace,
            labels: clusterLabels(args.environment, args.cluster),
            annotations: ownerAnnotations,
          },
          spec,
        },
        { parent: this },
      );
    }
    this.registerOutputs({});
  }
}
