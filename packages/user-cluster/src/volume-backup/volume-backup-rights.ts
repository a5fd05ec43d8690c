// SPDX-License-Identifier: Apache-2.0
import type { Right } from '@strata/contracts/accounts';

/** Rights of the job in the cluster's namespace. */
export const volumeBackupRights: readonly Right[] = [
  {
    group: '',
    resources: ['persistentvolumeclaims'],
    verbs: ['list'],
    need: 'which volumes there are',
  },
  {
    group: 'snapshot.storage.k8s.io',
    resources: ['volumesnapshots'],
    verbs: ['list', 'create', 'delete'],
    need: 'a snapshot of each volume; whether it is ready; the deletion of old ones',
  },
];
