// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { writeFileAtomically, type Instance } from '../instance.ts';
import { network } from '../network.ts';
import { identities } from './identities.ts';

/** URL of the API server, as every process in the rack reaches it. */
export const apiServerUrl = `https://${network.gateway}:${network.apiPort}`;

/**
 * Renders a self-contained kubeconfig for one identity of the PKI.
 *
 * @param server - URL of the API server. @default its address in the rack
 */
export function renderKubeconfig(
  instance: Instance,
  identity: string,
  server: string = apiServerUrl,
): string {
  const data = (file: string) => readFileSync(join(instance.pkiDir, file)).toString('base64');
  const name = `strata-${instance.name}`;
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server, 'certificate-authority-data': data('ca.crt') } }],
    users: [
      {
        name: identity,
        user: {
          'client-certificate-data': data(`${identity}.crt`),
          'client-key-data': data(`${identity}.key`),
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: identity } }],
    'current-context': name,
  });
}

/** Writes the kubeconfigs of the control plane and of the sandbox's user. */
export function writeKubeconfigs(instance: Instance): void {
  for (const identity of Object.keys(identities)) {
    const path = join(instance.pkiDir, `${identity}.kubeconfig`);
    writeFileAtomically(path, renderKubeconfig(instance, identity));
  }
  writeFileAtomically(instance.kubeconfig, renderKubeconfig(instance, 'admin'));
}
