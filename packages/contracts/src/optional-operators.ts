// SPDX-License-Identifier: Apache-2.0
import type { Pin } from './pin.ts';

/** An operator that is installed only if an environment lists it, in a namespace of its own name. */
interface OptionalOperator extends Pin {
  /** Pod Security level of its namespace. @see https://kubernetes.io/docs/concepts/security/pod-security-standards/ */
  readonly podSecurity: {
    readonly level: 'privileged' | 'baseline' | 'restricted';
    readonly reason: string;
  };
}

const github = 'https://github.com';

/** Every optional operator, in the order in which messages name them. */
export const optionalOperators = {
  'node-feature-discovery': {
    version: '0.19.0',
    source: `${github}/kubernetes-sigs/node-feature-discovery/releases/tag/v0.19.0`,
    podSecurity: {
      level: 'privileged',
      reason: 'its worker reads folders of the host to find hardware (hostPath)',
    },
  },
  'sriov-network-operator': {
    version: '1.6.0',
    source: `${github}/k8snetworkplumbingwg/sriov-network-operator/releases/tag/v1.6.0`,
    podSecurity: {
      level: 'privileged',
      reason: 'its daemon configures network cards and drivers of the host',
    },
  },
  'gpu-operator': {
    version: '26.3.3',
    source: `${github}/NVIDIA/gpu-operator/releases/tag/v26.3.3`,
    podSecurity: {
      level: 'privileged',
      reason: 'its daemons bind GPUs of the host to the driver vfio-pci',
    },
  },
  descheduler: {
    version: '0.36.0',
    source: `${github}/kubernetes-sigs/descheduler/releases/tag/v0.36.0`,
    podSecurity: { level: 'restricted', reason: 'it talks to the Kubernetes API only' },
  },
  whereabouts: {
    version: '0.9.4',
    source: `${github}/k8snetworkplumbingwg/whereabouts/releases/tag/v0.9.4`,
    podSecurity: {
      level: 'privileged',
      reason: 'it puts its CNI plugin onto the host and uses the network of the host',
    },
  },
} as const satisfies Readonly<Record<string, OptionalOperator>>;

/** Name of an optional operator. */
export type OptionalComponent = keyof typeof optionalOperators;

/** The names of all optional operators. */
export const optionalComponents = Object.keys(optionalOperators) as [
  OptionalComponent,
  ...OptionalComponent[],
];
