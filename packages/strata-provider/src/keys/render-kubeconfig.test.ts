// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { renderKubeconfig } from './render-kubeconfig.ts';

test('renders a kubeconfig with one context that can be parsed as YAML', () => {
  const text = renderKubeconfig({
    endpoint: 'https://192.0.2.10:6443',
    authorityPem: 'ca',
    certificatePem: 'certificate',
    keyPem: 'key',
    cluster: 'demo',
    user: 'admin',
  });
  expect(parse(text)).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'demo',
        cluster: { server: 'https://192.0.2.10:6443', 'certificate-authority-data': 'Y2E=' },
      },
    ],
    users: [
      {
        name: 'admin',
        user: { 'client-certificate-data': 'Y2VydGlmaWNhdGU=', 'client-key-data': 'a2V5' },
      },
    ],
    contexts: [{ name: 'admin@demo', context: { cluster: 'demo', user: 'admin' } }],
    'current-context': 'admin@demo',
  });
});
