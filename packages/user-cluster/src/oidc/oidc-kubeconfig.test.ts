// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import { renderOidcKubeconfig } from './index.ts';
import { partners, sso } from './testing/test-issuers.ts';

const cluster = {
  cluster: 'demo',
  endpoint: 'https://203.0.113.2:6443',
  authorityPem: 'authority\n',
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

const [plain, whole] = testContext({ oidc: { issuers: [sso, partners] } }).config.oidc.issuers;

// Proves: access.oidc
test('a kubeconfig of an issuer logs everybody in as themselves, and holds no secret', () => {
  if (plain === undefined) throw new Error('there is no issuer');
  expect(JSON.parse(renderOidcKubeconfig(cluster, plain))).toEqual({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'demo',
        cluster: {
          server: 'https://203.0.113.2:6443',
          'certificate-authority-data': base64('authority\n'),
        },
      },
    ],
    users: [
      {
        name: 'oidc-sso',
        user: {
          exec: {
            apiVersion: 'client.authentication.k8s.io/v1',
            command: 'kubectl',
            args: [
              'oidc-login',
              'get-token',
              '--oidc-issuer-url=https://login.example.org/realms/shop',
              '--oidc-client-id=kubernetes',
            ],
            interactiveMode: 'IfAvailable',
            provideClusterInfo: false,
            installHint: 'The plug-in is missing: kubectl krew install oidc-login',
          },
        },
      },
    ],
    contexts: [{ name: 'oidc-sso@demo', context: { cluster: 'demo', user: 'oidc-sso' } }],
    'current-context': 'oidc-sso@demo',
  });
});

test('it asks for the scopes, as the client, and knows the authority of the issuer', () => {
  if (whole === undefined) throw new Error('there is no second issuer');
  const { users } = JSON.parse(renderOidcKubeconfig(cluster, whole)) as {
    readonly users: readonly [{ readonly user: { readonly exec: { readonly args: string[] } } }];
  };
  expect(users[0].user.exec.args).toEqual([
    'oidc-login',
    'get-token',
    '--oidc-issuer-url=https://10.20.0.7:8443/dex',
    '--oidc-client-id=ci',
    '--oidc-extra-scope=email',
    '--oidc-extra-scope=groups',
    `--certificate-authority-data=${base64(partners.certificateAuthority)}`,
  ]);
});
