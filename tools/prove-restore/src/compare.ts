// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { clockSkew } from './find-backup.ts';
import type { FoundBackup } from './find-backup.ts';
import { objectKey } from './objects/found-cluster.ts';
import type { FoundCluster } from './objects/found-cluster.ts';
import type { ExpectedCluster, ExpectedGroup, ExpectedObject } from './state/expected-cluster.ts';

/** Result of a comparison of the restored cluster with the expected one. */
export interface Comparison {
  readonly mismatches: readonly string[];
  readonly notes: readonly string[];
  /** Nodes by group of machines. */
  readonly nodes: Readonly<Record<string, { readonly expected: number; readonly found: number }>>;
}

/** Milliseconds that a backup may take from the snapshot until it is stored: the deadline of its Job. */
const longestBackup = 3_600_000;

/** Namespaces that every cluster has. */
const always = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

const isAfter = (time: string | undefined, { time: stored }: FoundBackup) =>
  time !== undefined && Date.parse(time) > Date.parse(stored);

function wordsOf({ kind, name, namespace }: ExpectedObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}

function compareObjects(
  expected: readonly ExpectedObject[],
  { keys }: FoundCluster,
  backup: FoundBackup,
): Omit<Comparison, 'nodes'> {
  const namespaces: ExpectedObject[] = always.map((name) => ({
    apiVersion: 'v1',
    kind: 'Namespace',
    name,
  }));
  const missing = [...namespaces, ...expected].filter((object) => !keys.has(objectKey(object)));
  const hasEnded = ({ ends }: ExpectedObject) => ends !== undefined && !isAfter(ends, backup);
  const relevant = missing.filter((object) => !hasEnded(object));
  const later = relevant.filter(({ made }) => isAfter(made, backup));
  return {
    mismatches: relevant
      .filter(({ made }) => !isAfter(made, backup))
      .map((object) => `${wordsOf(object)} is missing`),
    notes: later.map(
      (object) => `${wordsOf(object)} is younger than the backup; the next update makes it`,
    ),
  };
}

/** Compares the nodes of one group; they are named after their machines. */
function compareGroup(
  { changed, name, replicas }: ExpectedGroup,
  { nodes }: FoundCluster,
  backup: FoundBackup,
) {
  const own = nodes.filter(
    (node) => node.startsWith(`${name}-`) && /^\d+$/.test(node.slice(name.length + 1)),
  );
  const found = own.length;
  const counted = `${name} has ${found} of ${replicas} nodes`;
  const isLater = isAfter(changed, backup);
  return {
    counts: { expected: replicas, found },
    mismatches: found === replicas || isLater ? [] : [counted],
    notes:
      found !== replicas && isLater
        ? [`${counted}; the stack has changed it since the backup`]
        : [],
  };
}

function compareTimes({ newest }: FoundCluster, { time }: FoundBackup): string[] {
  if (newest === undefined) return ['no object says when it was made'];
  const age = Date.parse(time) - Date.parse(newest);
  if (age > longestBackup) {
    const hours = Math.round(age / 360_000) / 10;
    return [
      `the last thing that was written is ${hours} hours older than the backup: the member that was saved had lost the others, or nothing ran in the cluster`,
    ];
  }
  if (age < -clockSkew) return ['objects are younger than the backup: a clock is wrong'];
  return [];
}

const certificates = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g;

/** Returns the public keys of certificates; of what is none, the text. */
function publicKeysOf(pem: string): readonly string[] {
  return (pem.match(certificates) ?? [pem]).map((text) => {
    try {
      return new X509Certificate(text).publicKey.export({ type: 'spki', format: 'pem' }).toString();
    } catch {
      return text.trim();
    }
  });
}

/**
 * A renewed certificate has the same key, and is the same authority. While the authority is rotated, the
 * cluster and its state have two, and a backup from before the next phase has one of them at least.
 */
function compareAuthority({ authorityPem }: ExpectedCluster, found: FoundCluster) {
  if (found.authorityPem === undefined) {
    return { mismatches: ['ConfigMap kube-system/kube-root-ca.crt is missing'] };
  }
  const own = publicKeysOf(authorityPem);
  const isSame = publicKeysOf(found.authorityPem).some((key) => own.includes(key));
  return {
    mismatches: isSame
      ? []
      : ["the backup is of a cluster with another authority than the stack's"],
  };
}

/** Only Secrets are encrypted in etcd. */
const keyWords = (kind: string) =>
  kind === 'secrets' ? " with the encryption keys of the stack's state" : '';

function readableOnly({ elsewhere, unreadable }: FoundCluster): Omit<Comparison, 'nodes'> {
  return {
    mismatches: unreadable.map(
      ({ kind, why }) => `${kind} cannot be read${keyWords(kind)}: ${why}`,
    ),
    notes: elsewhere.map(
      (group) => `${group} is served by a program of the cluster, not from etcd`,
    ),
  };
}

/**
 * Compares what a backup has with what the stack's state says of the cluster. What the stack has made or
 * changed after the backup is no mismatch.
 */
export function compare(
  expected: ExpectedCluster,
  found: FoundCluster,
  backup: FoundBackup,
): Comparison {
  const groups = expected.groups.map((group) => ({
    name: group.name,
    ...compareGroup(group, found, backup),
  }));
  const parts: readonly Pick<Partial<Comparison>, 'mismatches' | 'notes'>[] = [
    readableOnly(found),
    compareObjects(expected.objects, found, backup),
    { mismatches: compareTimes(found, backup) },
    compareAuthority(expected, found),
    ...groups,
  ];
  return {
    mismatches: parts.flatMap(({ mismatches = [] }) => mismatches),
    notes: parts.flatMap(({ notes = [] }) => notes),
    nodes: Object.fromEntries(groups.map(({ counts, name }) => [name, counts])),
  };
}
