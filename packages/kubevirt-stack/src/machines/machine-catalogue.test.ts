// SPDX-License-Identifier: Apache-2.0
import { ComponentResource } from '@pulumi/pulumi';
import { named, recordProgram } from '@strata/testing';
import { createMachineCatalogue } from './machine-catalogue.ts';

const recorded = (name: string, kind: string, objectName: string, spec: object) => ({
  type: `kubernetes:instancetype.kubevirt.io/v1beta1:${kind}`,
  name,
  custom: true,
  inputs: {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind,
    metadata: {
      name: objectName,
      labels: {
        'app.kubernetes.io/managed-by': 'strata',
        'strata.dev/environment': 'sandbox',
      },
      annotations: { 'pulumi.com/patchFieldManager': 'strata' },
    },
    spec,
  },
  secretInputs: [],
  parent: 'platform',
  dependsOn: [],
  protect: false,
  formerParents: [
    'urn:pulumi:sandbox::test::strata:Platform$strata:kubevirt-stack:MachineCatalogue::machines',
  ],
});

test('makes each size and each preference for the VMs of all namespaces', async () => {
  const recording = await recordProgram(() =>
    createMachineCatalogue(
      'machines',
      {
        environment: 'sandbox',
        instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
        preferences: [{ name: 'large', cpuTopology: 'cores' }],
      },
      { parent: new ComponentResource('strata:Platform', 'platform') },
    ),
  );
  expect(recording.resources).toHaveLength(3);
  expect(recording.result).toHaveLength(2);
  expect(named(recording, 'machines-size-large')).toStrictEqual(
    recorded('machines-size-large', 'VirtualMachineClusterInstancetype', 'large', {
      cpu: { guest: 16 },
      memory: { guest: '64Gi' },
    }),
  );
  expect(named(recording, 'machines-preference-large')).toStrictEqual(
    recorded('machines-preference-large', 'VirtualMachineClusterPreference', 'large', {
      cpu: { preferredCPUTopology: 'cores' },
    }),
  );
});
