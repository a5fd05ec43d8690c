// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram, valueOf } from '@strata/testing';
import { formerComponent } from './former-component.ts';

class Around extends pulumi.ComponentResource {
  constructor(name: string) {
    super('strata:kubevirt-stack:Platform', name);
    this.registerOutputs({});
  }
}

const parentOf = async (parent?: string) => {
  const { result } = await recordProgram(() => {
    const around = parent === undefined ? undefined : new Around(parent);
    const { parent: former } = formerComponent(
      'kubevirt-stack:KubeVirt',
      'platform-virtualization',
      around,
    );
    return valueOf(former);
  });
  return result;
};

test('returns the URN of a resource below a component of that type and name', async () => {
  expect(await parentOf()).toBe(
    'urn:pulumi:sandbox::test::strata:kubevirt-stack:KubeVirt::platform-virtualization',
  );
  expect(await parentOf('platform')).toBe(
    'urn:pulumi:sandbox::test::strata:kubevirt-stack:Platform$strata:kubevirt-stack:KubeVirt' +
      '::platform-virtualization',
  );
});
