// SPDX-License-Identifier: Apache-2.0
import { recordProgram } from '@strata/testing';
import { readInfraAndPlatform } from './read-infra-and-platform.ts';

test('reads both at once, and names the lower one if both are missing', async () => {
  const asked: unknown[] = [];
  const missing = recordProgram(() => readInfraAndPlatform('prod'), {
    call: (_, { name }) => {
      asked.push(name);
      throw new Error('unknown stack');
    },
  });
  await expect(missing).rejects.toThrow(
    'stack infra/prod has not been brought up yet. ' +
      'Run first: pulumi -C packages/infra up --stack prod',
  );
  expect(asked.sort()).toEqual(['organization/infra/prod', 'organization/kubevirt-stack/prod']);
});
