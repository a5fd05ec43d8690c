// SPDX-License-Identifier: Apache-2.0
import { kinds } from './resource/index.ts';
import type { TestResource } from './test-violations.ts';

const metadata = { namespace: 'cluster-demo', name: 'cp-0' };

/** The parts of a VM that tests change. */
export interface TestMachine {
  readonly annotations?: object;
  readonly spec?: object;
  readonly diskTemplates?: readonly object[];
}

const goodSpec = {
  dnsPolicy: 'None',
  dnsConfig: { nameservers: ['10.96.0.10'] },
  evictionStrategy: 'LiveMigrateIfPossible',
  networks: [{ name: 'default', pod: {} }],
  domain: { devices: { interfaces: [{ name: 'default', masquerade: {} }] } },
};

/** Returns a disk of a VM, by default on storage that all hosts reach. */
export function diskTemplate(name: string, storage: object = {}): object {
  const claim = { storageClassName: 'ceph', volumeMode: 'Block', accessModes: ['ReadWriteMany'] };
  return {
    metadata: { name },
    spec: { sourceRef: { name: 'ubuntu' }, storage: { ...claim, ...storage } },
  };
}

function vmSpec({ annotations = {}, spec = {}, diskTemplates = [] }: TestMachine): object {
  return {
    dataVolumeTemplates: diskTemplates,
    template: { metadata: { annotations }, spec: { ...goodSpec, ...spec } },
  };
}

/** Returns a VirtualMachine that no rule objects to, with changes. */
export function virtualMachine(
  changes: TestMachine = {},
  options: Partial<TestResource> = {},
): TestResource {
  return { type: kinds.virtualMachine, props: { metadata, spec: vmSpec(changes) }, ...options };
}

/** Returns a VirtualMachinePool that no rule objects to, with changes. */
export function virtualMachinePool(changes: TestMachine = {}): TestResource {
  const spec = { virtualMachineTemplate: { spec: vmSpec(changes) } };
  return {
    type: kinds.virtualMachinePool,
    props: { metadata: { ...metadata, name: 'md-a' }, spec },
  };
}

/** Returns a Deployment with one container and one pod spec. */
export function deployment(container: object, pod: object = {}, object = metadata): TestResource {
  const containers = [{ name: 'main', image: 'quay.io/strata/main:v1', ...container }];
  const spec = { template: { spec: { containers, ...pod } } };
  return { type: kinds.deployment, props: { metadata: object, spec } };
}
