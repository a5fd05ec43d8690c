// SPDX-License-Identifier: Apache-2.0
import { accountKubeconfig } from './account-kubeconfig.ts';
import { readKubeconfig } from './read-kubeconfig.ts';

const given = `
current-context: b
contexts:
  - { name: a, context: { cluster: other, user: admin } }
  - { name: b, context: { cluster: demo, user: admin } }
clusters:
  - { name: other, cluster: { server: https://192.0.2.1:6443 } }
  - { name: demo, cluster: { server: https://192.0.2.10:6443, certificate-authority-data: Y2E= } }
users:
  - { name: admin, user: { token: canary-admin } }
`;

test('renders a kubeconfig for the same cluster with only the token of the account', async () => {
  const text = accountKubeconfig(given, { name: 'cluster-demo', tokenData: 'b3du' });
  expect(text).not.toContain('canary-admin');
  expect(text).not.toContain('192.0.2.1:');
  expect(await readKubeconfig(text)).toEqual({
    server: 'https://192.0.2.10:6443',
    options: {
      ca: Buffer.from('ca'),
      cert: undefined,
      key: undefined,
      headers: { authorization: 'Bearer own' },
    },
  });
});

test.each([undefined, ''])('refuses an account whose token is %j', (tokenData) => {
  expect(() => accountKubeconfig(given, { name: 'cluster-demo', tokenData })).toThrow(
    'the account "cluster-demo" has no token yet: the infra cluster\'s controller manager writes it ' +
      "into the account's Secret; see that it runs, and run pulumi up again",
  );
});

test.each(['', 'contexts: []', 'current-context: a\ncontexts: [{ name: a, context: {} }]'])(
  'refuses the kubeconfig %j, which has no current cluster',
  (text) => {
    expect(() => accountKubeconfig(text, { name: 'a', tokenData: 'dA==' })).toThrow(
      'the kubeconfig of the infra cluster has no current cluster',
    );
  },
);
