// SPDX-License-Identifier: Apache-2.0
import { infraConfig } from '../config/index.ts';
import type { HostConfig, InfraConfig, KubeoneConfig } from '../config/index.ts';

/** Fields of a configuration that a test changes. */
type Loose = Readonly<Record<string, unknown>>;

export const ecdsaKey = `ecdsa-sha2-nistp256 ${'A'.repeat(24)}ecdsakey`;
export const ed25519Key = `ssh-ed25519 ${'A'.repeat(24)}ed25519k`;

const plane = (number: number): Loose => ({
  name: `metal-${number}`,
  role: 'control-plane',
  publicAddress: `192.0.2.${10 + number}`,
  privateAddress: `10.0.0.${10 + number}`,
  hostKeys: [ed25519Key, ecdsaKey],
  zone: 'abc'[number],
});

export const worker: Loose = {
  name: 'metal-3',
  role: 'worker',
  publicAddress: '192.0.2.13',
  hostKeys: [ed25519Key],
};

export const planes = [plane(0), plane(1), plane(2)];

/** Returns a complete configuration, parsed by the schema of the program. */
export function testConfig(kubeone: Loose = {}, others: Loose = {}) {
  return infraConfig.parse({
    provisioner: 'kubeone',
    hosts: [...planes, worker],
    kubeone: { version: '1.34.4', apiEndpoint: { host: '192.0.2.9' }, ...kubeone },
    ...others,
  }) as InfraConfig & { readonly hosts: HostConfig[]; readonly kubeone: KubeoneConfig };
}

/** Returns the inputs of the component and of the renderer. */
export function testInputs(kubeone: Loose = {}, others: Loose = {}) {
  const { hosts, ssh, kubeone: cluster } = testConfig(kubeone, others);
  return { environment: 'rack-a', hosts, ssh, kubeone: cluster };
}
