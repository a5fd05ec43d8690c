// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { growthProblem } from '../checks/growth-problem.ts';
import { unfitInfraClass } from '../checks/infra-class.ts';
import type { EtcdDisk } from '../update/index.ts';

/** Returns why an existing disk cannot have another size; undefined if it can. */
function sizeProblem(wanted: number, disk: EtcdDisk, context: CheckContext) {
  const { name, sizeGiB } = disk;
  if (wanted === sizeGiB) return undefined;
  if (wanted > sizeGiB) return growthProblem(name, disk, context);
  return (
    `${name} has ${sizeGiB} GiB, and a disk cannot shrink; take ${sizeGiB} or more, for ` +
    'only a new cluster can have a smaller one'
  );
}

/**
 * Reports a StorageClass that disks of etcd cannot be made in, and a size that existing disks cannot
 * have.
 */
export const checkEtcdDisk: Check = (context) => {
  const etcdDisk = context.config.controlPlane?.etcdDisk;
  if (etcdDisk === undefined) return [];
  const at = (key: keyof typeof etcdDisk, message: string | undefined): Problem[] =>
    message === undefined ? [] : [{ path: ['controlPlane', 'etcdDisk', key], message }];
  return [
    ...at('className', unfitInfraClass(etcdDisk.className, context.platform)),
    ...(context.running?.etcdDisks ?? []).flatMap((disk) =>
      at('sizeGiB', sizeProblem(etcdDisk.sizeGiB, disk, context)),
    ),
  ];
};
