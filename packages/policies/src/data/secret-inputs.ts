// SPDX-License-Identifier: Apache-2.0
import {
  at,
  kinds,
  listOf,
  machineKinds,
  machineOf,
  objectOf,
  secretValue,
  textOf,
  titleOf,
} from '../resource/index.ts';
import type { Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/** Inputs that must be secrets: the input as a whole, or every value in it. */
const secretInputs: Readonly<Record<string, readonly string[]>> = {
  [kinds.secret]: ['data', 'stringData'],
  // Where programs write a kubeconfig most often.
  'pulumi:providers:kubernetes': ['kubeconfig'],
  // Those of Strata's own kinds that the provider plug-in calls secret.
  'strata:keys:Certificate': ['authorityKeyPem'],
  'strata:cluster:ApiReady': ['kubeconfig'],
  'strata:cluster:NamespaceAccess': ['kubeconfig'],
  'strata:cluster:PoolRollout': ['kubeconfig', 'clusterKubeconfig'],
  'strata:cluster:SecretsRewrite': ['kubeconfig'],
  'strata:cluster:TenantCleanup': ['kubeconfig'],
};

/** Keys of Secrets that are public. */
const publicKeys = new Set(['ca.crt', 'tls.crt']);

const machines: readonly string[] = machineKinds;

/**
 * Returns user data that is inline in a VM and not in a Secret: it contains the credentials to
 * join.
 */
function plainUserData(subject: Subject): readonly string[] {
  return listOf(machineOf(subject).spec.volumes).flatMap((volume) =>
    ['cloudInitNoCloud', 'cloudInitConfigDrive'].flatMap((source) =>
      ['userData', 'userDataBase64']
        .filter((key) => typeof at(volume, source, key) === 'string')
        .map((key) => `${key} of disk ${textOf(at(volume, 'name')) ?? ''}`),
    ),
  );
}

/** Returns the paths of values that are not secrets. */
function plainPaths(subject: Subject): readonly string[] {
  const { type, object } = subject;
  if (machines.includes(type)) return plainUserData(subject);
  return (secretInputs[type] ?? []).flatMap((key) => {
    const value = object[key];
    if (value === secretValue || value === undefined) return [];
    if (typeof value === 'string') return [key];
    return Object.entries(objectOf(value))
      .filter(([name, one]) => typeof one === 'string' && one !== '' && !publicKeys.has(name))
      .map(([name]) => `${key}.${name}`);
  });
}

/** Rejects plain credentials: they would be readable in the state and in every diff. */
export const secretInputsSecret: ResourceRule = {
  name: 'secret-inputs',
  area: 'data',
  refuses:
    'Keys, passwords and kubeconfigs that are plain inputs, such as data of a Secret or user-data in a machine.',
  why: 'They are readable in the state, its backups and the diff of every preview.',
  source: 'https://www.pulumi.com/docs/iac/concepts/secrets/',
  level: 'remediate',
  settings: {},
  kinds: [...Object.keys(secretInputs), ...machineKinds],
  check: (subject) =>
    plainPaths(subject).map(
      (path) => `${titleOf(subject)}: ${path} is not a secret; wrap it in pulumi.secret().`,
    ),
};
