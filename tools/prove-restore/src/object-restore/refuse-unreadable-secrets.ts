// SPDX-License-Identifier: Apache-2.0
import { printableLine } from '@strata/contracts/one-line';
import { ProveError } from '../prove-error.ts';
import type { ObjectChoice } from './choose-objects.ts';
import { systemNamespaces } from './left-out-kinds.ts';
import { secretsLabel } from './read-backup.ts';
import type { BackupContent } from './read-backup.ts';

/**
 * Refuses to bring objects without Secrets that somebody has chosen: operators that do not find theirs
 * make up other passwords.
 *
 * @throws ProveError with the ways.
 */
export function refuseUnreadableSecrets(
  { objects, unreadable }: Pick<BackupContent, 'objects' | 'unreadable'>,
  { kinds, namespaces }: Pick<ObjectChoice, 'kinds' | 'namespaces'>,
): void {
  const locked = unreadable.filter(({ kind }) => kind === secretsLabel);
  const [first] = locked;
  if (first === undefined || kinds?.includes(secretsLabel) === false) return;
  const keys = `cannot be read with the encryption keys of the state: ${printableLine(first.why)}.`;
  if (!objects.some(({ label }) => label === secretsLabel)) {
    throw new ProveError(
      `Secrets of this backup ${keys} Give the state of the cluster that was backed up, by --state.`,
    );
  }
  const wanted = locked.flatMap(({ namespace = '' }) => {
    const isChosen = namespaces?.includes(namespace) ?? !systemNamespaces.has(namespace);
    return namespace !== '' && isChosen ? [namespace] : [];
  });
  if (wanted.length === 0) return;
  throw new ProveError(
    `Secrets in ${printableLine(wanted.join(' and '))} of this backup ${keys} Bring other namespaces or kinds by --namespace and --kind, or give the state of the time when they could be read, by --state.`,
  );
}
