// SPDX-License-Identifier: Apache-2.0

/** Addresses that are in use although no file of an environment names them. */
export interface TakenRange {
  readonly cidr: string;
  /** Completes "overlaps ...". */
  readonly what: string;
  /** The key of the plan's `infra` that replaces this entry; undefined if nothing replaces it. */
  readonly insteadOf?: 'pods' | 'services';
  readonly source: string;
}

const kubeone =
  'https://docs.kubermatic.com/kubeone/v1.14/references/kubeone-cluster-v1beta2/#clusternetworkconfig';

/** Addresses that clusters collide with unless somebody has changed a default. */
export const takenRanges: readonly TakenRange[] = [
  {
    cidr: '10.244.0.0/16',
    what: 'the pods of an infra cluster that KubeOne makes by default; if this cluster has others, name them in infra.pods of the address plan',
    insteadOf: 'pods',
    source: kubeone,
  },
  {
    cidr: '10.96.0.0/12',
    what: 'the Services of an infra cluster that KubeOne makes by default; if this cluster has others, name them in infra.services of the address plan',
    insteadOf: 'services',
    source: kubeone,
  },
  {
    cidr: '10.0.2.0/24',
    what: 'what a machine behind its pod believes to be its network',
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-launcher/virtwrap/api/defaults.go',
  },
  {
    cidr: '127.0.0.0/8',
    what: 'the loopback range',
    source:
      'https://www.iana.org/assignments/iana-ipv4-special-registry/iana-ipv4-special-registry.xhtml',
  },
  {
    cidr: '169.254.0.0/16',
    what: 'the link-local range, where node-local DNS (169.254.20.10) and metadata services are',
    source: 'https://kubernetes.io/docs/tasks/administer-cluster/nodelocaldns/',
  },
];
