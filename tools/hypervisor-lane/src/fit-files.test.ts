// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { generateEnvironment, generateUserCluster } from '@strata/nx-pulumi';
import { userClusterConfig } from '@strata/user-cluster/config';
import { parse } from 'yaml';
import { fitCluster } from './fit-cluster.ts';
import { fitInfra } from './fit-infra.ts';
import { fitPlatform } from './fit-platform.ts';

const tree = createTree();
generateEnvironment(tree, {
  name: 'hypervisor',
  storageClass: 'lane',
  endpoints: '172.18.255.10-172.18.255.19',
  loadBalancers: '172.18.255.20-172.18.255.99',
  services: '10.112.0.0/12',
  dns: '10.96.0.10',
});
generateUserCluster(tree, { environment: 'hypervisor', name: 'demo' });

const textOf = (path: string) => tree.read(path, 'utf8') ?? '';

/** The configuration of a program, as it checks it. */
function configOf(project: string, text: string): Record<string, unknown> {
  const { config } = parse(text) as { readonly config: Readonly<Record<string, unknown>> };
  const keys = Object.entries(config);
  return Object.fromEntries(keys.map(([key, value]) => [key.replace(`${project}:`, ''), value]));
}

test('the infra cluster is that of KUBECONFIG, as in all steps of the lane', () => {
  const text = fitInfra(textOf('stacks/infra/Pulumi.hypervisor.yaml'));
  expect(configOf('infra', text)).toEqual({
    provisioner: 'existing',
    existing: { kubeconfigEnv: 'KUBECONFIG' },
  });
});

test('the platform has files on NFS for disks, and an image of each kind', () => {
  const text = fitPlatform(textOf('stacks/kubevirt-stack/Pulumi.hypervisor.yaml'), {
    url: 'https://images.example.org/flatcar.qcow2.gz',
    checksum: `sha256:${'0'.repeat(64)}`,
  });
  const { storage, images } = kubevirtStackConfig.parse(configOf('kubevirt-stack', text));
  expect(storage).toEqual({
    className: 'lane',
    accessModes: ['ReadWriteMany'],
    volumeMode: 'Filesystem',
  });
  expect(images.map(({ name, os }) => [name, os])).toEqual([
    ['ubuntu-24-04', 'ubuntu'],
    ['flatcar', 'flatcar'],
  ]);
});

test('the user cluster has a worker of each kind, and a destroy of it leaves nothing', () => {
  const text = fitCluster(textOf('stacks/user-cluster/Pulumi.hypervisor.demo.yaml'));
  const { pools, deletion, controlPlane, kubernetes } = userClusterConfig.parse(
    configOf('user-cluster', text),
  );
  expect(pools.map(({ name, replicas, cloudInit }) => [name, replicas, cloudInit])).toEqual([
    ['md-a', 1, 'noCloud'],
    ['md-f', 1, 'ignition'],
  ]);
  expect(deletion).toMatchObject({ protect: false, volumes: 'delete' });
  expect(controlPlane.endpoint.address).toBe('172.18.255.10');
  expect(kubernetes.serviceCidr).toBe('10.112.0.0/20');
});
