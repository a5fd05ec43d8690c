// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { HostConfig, KubeoneConfig } from '../config/index.ts';

/** A setting that KubeOne takes to running hosts only with something else. */
interface LateSetting {
  /** Path in the configuration of infra. */
  readonly key: string;
  /** Whether a host that joins brings it to all hosts, too. */
  readonly comesWithHosts: boolean;
  /** Its value, without passwords. */
  readonly of: (kubeone: KubeoneConfig) => unknown;
}

/**
 * Without an update of Kubernetes, `kubeone apply` runs neither the scripts of container runtimes, nor
 * kubeadm, on hosts that are nodes already.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/tasks.go `WithResources`, `WithRefreshResources`
 */
const lateSettings: readonly LateSetting[] = [
  {
    key: 'kubeone.containerd',
    comesWithHosts: true,
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
    comesWithHosts: true,
    of: ({ imageRegistry }) => imageRegistry ?? null,
  },
  {
    key: 'kubeone.features.encryptionAtRest',
    comesWithHosts: false,
    of: ({ features }) => features.encryptionAtRest,
  },
  {
    key: 'kubeone.features.auditLog',
    comesWithHosts: false,
    of: ({ features }) => features.auditLog,
  },
  {
    key: 'kubeone.apiEndpoint.alternativeNames',
    comesWithHosts: false,
    of: ({ apiEndpoint }) => apiEndpoint.alternativeNames,
  },
];

/** A digest of each late setting, by its key: values can be long. */
export type LateDigests = Readonly<Record<string, string>>;

/** Facts about a run that decide which settings reach hosts. */
export interface LateRun {
  /** Whether it updates Kubernetes. */
  readonly isUpdate: boolean;
  /** Whether a host joins. */
  readonly hasNewHost: boolean;
  /** Paths under `kubeone` that people have changed on the cluster by hand. */
  readonly changedByHand: readonly string[];
}

const digest = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

type Hosts = readonly Pick<HostConfig, 'name' | 'maxPods'>[];

const maxPodsOf = (host: string) => `hosts[${host}].maxPods`;

/** Returns whether the last run has recorded that the cluster encrypts its Secrets. */
export function encryptsSecrets(last: LateDigests): boolean {
  return last['kubeone.features.encryptionAtRest'] === digest(true);
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
  { changedByHand, hasNewHost, isUpdate }: LateRun,
): LateDigests {
  if (isUpdate) return wanted;
  const comes = (key: string) =>
    changedByHand.some((path) => `kubeone.${path}` === key) ||
    (hasNewHost && lateSettings.some((one) => one.key === key && one.comesWithHosts));
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, comes(key) ? value : (had[key] ?? value)]),
  );
}

/** Returns a warning for each setting that running hosts do not have after a run. */
export function lateWarnings(reached: LateDigests, wanted: LateDigests): string[] {
  return Object.keys(wanted)
    .filter((key) => reached[key] !== wanted[key])
    .map((key) => {
      const comesWithHosts = lateSettings.some((one) => one.key === key && one.comesWithHosts);
      const what = comesWithHosts ? ', or with a host that joins' : '';
      return `${key}: running hosts keep what they have; KubeOne takes the change to them with the next update of Kubernetes${what}`;
    });
}
