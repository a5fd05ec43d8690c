// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { mergeKubeconfigs } from './merge-kubeconfigs.ts';

const kubeconfig = (server: string, namespace?: string) =>
  JSON.stringify({
    clusters: [
      { name: 'other', cluster: { server: 'https://other' } },
      { name: 'c', cluster: { server } },
    ],
    users: [{ name: 'u', user: { token: `of ${server}` } }],
    contexts: [{ name: 'u@c', context: { cluster: 'c', user: 'u', namespace } }],
    'current-context': 'u@c',
  });

test('each has a context of its name, with its own cluster, user and namespace', () => {
  const merged: unknown = parse(
    mergeKubeconfigs([
      { name: 'prod.shop', text: kubeconfig('https://a') },
      { name: 'prod.reports', text: kubeconfig('https://b', 'web') },
    ]),
  );
  expect(merged).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'prod.shop', cluster: { server: 'https://a' } },
      { name: 'prod.reports', cluster: { server: 'https://b' } },
    ],
    users: [
      { name: 'prod.shop', user: { token: 'of https://a' } },
      { name: 'prod.reports', user: { token: 'of https://b' } },
    ],
    contexts: [
      { name: 'prod.shop', context: { cluster: 'prod.shop', user: 'prod.shop' } },
      {
        name: 'prod.reports',
        context: { cluster: 'prod.reports', user: 'prod.reports', namespace: 'web' },
      },
    ],
    'current-context': 'prod.shop',
  });
});

test('one without a current context is named, and nothing of it is told', () => {
  expect(() => mergeKubeconfigs([{ name: 'prod.shop', text: 'users: [{name: hush}]' }])).toThrow(
    new Error('The kubeconfig of prod.shop has no current context with a cluster and a user.'),
  );
});

test('one that is broken is named, and nothing of it is told', () => {
  expect(() => mergeKubeconfigs([{ name: 'prod.shop', text: 'users: [hush' }])).toThrow(
    new Error('The kubeconfig of prod.shop is no YAML at line 1, column 13.'),
  );
});
