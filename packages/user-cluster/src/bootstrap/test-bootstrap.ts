// SPDX-License-Identifier: Apache-2.0
import { userClusterConfig } from '../config/index.ts';
import type { UserClusterConfig } from '../config/index.ts';
import type { ControlPlaneBootstrapArgs, WorkerBootstrapArgs } from './bootstrap-args.ts';

const machine = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu-24-04', sizeGiB: 20 },
};

/** Returns a configuration for tests, with the defaults of everything that `change` leaves out. */
export function testConfig(
  change: {
    readonly kubernetes?: object;
    readonly controlPlane?: object;
    readonly [area: string]: unknown;
  } = {},
): UserClusterConfig {
  return userClusterConfig.parse({
    pools: [{ name: 'md-a', replicas: 2, ...machine }],
    ...change,
    kubernetes: {
      version: '1.35.4',
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.101.0.0/16',
      ...change.kubernetes,
    },
    controlPlane: { ...machine, endpoint: { address: '192.0.2.10' }, ...change.controlPlane },
  });
}

const pair = (name: string) => ({
  certificatePem: `certificate of ${name}\n`,
  privateKeyPem: `key of ${name}\n`,
});

const trusted = (name: string) => ({ ...pair(name), trustedPem: pair(name).certificatePem });

const shared = {
  cluster: 'demo',
  namespace: 'cluster-demo',
  platform: { networks: [] },
  authority: {
    certificatePem: 'certificate of the cluster\n',
    publicKeyPins: [`sha256:${'0'.repeat(64)}`],
  },
};

/** Returns the input of a worker's start-up data in tests. */
export function testWorker(config: UserClusterConfig = testConfig()): WorkerBootstrapArgs {
  const [pool] = config.pools;
  if (pool === undefined) throw new Error('the configuration has no pool');
  return {
    ...shared,
    role: 'worker',
    token: 'abcdef.0123456789abcdef',
    config,
    machine: pool,
    kubernetesVersion: config.kubernetes.version,
  };
}

/** Returns the input of a control-plane VM's start-up data in tests. */
export function testControlPlane(
  config: UserClusterConfig = testConfig(),
  index = 0,
): ControlPlaneBootstrapArgs {
  return {
    ...shared,
    role: 'control-plane',
    index,
    config,
    machine: config.controlPlane,
    keys: {
      cluster: pair('the cluster'),
      etcd: trusted('etcd'),
      frontProxy: trusted('the front proxy'),
      serviceAccount: { privateKeyPem: 'key of tokens\n', publicKeyPem: 'public key of tokens\n' },
      encryptionKeys: [{ name: 'strata', secret: 'a2V5' }],
    },
  };
}
