// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/sandbox/parts';
import type { Instance } from '@strata/sandbox/parts';
import { join } from 'node:path';
import { stringify } from 'yaml';

/** A host that has all that the environment says of it. */
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
 * A Node is Ready at once, and says so as often as by a kubelet's defaults when nothing has changed:
 * kwok's own stages write every status every 20 seconds, also where there are leases.
 *
 * @see https://github.com/kubernetes-sigs/kwok/blob/v0.7.0/pkg/kwok/cmd/root.go `getDefaultNodeStages`
 * @see https://kubernetes.io/docs/concepts/architecture/nodes/#node-heartbeats
 */
const stages = [
  { name: 'node-ready', operator: 'NotIn' },
  { name: 'node-status', operator: 'In', delay: { durationMilliseconds: 300_000 } },
].map(({ delay, name, operator }) => ({
  ...{ apiVersion: 'kwok.x-k8s.io/v1alpha1', kind: 'Stage', metadata: { name } },
  spec: {
    resourceRef: { apiGroup: 'v1', kind: 'Node' },
    selector: { matchExpressions: [{ key: readyStatus, operator, values: ['True'] }] },
    ...(delay && { delay }),
    next: { statusTemplate: ready },
  },
}));

/**
 * Gives the arguments that have kwok keep every Node Ready, each with a lease. It renews one after a
 * quarter of its time: every 50 seconds instead of a kubelet's 10, for what a thousand Nodes cost is
 * taken from what is measured, and nothing in the yard looks whether one is late.
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
