// SPDX-License-Identifier: Apache-2.0
import { ApiClient } from '@strata/cluster-client';
import { builtTool, freePort } from '@strata/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../bootstrap/scripts/test-etcd.ts';
import type { KeyPair } from '../../bootstrap/index.ts';
import { flagsOf } from '../../restored/flags.ts';
import type { Programs } from '../../restored/programs.ts';
import type { MemberMachine } from './member-machine.ts';

const group = 'metrics.k8s.io';
const service = { name: 'metrics-server', namespace: 'kube-system' };

/** ConfigMap by which API servers tell aggregated APIs whom to trust. */
export const trustPath =
  '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';

/** An aggregated API: the real metrics-server, which has no node to measure. */
export class MetricsApi {
  static readonly path = `/apis/${group}/v1beta1/nodes`;
  readonly #port: number;

  private constructor(port: number) {
    this.#port = port;
  }

  /** Starts it, and tells the API where it is. Its own API server is that of one machine. */
  static async start(
    programs: Programs,
    folder: string,
    machine: MemberMachine,
    kubeconfig: string,
  ): Promise<MetricsApi> {
    const port = await freePort();
    const post = (path: string, body: object) => machine.ask('POST', path, kubeconfig, body);
    await post(`/api/v1/namespaces/${service.namespace}/services`, {
      metadata: { name: service.name },
      spec: { type: 'ExternalName', externalName: 'localhost' },
    });
    await post('/apis/apiregistration.k8s.io/v1/apiservices', {
      metadata: { name: `v1beta1.${group}` },
      spec: {
        group,
        version: 'v1beta1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        insecureSkipTLSVerify: true,
        service: { ...service, port },
      },
    });
    await eventually(async () => (await machine.ask('GET', trustPath, kubeconfig)).status === 200);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'kubeconfig');
    const own = kubeconfig.replace(/https:\/\/[^"]+:6443/, `https://${machine.address}:6443`);
    writeFileSync(file, own, { mode: 0o600 });
    const flags = {
      kubeconfig: file,
      'authentication-kubeconfig': file,
      'authorization-kubeconfig': file,
      'bind-address': '127.0.0.1',
      'secure-port': `${port}`,
      'cert-dir': join(folder, 'certificates'),
    };
    programs.start(builtTool('metrics-server-0.8.0', 'metrics-server'), flagsOf(flags));
    return new MetricsApi(port);
  }

  /** Returns the status with which it answers somebody who says to be an API server that asks for an administrator. */
  async askAsFrontProxy({ certificatePem, privateKeyPem }: KeyPair): Promise<number> {
    const headers = { 'x-remote-user': 'somebody', 'x-remote-group': 'system:masters' };
    const client = new ApiClient(
      {
        server: `https://127.0.0.1:${this.#port}`,
        options: {
          // It makes a certificate by itself, which API servers do not verify either.
          rejectUnauthorized: false,
          cert: certificatePem,
          key: privateKeyPem,
          headers,
          agent: false,
        },
      },
      { seconds: 20 },
    );
    try {
      return (await client.send('GET', MetricsApi.path)).status;
    } finally {
      client.close();
    }
  }
}
