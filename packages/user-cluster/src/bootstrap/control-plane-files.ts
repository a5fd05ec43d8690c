// SPDX-License-Identifier: Apache-2.0
import type { AuditConfig } from '../config/index.ts';
import { renderAuditWebhook } from './audit-webhook.ts';
import { renderAuthentication } from './authentication-config.ts';
import type { UserDataFile } from './boot-plan.ts';
import type { ControlPlaneBootstrapArgs } from './bootstrap-args.ts';
import type { EncryptionKey } from './key-material.ts';

/** Folder where kubeadm looks for keys before it makes its own. */
const pki = '/etc/kubernetes/pki';

/** Files with keys, where kubeadm looks for them: a certificate and its key, or a public and a private key. */
export const keyFiles = {
  authorities: ['ca', 'etcd/ca', 'front-proxy-ca'].map((name) => ({
    certificate: `${pki}/${name}.crt`,
    key: `${pki}/${name}.key`,
  })),
  tokens: { publicKeys: `${pki}/sa.pub`, key: `${pki}/sa.key` },
} as const;

/** Files of the API server that kubeadm's configuration names. */
export const apiServerFiles = {
  encryption: '/etc/strata/encryption.yaml',
  authentication: '/etc/strata/authentication.yaml',
  auditPolicy: '/etc/strata/audit-policy.yaml',
  auditWebhook: '/etc/strata/audit-webhook.kubeconfig',
  auditLogs: '/var/log/kubernetes/audit',
} as const;

type Args = Pick<ControlPlaneBootstrapArgs, 'authority' | 'config' | 'keys'>;

/**
 * Returns the files of an authority. All programs trust all certificates of the first one, and kubeadm signs
 * with the first of them.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/util/pkiutil/pki_helpers.go TryLoadCertFromDisk
 * @see https://github.com/etcd-io/etcd/blob/v3.6.5/client/pkg/tlsutil/tlsutil.go NewCertPool
 */
function authority(name: string, trustedPem: string, privateKeyPem: string) {
  return [
    file(`${pki}/${name}.crt`, trustedPem, '0644'),
    file(`${pki}/${name}.key`, privateKeyPem, '0600'),
  ];
}

/**
 * Returns the file with the certificate of the authority that signs; undefined where it is the only one, and
 * so in `ca.crt` as kubeadm has it.
 */
export function signingFile({
  authority: { certificatePem },
  keys,
}: Pick<Args, 'authority' | 'keys'>): string | undefined {
  return certificatePem === keys.cluster.certificatePem ? undefined : `${pki}/signing-ca.crt`;
}

function file(
  path: string,
  content: string,
  permissions: UserDataFile['permissions'],
): UserDataFile {
  return { path, content, permissions };
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Renders the encryption of Secrets at rest: the first key encrypts, all decrypt. The last provider reads Secrets that were stored before
 * without encryption.
 *
 * @see https://kubernetes.io/docs/tasks/administer-cluster/encrypt-data/
 */
export function renderEncryption(keys: readonly EncryptionKey[]) {
  return {
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [
      {
        resources: ['secrets'],
        providers: [
          { secretbox: { keys: keys.map(({ name, secret }) => ({ name, secret })) } },
          { identity: {} },
        ],
      },
    ],
  };
}

const secretsAlone = [{ group: '', resources: ['secrets'] }];

/**
 * Rules about reading Secrets by the cluster's own programs. A stolen credential of one of them can do the
 * same. Left out are the controllers that watch objects of every kind, and kubelets that watch Secrets of
 * their pods, which ask again every few minutes.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/controller_policy.go
 */
const secretReaders = [
  {
    level: 'None',
    verbs: ['list', 'watch'],
    users: ['generic-garbage-collector', 'namespace-controller', 'resourcequota-controller'].map(
      (name) => `system:serviceaccount:kube-system:${name}`,
    ),
    resources: secretsAlone,
  },
  {
    level: 'Metadata',
    verbs: ['get', 'list', 'watch'],
    userGroups: ['system:serviceaccounts:kube-system'],
    resources: secretsAlone,
  },
  {
    level: 'Metadata',
    verbs: ['get', 'list'],
    userGroups: ['system:nodes'],
    resources: secretsAlone,
  },
];

/**
 * Connections into a pod or through a proxy, which kubectl opens by a WebSocket, so by `get`. No program of
 * the cluster itself opens one. The API server decodes no body of them, so no level would record more.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/registry/core/pod/rest/subresources.go
 */
const connections = {
  level: 'Metadata',
  resources: [
    {
      group: '',
      resources: ['pods/exec', 'pods/attach', 'pods/portforward', '*/proxy'],
    },
  ],
};

/** Objects of which no content is recorded. */
const secretObjects = {
  level: 'Metadata',
  resources: [
    { group: '', resources: ['secrets', 'configmaps', 'serviceaccounts/token'] },
    { group: 'authentication.k8s.io', resources: ['tokenreviews'] },
  ],
};

/**
 * Renders the audit policy: it records who did what and when, and what more the level says, and leaves out
 * what the cluster's own programs ask all the time.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
 */
const auditPolicy = ({ level }: AuditConfig) => ({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', nonResourceURLs: ['/healthz*', '/livez*', '/readyz*', '/version'] },
    ...secretReaders,
    connections,
    {
      level: 'None',
      verbs: ['get', 'list', 'watch'],
      userGroups: ['system:nodes', 'system:serviceaccounts:kube-system'],
    },
    { level: 'None', resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }] },
    { level: 'None', resources: [{ group: '', resources: ['events'] }] },
    ...(level === 'Metadata' ? [] : [secretObjects]),
    { level },
  ],
});

/**
 * Returns the files with the cluster's keys, which kubeadm takes as they are, and with the API server's
 * policies; kubeadm makes all other certificates itself.
 */
export function controlPlaneFiles(args: Args): UserDataFile[] {
  const { config, keys } = args;
  const authentication = renderAuthentication(config);
  const signer = signingFile(args);
  return [
    ...authority('ca', args.authority.certificatePem, keys.cluster.privateKeyPem),
    ...(signer === undefined ? [] : [file(signer, keys.cluster.certificatePem, '0644')]),
    ...authority('etcd/ca', keys.etcd.trustedPem, keys.etcd.privateKeyPem),
    ...authority('front-proxy-ca', keys.frontProxy.trustedPem, keys.frontProxy.privateKeyPem),
    file(keyFiles.tokens.key, keys.serviceAccount.privateKeyPem, '0600'),
    file(keyFiles.tokens.publicKeys, keys.serviceAccount.publicKeyPem, '0644'),
    file(apiServerFiles.encryption, json(renderEncryption(keys.encryptionKeys)), '0600'),
    file(apiServerFiles.auditPolicy, json(auditPolicy(config.audit)), '0644'),
    ...(config.audit.webhook === undefined
      ? []
      : [
          file(apiServerFiles.auditWebhook, json(renderAuditWebhook(config.audit.webhook)), '0600'),
        ]),
    ...(authentication === undefined
      ? []
      : [file(apiServerFiles.authentication, json(authentication), '0600')]),
  ];
}
