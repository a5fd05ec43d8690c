// SPDX-License-Identifier: Apache-2.0
import { kubeadmConfigs } from '../bootstrap/kubeadm-config.ts';
import { testContext, type Change } from '../test-context.ts';

const s3 = {
  endpoint: 'https://s3.example.org:9000',
  bucket: 'backups',
  prefix: 'strata',
  addresses: ['10.20.0.0/24'],
  credentials: { accessKeyId: 'the-id', secretAccessKey: 'the-secret' },
};
const toBucket = { backup: { target: { s3 } } };

test.each([1, 3] as const)(
  'etcd of %i machines listens for the backup, under its name',
  (replicas) => {
    const { controlPlane } = testContext().config;
    const peers = {
      network: 'backbone',
      addresses: ['192.168.7.1/24', '192.168.7.2/24', '192.168.7.3/24'],
    };
    const written = {
      instancetype: controlPlane.instancetype,
      rootDisk: { image: 'ubuntu', sizeGiB: 20 },
      endpoint: { address: controlPlane.endpoint.address },
      ...(replicas === 3 && { replicas, peers }),
    };
    const kubeadm = (change: Change) => {
      const context = testContext({ controlPlane: written, ...change });
      const authority = { certificatePem: 'the-certificate' };
      return kubeadmConfigs({
        ...context,
        authority,
        keys: { cluster: authority },
        role: 'control-plane',
        index: 0,
        machine: context.config.controlPlane,
      } as never);
    };
    const texts = JSON.stringify(kubeadm(toBucket));
    expect(texts).toContain('https://0.0.0.0:2379');
    expect(texts).toContain('etcd.cluster-demo.svc');
    expect(JSON.stringify(kubeadm({}))).not.toMatch(/0\.0\.0\.0|serverCertSANs/);
  },
);
