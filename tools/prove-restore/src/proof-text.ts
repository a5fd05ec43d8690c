// SPDX-License-Identifier: Apache-2.0
import type { RestoreProof } from '@strata/contracts/restore-proof';

/** Digits of a backup's ID that restic itself shows. */
const shortId = 8;

/** Kinds that are shown by name; all others are one number. */
const shown = ['namespaces', 'nodes', 'secrets', 'configmaps', 'pods', 'deployments.apps'];

function countsOf({ objects }: RestoreProof): string {
  const all = Object.values(objects).reduce((sum, count) => sum + count, 0);
  const kinds = Object.keys(objects).length;
  const named = shown.flatMap((kind) =>
    objects[kind] === undefined ? [] : [`${objects[kind]} ${kind}`],
  );
  return `${all} of ${kinds} kinds: ${named.join(', ')}`;
}

const time = (text: string) => text.replace(/\.\d+Z$/, 'Z');

/** Returns a proof for people. */
export function proofText(proof: RestoreProof): string {
  const { backup, cluster, environment, mismatches, newest, nodes, notes, verdict, versions } =
    proof;
  const groups = Object.entries(nodes).map(
    ([name, { expected, found }]) => `${name} ${found} of ${expected}`,
  );
  const lines = [
    `${environment}.${cluster}: backup ${backup.id.slice(0, shortId)} of ${time(backup.time)} is ${verdict}`,
    `  objects    ${countsOf(proof)}`,
    ...(groups.length === 0 ? [] : [`  nodes      ${groups.join(', ')}`]),
    ...(newest === undefined ? [] : [`  written    last at ${time(newest)}`]),
    `  tried      with kube-apiserver ${versions.apiServer}, etcd ${versions.etcd}, restic ${versions.restic}, in ${proof.seconds} s`,
    ...notes.map((note) => `  note       ${note}`),
    ...mismatches.map((mismatch) => `  WRONG      ${mismatch}`),
  ];
  return lines.join('\n');
}
