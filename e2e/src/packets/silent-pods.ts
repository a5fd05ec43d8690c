// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { apply } from '../apply.ts';
import { eventually } from '../environment.ts';

/** A pod that does nothing, but is to policies whoever its labels say. */
export const silentPod = (
  namespace: string,
  name: string,
  labels: Readonly<Record<string, string>>,
) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, labels },
  spec: {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: 0,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65_534,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'pause',
        image: 'registry.k8s.io/pause:3.10',
        resources: {
          requests: { cpu: '1m', memory: '1Mi' },
          limits: { cpu: '1m', memory: '1Mi' },
        },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  },
});

/** Makes namespaces in which pods can be made: their ServiceAccounts are there. */
export async function createNamespaces(
  session: RackSession,
  names: readonly string[],
): Promise<void> {
  const kind = { apiVersion: 'v1', kind: 'Namespace' };
  await apply(
    session,
    names.map((name) => ({ ...kind, metadata: { name } })),
  );
  await eventually('namespaces have their ServiceAccount', async () => {
    const accounts = names.map((name) => ['get', 'serviceaccount', 'default', '-n', name]);
    const found = await Promise.all(accounts.map((args) => session.capture(['kubectl', ...args])));
    return found.every(({ code }) => code === 0);
  });
}
