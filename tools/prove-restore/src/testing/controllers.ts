// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';
import type { Programs } from '@strata/user-cluster/restored';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A real API server, as a client with all rights reaches it. */
export interface ReachableApi {
  readonly port: number;
  readonly token: string;
  /** Folder with the certificates of the cluster. */
  readonly pki: string;
}

/** Returns the text of a kubeconfig for an API server on loopback. */
export function loopbackKubeconfig({ pki, port, token }: ReachableApi): string {
  const authority = readFileSync(join(pki, 'ca.crt')).toString('base64');
  const server = `https://127.0.0.1:${port}`;
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server, 'certificate-authority-data': authority } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  });
}

/** Starts some controllers of the real kube-controller-manager. */
export function startControllers(
  programs: Programs,
  folder: string,
  api: ReachableApi,
  names: readonly string[],
): void {
  const file = join(folder, 'controllers.kubeconfig');
  writeFileSync(file, loopbackKubeconfig(api), { mode: 0o600 });
  programs.start(builtTool('kubernetes-1.35.4', 'kube-controller-manager'), [
    `--kubeconfig=${file}`,
    `--controllers=${names.join(',')}`,
    '--leader-elect=false',
    '--secure-port=0',
    `--service-account-private-key-file=${join(api.pki, 'sa.key')}`,
    `--root-ca-file=${join(api.pki, 'ca.crt')}`,
  ]);
}
