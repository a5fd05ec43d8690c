// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import { named, recordProgram } from '@strata/testing';
import { mirrored, testContext } from '../test-context.ts';
import { createCloudController } from './index.ts';

const record = () =>
  recordProgram(() =>
    createCloudController('ccm', { ...testContext({}, mirrored), tenantKubeconfig: 'hush' }),
  );

// Proves: cloud-controller.no-infra-credentials
test('takes over resources that states have under former components', async () => {
  const { resources } = await record();
  const former = 'urn:pulumi:sandbox::test::strata:user-cluster:';
  expect(resources.map(({ formerParents }) => formerParents)).toEqual(
    resources.map(() => [
      `${former}InfraController::ccm-infra`,
      `${former}CloudController$strata:user-cluster:InfraController::ccm-infra`,
    ]),
  );
});

test('applies its options to every object, and has objects in the namespace deleted with it if contents say so', async () => {
  const recording = await recordProgram(() => {
    const [own, namespace] = ['own', 'namespace'].map(
      (name) => new core.v1.Namespace(name, { metadata: { name } }),
    );
    return createCloudController(
      'ccm',
      {
        ...testContext({}, mirrored),
        tenantKubeconfig: 'hush',
        ...(namespace && { contents: { deletedWith: namespace } }),
      },
      { ...(own && { parent: own }), protect: true },
    );
  });
  const parts = recording.resources.filter(({ name }) => name.startsWith('ccm'));
  expect(parts.map(({ parent, protect }) => [parent, protect])).toEqual(
    parts.map(() => ['own', true]),
  );
  const inNamespace = parts.filter(({ deletedWith }) => deletedWith === 'namespace');
  expect(inNamespace.map(({ name }) => name).sort()).toEqual([
    'ccm-infra-account',
    'ccm-infra-config',
    'ccm-infra-role',
    'ccm-infra-role-binding',
    'ccm-infra-tenant-access',
  ]);
});

test('starts the Deployment only once its rights exist', async () => {
  const recording = await record();
  expect(named(recording, 'ccm-infra-role-binding').dependsOn).toEqual(['ccm-infra-role']);
  expect(named(recording, 'ccm-infra-cluster-role-binding').dependsOn).toEqual([
    'ccm-infra-cluster-role',
  ]);
});
