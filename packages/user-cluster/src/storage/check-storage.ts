// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { KubevirtStackOutputs, Problem } from '@strata/contracts';
import type { TenantStorageClass } from '@strata/contracts/fields';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { unknownModes } from '../checks/infra-class.ts';
import { leftSnapshots } from './left-snapshots.ts';
import { localProvisioners } from './local-provisioners.ts';

type InfraClass = KubevirtStackOutputs['storageClasses'][number];

/** A class of the configuration, and its path. */
interface Chosen {
  readonly one: TenantStorageClass;
  readonly path: Problem['path'];
}

/**
 * Reason and fix: the driver knows nothing of zones or hosts, and the user cluster's scheduler learns of
 * none.
 */
const why =
  'the user cluster cannot know which machines reach its volumes; choose a class that every host ' +
  'can reach';

function unreachable(infra: InfraClass): string | undefined {
  if (infra.provisioner in localProvisioners) {
    return `keeps a volume on one host (${infra.provisioner})`;
  }
  return infra.isTopologyBound ? 'is bound to a part of the hosts (allowedTopologies)' : undefined;
}

/** Reports a VolumeSnapshotClass that the driver of the infra cluster's class does not have. */
function unfitSnapshotClass(
  { one: { infraClass, snapshotClass }, path }: Chosen,
  { snapshotClasses: known }: InfraClass,
): Problem[] {
  if (snapshotClass === undefined || known === undefined || known.includes(snapshotClass)) {
    return [];
  }
  const message =
    known.length === 0
      ? `"${infraClass}" has no VolumeSnapshotClass on the infra cluster; leave snapshotClass out`
      : `"${infraClass}" has no VolumeSnapshotClass "${snapshotClass}" on the infra cluster; ${suggestion(snapshotClass, known)}`;
  return [{ path: [...path, 'snapshotClass'], message }];
}

function unfitClass(chosen: Chosen, infra: InfraClass, snapshots: boolean): Problem[] {
  const { one, path } = chosen;
  const { name, infraClass } = one;
  const reason = unreachable(infra);
  const modes = unknownModes(infra);
  return [
    ...(reason === undefined
      ? []
      : [
          {
            path: [...path, 'infraClass'],
            message: `storage class "${name}" is from "${infraClass}", which ${reason}: ${why}`,
          },
        ]),
    ...(modes === undefined ? [] : [{ path: [...path, 'infraClass'], message: modes }]),
    ...(one.expansion === true && !infra.allowVolumeExpansion
      ? [
          {
            path: [...path, 'expansion'],
            message: `volumes of "${infraClass}" cannot grow (allowVolumeExpansion); leave expansion out`,
          },
        ]
      : []),
    ...(snapshots ? unfitSnapshotClass(chosen, infra) : []),
  ];
}

function unknownOrUnfit(chosen: Chosen, context: CheckContext, snapshots: boolean): Problem[] {
  const { one, path } = chosen;
  const known = context.platform.storageClasses;
  const infra = known.find(({ name }) => name === one.infraClass);
  if (infra !== undefined) return unfitClass(chosen, infra, snapshots);
  const names = known.map(({ name }) => name);
  const message = `the infra cluster has no storage class "${one.infraClass}"; ${suggestion(one.infraClass, names)}`;
  return [{ path: [...path, 'infraClass'], message }];
}

/** Reports an unfit class of the platform: a cluster that names no class gets that one. */
function platformClass({ platform }: CheckContext): Problem[] {
  const infra = platform.storageClasses.find(({ name }) => name === platform.storage.className);
  if (infra === undefined) return [];
  const reason = unreachable(infra);
  const messages = [
    reason &&
      `the platform's storage class "${infra.name}" ${reason}: ${why}, by classes: ` +
        '[{name, infraClass}], or have none by classes: []',
    unknownModes(infra),
  ];
  return messages.flatMap((message) =>
    message === undefined ? [] : [{ path: ['storage', 'classes'], message }],
  );
}

function repeated(all: readonly Chosen[]): Problem[] {
  return all.flatMap(({ one, path }, index) =>
    all.slice(0, index).some((earlier) => earlier.one.name === one.name)
      ? [
          {
            path: [...path, 'name'],
            message: `there is a storage class "${one.name}" already; choose another name`,
          },
        ]
      : [],
  );
}

function secondDefaults(all: readonly Chosen[]): Problem[] {
  return all.flatMap(({ one, path }, index) => {
    const first = all.slice(0, index).find((earlier) => earlier.one.default);
    if (first === undefined || !one.default) return [];
    const message = `"${first.one.name}" is the default class already; there can be one only`;
    return [{ path: [...path, 'default'], message }];
  });
}

function snapshotProblems(
  all: readonly Chosen[],
  snapshots: boolean,
  isBackedUp: boolean,
): Problem[] {
  const withSnapshots = all.filter(({ one }) => one.snapshotClass !== undefined);
  if (!snapshots) {
    if (isBackedUp) return [];
    return withSnapshots.map(({ path }) => ({
      path: [...path, 'snapshotClass'],
      message:
        'has no effect without storage.snapshots: true or backup.volumes; remove it, or set one of them',
    }));
  }
  if (withSnapshots.length > 0) return [];
  const message =
    'no class names the VolumeSnapshotClass of the infra cluster for its snapshots; ' +
    'set snapshotClass in storage.classes';
  return [{ path: ['storage', 'snapshots'], message }];
}

/**
 * Returns the problems of storage classes: those that the infra cluster cannot serve, and those that
 * contradict each other.
 */
export const checkStorage: Check = (context) => {
  const { backup, storage } = context.config;
  if (storage === undefined) return [];
  const isBackedUp = backup?.volumes !== undefined;
  const all = (storage.classes ?? []).map((one, index) => ({
    one,
    path: ['storage', 'classes', index],
  }));
  return [
    ...(storage.classes === undefined ? platformClass(context) : []),
    ...repeated(all),
    ...secondDefaults(all),
    ...all.flatMap((chosen) => unknownOrUnfit(chosen, context, storage.snapshots || isBackedUp)),
    ...snapshotProblems(all, storage.snapshots, isBackedUp),
    ...leftSnapshots(context),
  ];
};
