// SPDX-License-Identifier: Apache-2.0
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';

/** Writes the kubeconfig that a stand-in reaches the tenant with, in tests. */
export function writeKubeconfig(file: string, server: string): void {
  writeFileSync(
    file,
    stringify({
      'current-context': 'demo',
      contexts: [{ name: 'demo', context: { cluster: 'demo', user: 'controller' } }],
      clusters: [{ name: 'demo', cluster: { server } }],
      users: [{ name: 'controller', user: { token: 't' } }],
    }),
  );
}
