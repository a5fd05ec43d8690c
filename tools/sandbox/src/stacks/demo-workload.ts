// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { RackSession } from '../rack/session.ts';
import { UserError } from '../user-error.ts';

/** Path of a file of the demo: a workload with a volume, as a user of a cluster might run it. */
const demo = (file: string) => join(import.meta.dirname, '../../demo', file);

/** Conditions that must hold for each part of the demo to work. */
const conditions = [
  ['nodes', '--all', '--for=condition=Ready'],
  ['deployment/shop', '--for=condition=Available'],
  ['service/shop', '--for=jsonpath={.status.loadBalancer.ingress[0].ip}'],
] as const;

/**
 * Runs a program with a volume and a load balancer in a user cluster, and waits until all of its
 * parts work.
 *
 * @param kubeconfig - Path of the cluster's kubeconfig.
 * @throws UserError that names what does not work.
 */
export async function runDemoWorkload(session: RackSession, kubeconfig: string): Promise<void> {
  const kubectl = ['kubectl', '--kubeconfig', kubeconfig];
  const steps = [
    ['apply', '--filename', demo('shop-data.yaml')],
    // Seen once: a pod that was created in the moment in which its claim was bound stayed
    // unscheduled for minutes, until a node changed.
    ['wait', '--timeout=180s', 'pvc/shop-data', '--for=jsonpath={.status.phase}=Bound'],
    ['apply', '--filename', demo('shop.yaml')],
    ...conditions.map((condition) => ['wait', '--timeout=180s', ...condition]),
  ];
  for (const step of steps) {
    const { code, stderr } = await session.capture([...kubectl, ...step]);
    if (code === 0) continue;
    throw new UserError(
      `the demo's program does not work in the user cluster; "kubectl ${step.join(' ')}" says: ${stderr.trim()}`,
    );
  }
}
