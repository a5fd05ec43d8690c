// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { infraConfig } from '../index.ts';

/** A host key as ssh-keyscan prints it. */
export const hostKey = `ssh-ed25519 ${'AAAA'.repeat(16)}`;
/** A host with what it must have. */
export const host = {
  name: 'metal-0',
  role: 'worker',
  publicAddress: '192.0.2.1',
  hostKeys: [hostKey],
};
const kubeone = { version: '1.34.4', apiEndpoint: { host: '192.0.2.9' } };
/** Where backups of the cluster go. */
export const backups = {
  repository: 's3:https://s3.example.org/bucket',
  password: 'eight888',
  accessKeyId: 'i',
  secretAccessKey: 's',
};

/** The smallest configuration in which each group of keys is there. */
export const smallest = {
  provisioner: 'kubeone',
  hosts: [host],
  kubeone: {
    ...kubeone,
    backups,
    imageRegistry: { overwrite: 'registry.example.org' },
    containerd: { registries: { 'docker.io': { mirrors: ['https://mirror.example.org'] } } },
  },
  ssh: { bastion: { address: '192.0.2.8', hostKeys: [hostKey] } },
  bridges: [{ name: 'br1', uplink: 'eth1' }],
  hostProfiles: {},
  preflight: {},
  access: {},
};

/** Reads a configuration as the program does. */
export const inspect = (config: object) =>
  inspectConfig(infraConfig, {
    project: 'infra',
    stack: 'lab',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        `infra:${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    secretKeys: ['infra:kubeone', 'infra:existing'],
  });
