// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { virtualMachine } from '../test-objects.ts';
import { asRemediation, sealed, unknownText } from '../test-pulumi-values.ts';
import { violationsOf } from '../test-violations.ts';
import { secretInputsSecret } from './index.ts';

const metadata = { namespace: 'cluster-demo', name: 'keys' };
const secret = (inputs: object) => ({
  type: kinds.secret,
  props: asRemediation({ metadata, ...inputs }),
});
const machine = (cloudInitNoCloud: object) => {
  const one = virtualMachine({ spec: { volumes: [{ name: 'cloudinit', cloudInitNoCloud }] } });
  return { ...one, props: asRemediation(one.props) };
};

test('accepts secrets, public keys, and values that are not known yet', async () => {
  const good = [
    secret({ data: sealed({ key: 'eA==' }) }),
    secret({ stringData: { password: sealed('x'), 'ca.crt': 'pem', later: unknownText } }),
    secret({}),
    machine({ secretRef: { name: 'userdata' } }),
    machine({ userData: sealed('#cloud-config') }),
  ];
  expect(await violationsOf(secretInputsSecret, good)).toEqual([]);
});

test.each([
  ['strata:cluster:ApiReady', 'kubeconfig'],
  ['strata:cluster:NamespaceAccess', 'kubeconfig'],
  ['strata:cluster:PoolRollout', 'clusterKubeconfig'],
  ['pulumi:providers:kubernetes', 'kubeconfig'],
])('rejects a plain input of %s, and accepts a secret one: %s', async (type, key) => {
  const one = (value: unknown) => ({ type, name: 'x', props: asRemediation({ [key]: value }) });
  const kind = type.split(':').at(-1) ?? '';
  expect(await violationsOf(secretInputsSecret, [one(sealed('apiVersion: v1'))])).toEqual([]);
  expect(await violationsOf(secretInputsSecret, [one('apiVersion: v1')])).toEqual([
    `${kind} x: ${key} is not a secret; wrap it in pulumi.secret().`,
  ]);
});

test('rejects plain values and names each', async () => {
  const certificate = {
    type: 'strata:keys:Certificate',
    name: 'demo-keys-admin',
    props: asRemediation({ authorityKeyPem: 'pem' }),
  };
  const bad = [
    secret({ data: { token: 'eA==' }, stringData: { password: 'x' } }),
    certificate,
    machine({ userData: '#cloud-config' }),
  ];
  expect(await violationsOf(secretInputsSecret, bad)).toEqual([
    'Secret cluster-demo/keys: data.token is not a secret; wrap it in pulumi.secret().',
    'Secret cluster-demo/keys: stringData.password is not a secret; wrap it in pulumi.secret().',
    'Certificate demo-keys-admin: authorityKeyPem is not a secret; wrap it in pulumi.secret().',
    'VirtualMachine cluster-demo/cp-0: userData of disk cloudinit is not a secret; wrap it in pulumi.secret().',
  ]);
});
