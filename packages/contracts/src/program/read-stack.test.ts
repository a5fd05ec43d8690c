// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { recordProgram, valueOf } from '@strata/testing';
import { infraOutputs } from '../outputs/index.ts';
import { readStack } from './read-stack.ts';

const outputs = {
  environment: 'sandbox',
  apiEndpoint: 'https://10.0.0.1:6443',
  hosts: [{ name: 'metal-0', zone: 'a', cpu: 32, memoryGiB: 128 }],
  platformKubeconfig: 'hush',
  userClustersKubeconfig: 'quiet',
};

/** Reads infra/sandbox while the engine reports certain outputs. */
async function readInfra(
  found: object | Error,
  secretOutputNames = ['platformKubeconfig', 'userClustersKubeconfig'],
) {
  const asked: unknown[] = [];
  const { result } = await recordProgram(() => readStack(infraOutputs, 'sandbox'), {
    call: (token, inputs) => {
      asked.push([token, inputs]);
      if (found instanceof Error) throw found;
      return { outputs: found, secretOutputNames };
    },
  });
  return { result, asked };
}

test('returns plain values, and secrets that stay secrets', async () => {
  const { result, asked } = await readInfra(outputs);
  const { platformKubeconfig, userClustersKubeconfig, ...values } = result;
  expect(values).toEqual({
    environment: 'sandbox',
    apiEndpoint: 'https://10.0.0.1:6443',
    hosts: [{ name: 'metal-0', zone: 'a', cpu: 32, memoryGiB: 128 }],
  });
  for (const kubeconfig of [platformKubeconfig, userClustersKubeconfig]) {
    expect(await pulumi.isSecret(kubeconfig)).toBe(true);
  }
  expect(await valueOf(platformKubeconfig)).toBe('hush');
  expect(asked).toEqual([
    ['pulumi:pulumi:readStackOutputs', { name: 'organization/infra/sandbox' }],
  ]);
});

test('returns only what the contract names: not the cluster-admin kubeconfig', async () => {
  const { result } = await readInfra({ ...outputs, kubeconfig: 'admin' });
  expect(Object.keys(result).sort()).toEqual(Object.keys(outputs).sort());
});

test.each([
  ['does not exist', new Error('unknown stack "organization/infra/sandbox"')],
  ['has been destroyed', {}],
])('says what to run if the stack %s', async (_, found) => {
  await expect(readInfra(found)).rejects.toThrow(
    new pulumi.RunError(
      'stack infra/sandbox has not been brought up yet. ' +
        'Run first: pulumi -C packages/infra up --stack sandbox',
    ),
  );
});

test('passes on any other failure', async () => {
  await expect(readInfra(new Error('the backend is away'))).rejects.toThrow('the backend is away');
});

test('lists what is missing or malformed, never a secret', async () => {
  await expect(
    readInfra({
      apiEndpoint: 'nowhere',
      hosts: [{ name: 'metal-0', cpu: 0 }],
      platformKubeconfig: 4711,
    }),
  ).rejects.toThrow(
    [
      'stack infra/sandbox does not export what this program needs:',
      '  outputs.environment: missing; expected a name of at most 63 lower-case letters, digits and dashes',
      '  outputs.apiEndpoint: expected a URL, got "nowhere"',
      '  outputs.hosts[0].cpu: expected a number of CPUs, got 0',
      '  outputs.hosts[0].memoryGiB: missing; expected a whole number of GiB',
      '  outputs.platformKubeconfig: expected a kubeconfig, got a secret value that is not shown',
      '  outputs.userClustersKubeconfig: missing; expected a kubeconfig',
      'Run first: pulumi -C packages/infra up --stack sandbox',
    ].join('\n'),
  );
});

test('rejects a secret output that is not secret', async () => {
  await expect(readInfra(outputs, [])).rejects.toThrow(
    'outputs.platformKubeconfig: is not a secret, but must be one',
  );
});
