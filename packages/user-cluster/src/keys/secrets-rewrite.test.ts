// SPDX-License-Identifier: Apache-2.0
import { recordProgram } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createSecretsRewrite } from './index.ts';

const others = { serviceAccount: 0, authority: 0, etcdAuthority: 0, frontProxyAuthority: 0 };

const steps = (...encryption: number[]) =>
  encryption.map((step) => ({ ...others, encryption: step }));

const rewritesOf = async (
  encryption: { readonly generation: number; readonly phase?: string },
  keySteps: ReturnType<typeof steps> | undefined,
) => {
  const context = testContext({ keys: { encryption } });
  const { resources } = await recordProgram(() =>
    createSecretsRewrite(
      'demo-secrets',
      { config: context.config, kubeconfig: 'hush', ...(keySteps !== undefined && { keySteps }) },
      {},
    ),
  );
  return resources;
};

test('Secrets are encrypted anew before the first VM loses the old key', async () => {
  const found = await rewritesOf({ generation: 2, phase: 'finish' }, steps(3, 2, 3));
  expect(
    found.map(({ inputs, name, secretInputs, type }) => ({ inputs, name, secretInputs, type })),
  ).toEqual([
    {
      type: 'strata:cluster:SecretsRewrite',
      name: 'demo-secrets',
      inputs: { kubeconfig: 'hush', key: 'strata-2', unfinished: true },
      secretInputs: ['kubeconfig'],
    },
  ]);
});

test.each<[string, { generation: number; phase?: string }, readonly number[] | undefined]>([
  ['no VM has the old key any more', { generation: 2, phase: 'finish' }, [3, 3, 3]],
  ['there are no VMs', { generation: 2, phase: 'finish' }, undefined],
  ['VMs keep the old key', { generation: 2, phase: 'write' }, [1, 1, 1]],
  ['VMs get the new key', { generation: 2, phase: 'read' }, [0, 0, 0]],
  ['no key was rotated', { generation: 1 }, [0, 0, 0]],
])('nothing is encrypted anew while %s', async (_, encryption, found) => {
  expect(await rewritesOf(encryption, found === undefined ? undefined : steps(...found))).toEqual(
    [],
  );
});
