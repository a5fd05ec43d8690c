// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { Problem } from '@strata/contracts';
import type { HostConfig, KubeoneConfig } from '../config/index.ts';
import type { CarriedOut } from './carried-out.ts';

/** A setting that KubeOne takes to running hosts only with something else. */
interface LateSetting {
  /** Path in the configuration of infra. */
  readonly key: string;
  /** Event that brings it to running hosts. */
  readonly comesWith: 'update' | 'update or host' | 'rewrite' | 'renewal by hand';
  /** Its value, without passwords. */
  readonly of: (kubeone: KubeoneConfig) => unknown;
}

const encryptionKey = 'kubeone.features.encryptionAtRest';
const namesKey = 'kubeone.apiEndpoint.alternativeNames';

/**
 * Without an update of Kubernetes, `kubeone apply` runs neither the scripts of container runtimes, nor
 * kubeadm, on hosts that are nodes already.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `WithResources`, `WithRefreshResources`
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/phases/certs/renewal/manager.go `certToConfig`
 */
const lateSettings: readonly LateSetting[] = [
  {
    key: 'kubeone.containerd',
    comesWith: 'update or host',
    of: ({ containerd }) => ({
      ...containerd,
      registries: Object.entries(containerd.registries).map(([name, registry]) => [
        name,
        { ...registry, password: undefined },
      ]),
    }),
  },
  {
    key: 'kubeone.imageRegistry',
    comesWith: 'update or host',
    of: ({ imageRegistry }) => imageRegistry ?? null,
  },
  {
    key: encryptionKey,
    // It has come once the Secrets from before are encrypted, too.
    comesWith: 'rewrite',
    of: ({ features }) => features.encryptionAtRest,
  },
  {
    key: 'kubeone.features.auditLog',
    comesWith: 'update',
    of: ({ features }) => features.auditLog,
  },
  {
    key: namesKey,
    // An update renews a certificate with the names that it has, and a join refuses one without a wanted name.
    comesWith: 'renewal by hand',
    of: ({ apiEndpoint }) => apiEndpoint.alternativeNames,
  },
];

/** A digest of each late setting, by its key: values can be long. */
export type LateDigests = Readonly<Record<string, string>>;

/** Facts about a run that decide which settings reach hosts. */
export interface LateRun extends CarriedOut {
  /** Paths under `kubeone` that people have changed on the cluster by hand. */
  readonly changedByHand: readonly string[];
}

const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

type Hosts = readonly Pick<HostConfig, 'name' | 'maxPods'>[];

const maxPodsOf = (host: string) => `hosts[${host}].maxPods`;

/** Returns whether a run has recorded settings of a host, which it does of all hosts in the list. */
export const hasSettingsOf = (last: LateDigests, host: string): boolean =>
  last[maxPodsOf(host)] !== undefined;

/** Returns whether the last run has recorded that the cluster encrypts its Secrets. */
export function encryptsSecrets(last: LateDigests): boolean {
  return last[encryptionKey] === digest(true);
}

/**
 * Returns whether a cluster that is to encrypt its Secrets does so; one of which nothing is recorded does.
 *
 * @param encrypting - API servers that run with keys, whatever is recorded.
 */
export function encryptsAsWanted(last: LateDigests, encrypting: readonly string[]): boolean {
  return encrypting.length > 0 || (last[encryptionKey] ?? digest(true)) === digest(true);
}

/** Returns the digests of what a configuration asks for. */
export function wantedSettings(kubeone: KubeoneConfig, hosts: Hosts): LateDigests {
  return Object.fromEntries([
    ...lateSettings.map(({ key, of }) => [key, digest(of(kubeone))] as const),
    ...hosts.map(({ maxPods, name }) => [maxPodsOf(name), digest(maxPods ?? null)] as const),
  ]);
}

/**
 * Returns the digests of what running hosts have after a run.
 *
 * @param had - what they had before; settings that nobody has recorded count as wanted.
 */
export function reachedSettings(
  had: LateDigests,
  wanted: LateDigests,
  { changedByHand, hasNewHost, isUpdate, rewritesSecrets }: LateRun,
): LateDigests {
  const comes = (key: string) => {
    if (changedByHand.some((path) => `kubeone.${path}` === key)) return true;
    const { comesWith = 'update' } = lateSettings.find((one) => one.key === key) ?? {};
    if (comesWith === 'renewal by hand') return false;
    if (comesWith === 'rewrite') return rewritesSecrets;
    return isUpdate || (hasNewHost && comesWith === 'update or host');
  };
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, comes(key) ? value : (had[key] ?? value)]),
  );
}

const renewal =
  'run "kubeone certificates renew --manifest kubeone.yaml" after this update ' +
  '(docs/bare-metal.md#what-a-run-does), then add "apiEndpoint.alternativeNames" to ' +
  'kubeone.changedByHand for one update';

const secretsInClearText =
  'API servers encrypt Secrets, but it is not recorded that KubeOne has written those from before again, ' +
  'which it does not do when an update continues one that stopped: they may be in etcd in clear text. Once ' +
  'all control planes are updated, run "kubectl get secrets -A -o json | kubectl replace -f -" until it ends ' +
  'without an error (docs/bare-metal.md#encryption-at-rest-that-is-switched-on), then add ' +
  '"features.encryptionAtRest" to kubeone.changedByHand for one update';

/**
 * Returns a warning for each setting that running hosts do not have after a run.
 *
 * @param isEncrypting - whether an API server encrypts Secrets.
 */
export function lateWarnings(
  reached: LateDigests,
  wanted: LateDigests,
  isEncrypting: boolean,
): string[] {
  return Object.keys(wanted)
    .filter((key) => reached[key] !== wanted[key])
    .map((key) => {
      if (key === encryptionKey && isEncrypting) return `${key}: ${secretsInClearText}`;
      if (key === namesKey) {
        return `${key}: no update takes the change to the certificate of the API, and no host can join while it lacks a name; ${renewal}`;
      }
      const isWithHosts = lateSettings.some(
        (one) => one.key === key && one.comesWith === 'update or host',
      );
      const more = isWithHosts ? ', or with a host that joins' : '';
      return `${key}: running hosts keep what they have; KubeOne takes the change to them with the next update of Kubernetes${more}`;
    });
}

/** Reports names that the certificate of the API lacks while a host is to join, which kubeadm refuses. */
export function checkNames(
  reached: LateDigests,
  wanted: LateDigests,
  { hasNewHost }: Pick<LateRun, 'hasNewHost'>,
): Problem[] {
  if (!hasNewHost || reached[namesKey] === wanted[namesKey]) return [];
  return [
    {
      path: namesKey.split('.'),
      message:
        'the certificate of the API was not made with these names, and kubeadm refuses that while a ' +
        `host joins: leave the new host out of hosts for now, and ${renewal}`,
    },
  ];
}
