// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { applyAlways } from '../apply-always.ts';
import type { ClusterContext } from '../cluster-context.ts';
import type { KeyFingerprints } from './key-fingerprints.ts';

/** Fingerprints in a preview, where a key that an update would create has none yet. */
type ForeseenFingerprints = Readonly<Record<string, string | undefined>>;

/** Consequence of another key, by the name of the key without its generation. */
const consequences: Readonly<Record<string, string>> = {
  encryption: 'no API server could read the Secrets that the key of the VM has encrypted',
  'service-account': 'the tokens of all pods would become invalid',
};

/** Consequence of another authority of a later generation, by the name of the first one. */
const laterConsequences: Readonly<Record<string, string>> = {
  cluster: 'VMs, pods and kubeconfigs would not trust what it signs',
  etcd: 'members of etcd, API servers and backups would not trust what it signs',
  'front-proxy': 'aggregated APIs would not trust what it signs',
};

/**
 * Returns the consequence of another key. The first authorities of a cluster can be replaced in place; one that
 * a rotation has made is another one only because the state does not have it.
 */
function consequenceOf(name: string): string | undefined {
  const key = name.replace(/-\d+$/, '');
  return (name === key ? undefined : laterConsequences[key]) ?? consequences[key];
}

/** Authorities whose VMs must all have the same one: a new VM could not join the others. */
const authorities: Readonly<Record<string, string>> = {
  cluster: 'the cluster',
  etcd: 'etcd',
};

function problemOf(name: string, owner: string, replicas: number): string | undefined {
  const consequence = consequenceOf(name);
  if (consequence !== undefined) {
    return (
      `the key "${name}" of the stack's state is not the one that ${owner} has under this name: ${consequence}. ` +
      'The state is older than the key, or the key was replaced; put the key of the VM into the state ' +
      '(docs/runbooks/restore-state.md#keys-that-the-copy-does-not-have)'
    );
  }
  const authority = authorities[name];
  if (authority === undefined || replicas === 1) return undefined;
  return (
    `the authority of ${authority} in the stack's state is not the one that ${owner} has: ${replicas} VMs of a control plane ` +
    'cannot get another one in place, because the first VM that has it cannot join the others ' +
    '(docs/runbooks/rotate-keys.md#replace-an-authority)'
  );
}

/** Returns why an update must not begin: one line for each key that is another one than on a VM. */
export function fingerprintProblems(
  { config, foundKeys = [] }: Pick<ClusterContext, 'config' | 'foundKeys'>,
  present: ForeseenFingerprints,
): string[] {
  const { replicas } = config.controlPlane;
  return Object.keys(present).flatMap((name) => {
    const other = foundKeys.find(
      ({ fingerprints }) =>
        fingerprints[name] !== undefined && fingerprints[name] !== present[name],
    );
    return (other && problemOf(name, other.owner, replicas)) ?? [];
  });
}

/**
 * Refuses keys that have the name of a key that runs and are not that key, which a state makes that is
 * older than the cluster. A preview refuses them as well: a key that it would create is no key that runs.
 *
 * @returns the fingerprints; it fails when a key is refused.
 */
export function checkedFingerprints(
  facts: Pick<ClusterContext, 'config' | 'foundKeys'>,
  fingerprints: Readonly<Record<string, pulumi.Output<string>>>,
): pulumi.Output<KeyFingerprints> {
  const judged = Object.entries(fingerprints).map(([name, fingerprint]) =>
    applyAlways(fingerprint, (value) => fingerprintProblems(facts, { [name]: value })),
  );
  const checked = pulumi.all(judged).apply((lists) => {
    const problems = lists.flat();
    if (problems.length > 0) throw new pulumi.RunError(problems.join('\n'));
  });
  return pulumi.all([fingerprints, checked]).apply(([values]) => values);
}
