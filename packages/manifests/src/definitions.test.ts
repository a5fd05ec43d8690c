// SPDX-License-Identifier: Apache-2.0
import { definitionsAmong, definitionsOf } from './definitions.ts';

test('returns the definitions of a manifest by apiVersion and kind', () => {
  const schema = { openAPIV3Schema: { type: 'object' } };
  const definition = {
    kind: 'CustomResourceDefinition',
    spec: {
      group: 'example.org',
      names: { kind: 'Pool' },
      versions: [
        { name: 'v1', schema },
        { name: 'v2', schema: { openAPIV3Schema: {} } },
      ],
    },
  };
  expect([...definitionsAmong([{ kind: 'Namespace' }, definition])]).toEqual([
    ['example.org/v1/Pool', { type: 'object' }],
    ['example.org/v2/Pool', {}],
  ]);
});

test('returns the definitions of a manifest and those that its operator makes itself', async () => {
  const [kubevirt, cdi] = [
    await definitionsOf('kubevirt', '1.8.4'),
    await definitionsOf('cdi', '1.65.0'),
  ];
  expect([...(kubevirt?.keys() ?? []), ...(cdi?.keys() ?? [])]).toEqual([
    'kubevirt.io/v1/KubeVirt',
    'kubevirt.io/v1alpha3/KubeVirt',
    'kubevirt.io/v1/VirtualMachine',
    'pool.kubevirt.io/v1beta1/VirtualMachinePool',
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterInstancetype',
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterPreference',
    'cdi.kubevirt.io/v1beta1/CDI',
    'cdi.kubevirt.io/v1beta1/DataVolume',
    'cdi.kubevirt.io/v1beta1/DataSource',
    'cdi.kubevirt.io/v1beta1/DataImportCron',
    'cdi.kubevirt.io/v1beta1/StorageProfile',
  ]);
  expect(kubevirt?.get('pool.kubevirt.io/v1beta1/VirtualMachinePool')).toMatchObject({
    required: ['spec'],
    properties: { spec: { properties: { maxUnavailable: {}, virtualMachineTemplate: {} } } },
  });
});

test('refuses a version that is not in the table', async () => {
  await expect(definitionsOf('kubevirt', '0.1.0')).rejects.toThrow(
    'there is no manifest of kubevirt 0.1.0',
  );
});
