// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { byFormerParent, named, recordProgram, valueOf } from '@strata/testing';
import { testContext } from '../test-context.ts';
import { createClientKubeconfig } from './index.ts';

const record = (groups: readonly string[], lifetimeDays = 365) =>
  recordProgram(
    () =>
      createClientKubeconfig('demo-ann', {
        ...testContext(),
        authority: {
          certificatePem: pulumi.output('certificate of the one that signs'),
          privateKeyPem: pulumi.output('key of the one that signs'),
        },
        trustedPem: 'certificates of both',
        user: 'ann',
        groups,
        lifetimeDays,
      }),
    {
      outputs: () => ({
        certificatePem: 'certificate of ann',
        privateKeyPem: 'key of ann',
        notAfter: '2027-01-01T00:00:00Z',
      }),
    },
  );

const inBase64 = (text: string) => Buffer.from(text).toString('base64');

test('a kubeconfig holds all that its client needs, in secret', async () => {
  const { kubeconfig, notAfter } = (await record(['strata:view'])).result;
  expect(await pulumi.isSecret(kubeconfig)).toBe(true);
  expect(JSON.parse(await valueOf(kubeconfig))).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'demo',
        cluster: {
          server: 'https://203.0.113.2:6443',
          'certificate-authority-data': inBase64('certificates of both'),
        },
      },
    ],
    users: [
      {
        name: 'ann',
        user: {
          'client-certificate-data': inBase64('certificate of ann'),
          'client-key-data': inBase64('key of ann'),
        },
      },
    ],
    contexts: [{ name: 'ann@demo', context: { cluster: 'demo', user: 'ann' } }],
    'current-context': 'ann@demo',
  });
  expect(await valueOf(notAfter)).toBe('2027-01-01T00:00:00Z');
});

test.each([
  [365, 60],
  [120, 60],
  [119, 59],
  [7, 3],
  [1, 0],
])('a certificate of %i days is renewed %i days before its end', async (lifetimeDays, renewed) => {
  const { inputs } = named(await record(['strata:view'], lifetimeDays), 'demo-ann-certificate');
  expect(inputs).toMatchObject({ lifetimeDays, renewBeforeDays: renewed });
});

test('a client without a group has none in its certificate', async () => {
  const of = async (groups: readonly string[]) =>
    named(await record(groups), 'demo-ann-certificate').inputs;
  const certificate = {
    authorityCertificatePem: 'certificate of the one that signs',
    authorityKeyPem: 'key of the one that signs',
    commonName: 'ann',
    usages: ['client'],
    lifetimeDays: 365,
    renewBeforeDays: 60,
  };
  expect(await of([])).toEqual(certificate);
  expect(await of(['a', 'b'])).toEqual({ ...certificate, organizations: ['a', 'b'] });
});

test('a state of an earlier version has the certificate in a component of its own', async () => {
  expect(byFormerParent(await record([]))).toEqual({
    'strata:user-cluster:ClientKubeconfig::demo-ann': ['demo-ann-certificate'],
  });
});
