// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { parseConfig } from '@strata/contracts/program';
import { infraConfig } from './index.ts';

function infra(existing: object) {
  const values = {
    'infra:provisioner': 'existing',
    'infra:existing': JSON.stringify(existing),
  };
  const secretKeys = ['infra:existing'];
  return parseConfig(infraConfig, { project: 'infra', stack: 'sandbox', values, secretKeys });
}

test.each([{}, { kubeconfig: 'a', kubeconfigEnv: 'KUBECONFIG' }])(
  'requires exactly one kubeconfig, given %j',
  (existing) => {
    expect(() => infra(existing)).toThrow(
      'has 1 problem:\n  config.infra:existing: give exactly one of kubeconfigEnv and kubeconfig',
    );
  },
);

test('lists the available provisioners', () => {
  const values = { 'infra:provisioner': 'metal3', 'infra:existing': '{"kubeconfigEnv":"K"}' };
  expect(() =>
    parseConfig(infraConfig, { project: 'infra', stack: 'sandbox', values, secretKeys: [] }),
  ).toThrow(
    'has 1 problem:\n  config.infra:provisioner: expected one of "existing", "kubeone", got "metal3"',
  );
});

test('a kubeconfig in plain text is refused', () => {
  const values = { 'infra:provisioner': 'existing', 'infra:existing': '{"kubeconfig":"hush"}' };
  expect(() =>
    parseConfig(infraConfig, { project: 'infra', stack: 'sandbox', values, secretKeys: [] }),
  ).toThrow('config.infra:existing.kubeconfig: a secret in plain text');
});

test.each(['\0', 'KUBE CONFIG', '1CONFIG', ''])('refuses %j as a variable', (name) => {
  const existing = JSON.stringify({ kubeconfigEnv: name });
  const values = { 'infra:provisioner': 'existing', 'infra:existing': existing };
  const raw = { project: 'infra', stack: 'lab', values, secretKeys: [] };
  expect(inspectConfig(infraConfig, raw).problems).toEqual([
    {
      path: ['existing', 'kubeconfigEnv'],
      message: `expected the name of an environment variable, such as KUBECONFIG, got ${JSON.stringify(name)}`,
    },
  ]);
});
