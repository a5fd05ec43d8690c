// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { EtcdDisk } from '../update/index.ts';

/** What speaks against another size of a disk that is there. */
function sizeProblem(wanted: number, disk: EtcdDisk, { platform }: CheckContext) {
  const { name, className, sizeGiB } = disk;
  if (wanted === sizeGiB) return undefined;
  if (wanted < sizeGiB) {
    return (
      `${name} has ${sizeGiB} GiB, and no disk becomes smaller; take ${sizeGiB} or more: ` +
      'only another cluster has a smaller one'
    );
  }
  const storage = platform.storageClasses.find((one) => one.name === className);
  if (storage?.allowVolumeExpansion === true) return undefined;
  const reason =
    storage === undefined
      ? 'which the infra cluster has no longer, so it cannot grow'
      : 'whose volumes cannot grow (allowVolumeExpansion)';
  return (
    `${name} has ${sizeGiB} GiB in storage class "${className}", ${reason}; leave it at ${sizeGiB}, ` +
    'or have the class allow it on the infra cluster'
  );
}

/** Whether the disks of etcd that are there can have the size that is asked for. */
export const checkEtcdDisk: Check = (context) => {
  const wanted = context.config.controlPlane?.etcdDisk.sizeGiB;
  if (wanted === undefined) return [];
  return (context.running?.etcdDisks ?? []).flatMap((disk): Problem[] => {
    const message = sizeProblem(wanted, disk, context);
    return message === undefined
      ? []
      : [{ path: ['controlPlane', 'etcdDisk', 'sizeGiB'], message }];
  });
};
