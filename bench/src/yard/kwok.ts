// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/sandbox/parts';
import type { Instance } from '@strata/sandbox/parts';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** Stage template of a Node with everything that the environment says about a host. */
const ready = `
{{ $now := Now }}
phase: Running
conditions:
{{ range NodeConditions }}
- { type: {{ .type }}, status: {{ .status | Quote }}, reason: {{ .reason }}, message: {{ .message | Quote }}, lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $.metadata.creationTimestamp | Quote }} }
{{ end }}
capacity: { cpu: "64", memory: 512Gi, pods: "500" }
allocatable: { cpu: "64", memory: 512Gi, pods: "500" }
`;

const readyStatus = '.status.conditions.[] | select( .type == "Ready" ) | .status';

/**
 * Stages in which a Node is Ready at once, and reports so as often as a kubelet with default
 * settings does when nothing has changed. kwok's own stages write every status every 20 seconds,
 * even where there are leases.
 *
 * @see https://github.com/kubernetes-sigs/kwok/blob/v0.7.0/pkg/kwok/cmd/root.go `getDefaultNodeStages`
 * @see https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats
 */
const stages = [
  { name: 'node-ready', operator: 'NotIn' },
  { name: 'node-status', operator: 'In', delay: { durationMilliseconds: 300_000 } },
].map(({ delay, name, operator }) => ({
  apiVersion: 'kwok.x-k8s.io/v1alpha1',
  kind: 'Stage',
  metadata: { name },
  spec: {
    resourceRef: { apiGroup: 'v1', kind: 'Node' },
    selector: { matchExpressions: [{ key: readyStatus, operator, values: ['True'] }] },
    ...(delay && { delay }),
    next: { statusTemplate: ready },
  },
}));

/**
 * Returns the arguments that make kwok keep every Node Ready, each with a lease. kwok renews a
 * lease after a quarter of its time: every 50 seconds instead of a kubelet's 10, because the cost
 * of a thousand Nodes reduces what is left for the measurement, and nothing in the yard checks for
 * late leases.
 */
export function prepareKwok({ dir, kubeconfig }: Instance): readonly string[] {
  const config = join(dir, 'kwok.yaml');
  writeFileAtomically(config, stages.map((stage) => stringify(stage)).join('---\n'));
  return [
    `--kubeconfig=${kubeconfig}`,
    `--config=${config}`,
    '--manage-all-nodes=true',
    '--node-lease-duration-seconds=200',
  ];
}
