// SPDX-License-Identifier: Apache-2.0
import { apiServerFiles, controlPlaneFiles, keyFiles } from './control-plane-files.ts';
import { testConfig, testControlPlane } from './test-bootstrap.ts';

type Change = Parameters<typeof testConfig>[0];

const filesOf = (change: Change = {}) => controlPlaneFiles(testControlPlane(testConfig(change)));

/** Returns the content of a file that is JSON. */
function documentOf(path: string, change: Change = {}): unknown {
  const found = filesOf(change).find((file) => file.path === path);
  if (found === undefined) throw new Error(`there is no file ${path}`);
  return JSON.parse(found.content);
}

test('keys are where kubeadm looks for them, and root alone reads the private ones', () => {
  const plain = filesOf().filter(({ content }) => !content.startsWith('{'));
  expect(plain.map(({ path, permissions, content }) => [permissions, path, content])).toEqual([
    ['0644', '/etc/kubernetes/pki/ca.crt', 'certificate of the cluster\n'],
    ['0600', '/etc/kubernetes/pki/ca.key', 'key of the cluster\n'],
    ['0644', '/etc/kubernetes/pki/etcd/ca.crt', 'certificate of etcd\n'],
    ['0600', '/etc/kubernetes/pki/etcd/ca.key', 'key of etcd\n'],
    ['0644', '/etc/kubernetes/pki/front-proxy-ca.crt', 'certificate of the front proxy\n'],
    ['0600', '/etc/kubernetes/pki/front-proxy-ca.key', 'key of the front proxy\n'],
    ['0600', '/etc/kubernetes/pki/sa.key', 'key of tokens\n'],
    ['0644', '/etc/kubernetes/pki/sa.pub', 'public key of tokens\n'],
  ]);
  expect(keyFiles).toEqual({
    authorities: [
      { certificate: '/etc/kubernetes/pki/ca.crt', key: '/etc/kubernetes/pki/ca.key' },
      { certificate: '/etc/kubernetes/pki/etcd/ca.crt', key: '/etc/kubernetes/pki/etcd/ca.key' },
      {
        certificate: '/etc/kubernetes/pki/front-proxy-ca.crt',
        key: '/etc/kubernetes/pki/front-proxy-ca.key',
      },
    ],
    tokens: { publicKeys: '/etc/kubernetes/pki/sa.pub', key: '/etc/kubernetes/pki/sa.key' },
  });
});

test('root alone reads the files of the API server that have keys or tokens', () => {
  const webhook = { url: 'https://audit.example.org' };
  const files = filesOf({ audit: { webhook } }).filter(({ content }) => content.startsWith('{'));
  expect(files.map(({ path, permissions }) => [permissions, path])).toEqual([
    ['0600', '/etc/strata/encryption.yaml'],
    ['0644', '/etc/strata/audit-policy.yaml'],
    ['0600', '/etc/strata/audit-webhook.kubeconfig'],
  ]);
  for (const { content } of files) {
    expect(content).toBe(`${JSON.stringify(JSON.parse(content), null, 2)}\n`);
  }
});

const reads = ['get', 'list', 'watch'];
const secrets = [{ group: '', resources: ['secrets'] }];
const quietPaths = ['/healthz*', '/livez*', '/readyz*', '/version'];
const watchersOfAll = [
  'system:serviceaccount:kube-system:generic-garbage-collector',
  'system:serviceaccount:kube-system:namespace-controller',
  'system:serviceaccount:kube-system:resourcequota-controller',
];

/** Rules that come before the last one, whatever the level is. */
const rules = [
  { level: 'None', nonResourceURLs: quietPaths },
  { level: 'None', verbs: ['list', 'watch'], users: watchersOfAll, resources: secrets },
  {
    level: 'Metadata',
    verbs: reads,
    userGroups: ['system:serviceaccounts:kube-system'],
    resources: secrets,
  },
  { level: 'Metadata', verbs: ['get', 'list'], userGroups: ['system:nodes'], resources: secrets },
  {
    level: 'Metadata',
    resources: [
      { group: '', resources: ['pods/exec', 'pods/attach', 'pods/portforward', '*/proxy'] },
    ],
  },
  {
    level: 'None',
    verbs: reads,
    userGroups: ['system:nodes', 'system:serviceaccounts:kube-system'],
  },
  { level: 'None', resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
  { level: 'None', resources: [{ group: '', resources: ['events'] }] },
];
const policy = (more: readonly object[]) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [...rules, ...more],
});

test('the audit log has who did what, without what programs of the cluster ask all the time', () => {
  expect(documentOf(apiServerFiles.auditPolicy)).toEqual(policy([{ level: 'Metadata' }]));
});

test('a level with contents has none of Secrets, ConfigMaps and tokens', () => {
  const withoutContent = {
    level: 'Metadata',
    resources: [
      { group: '', resources: ['secrets', 'configmaps', 'serviceaccounts/token'] },
      { group: 'authentication.k8s.io', resources: ['tokenreviews'] },
    ],
  };
  for (const level of ['Request', 'RequestResponse']) {
    expect(documentOf(apiServerFiles.auditPolicy, { audit: { level } })).toEqual(
      policy([withoutContent, { level }]),
    );
  }
});

test('the API server sends its audit log to the server, with its authority and a token where there are such', () => {
  const url = 'https://audit.example.org/shop';
  const kubeconfig = (cluster: object, user: object) => ({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'audit', cluster: { server: url, ...cluster } }],
    users: [{ name: 'api-server', user }],
    contexts: [{ name: 'audit', context: { cluster: 'audit', user: 'api-server' } }],
    'current-context': 'audit',
  });
  const path = apiServerFiles.auditWebhook;
  expect(documentOf(path, { audit: { webhook: { url } } })).toEqual(kubeconfig({}, {}));
  const certificateAuthority = '-----BEGIN CERTIFICATE-----\nYQ==\n-----END CERTIFICATE-----\n';
  const webhook = { url, certificateAuthority, token: 'a-token' };
  expect(documentOf(path, { audit: { webhook } })).toEqual(
    kubeconfig(
      {
        'certificate-authority-data':
          'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCllRPT0KLS0tLS1FTkQgQ0VSVElGSUNBVEUtLS0tLQo=',
      },
      { token: 'a-token' },
    ),
  );
});
