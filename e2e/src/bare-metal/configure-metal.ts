// SPDX-License-Identifier: Apache-2.0
import type { MetalLab } from './metal-lab.ts';
import { encryptedValues } from './metal-secrets.ts';

/**
 * Writes the configuration of a lab's stack.
 *
 * @param count - of the lab's hosts, the first ones.
 * @param kubeone - what differs of `infra:kubeone`.
 * @param others - what differs of everything else.
 */
export async function configureMetal(
  lab: MetalLab,
  count: number,
  kubeone: object,
  others: object,
): Promise<void> {
  lab.stack.configure({
    'infra:provisioner': 'kubeone',
    'infra:ssh': lab.ssh,
    'infra:hosts': lab.hosts.slice(0, count).map(({ config }) => config),
    'infra:kubeone': {
      version: '1.34.4',
      apiEndpoint: { host: '192.0.2.9' },
      backups: { repository: 's3:https://s3.example.org/metal' },
      containerd: { registries: { 'docker.io': { mirrors: ['https://m.test'], username: 'me' } } },
      ...kubeone,
    },
    ...others,
  });
  for (const [path, value] of Object.entries(encryptedValues)) {
    await lab.stack.setSecret(path, value);
  }
}
