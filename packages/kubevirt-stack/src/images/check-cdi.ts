// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext, CheckedConfig } from '../checks/check-context.ts';
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import { snapshotClassesOf } from '../cluster/snapshot-classes.ts';
import { tooEarlyRenewals } from '../virtualization/check-certificates.ts';
import { checkCdiFeatureGates, lateBindingGate } from './cdi-feature-gates.ts';
import { checkStorageProfiles } from './check-storage-profiles.ts';
import type { StorageProfile } from './storage-profile-patch.ts';

type Config = CheckedConfig & {
  readonly storageProfiles?: readonly StorageProfile[];
};

/** Returns every place of the configuration that names a StorageClass. */
function namedClasses(config: Config): { path: Problem['path']; name: string | undefined }[] {
  const overheads = Object.keys(config.cdi?.filesystemOverhead?.storageClass ?? {});
  return [
    { path: ['storage', 'className'], name: config.storage?.className },
    {
      path: ['cdi', 'scratchSpaceStorageClass'],
      name: config.cdi?.scratchSpaceStorageClass,
    },
    ...overheads.map((name) => ({
      path: ['cdi', 'filesystemOverhead', 'storageClass', name],
      name,
    })),
    ...(config.storageProfiles ?? []).map(({ storageClass }, index) => ({
      path: ['storageProfiles', index, 'storageClass'],
      name: storageClass,
    })),
  ];
}

function checkClassNames(config: Config, cluster: ClusterFacts): Problem[] {
  const known = cluster.storageClasses.map(({ name }) => name);
  return namedClasses(config).flatMap(({ path, name }) =>
    name === undefined || known.includes(name)
      ? []
      : [
          {
            path,
            message: `the infra cluster has no StorageClass "${name}"; ${suggestion(name, known)}`,
          },
        ],
  );
}

/**
 * Reports an error if the gate for late binding is missing: without it CDI binds the volume on the
 * host where its own importer pod runs. Images and pools may use any StorageClass of the cluster.
 */
function checkLateBinding({ cdi, storage }: Config, cluster: ClusterFacts): Problem[] {
  if (cdi === undefined || cdi.featureGates.includes(lateBindingGate)) return [];
  const late = cluster.storageClasses.filter(
    ({ volumeBindingMode }) => volumeBindingMode === 'WaitForFirstConsumer',
  );
  const named = late.find(({ name }) => name === storage?.className) ?? late[0];
  if (named === undefined) return [];
  return [
    {
      path: ['cdi', 'featureGates'],
      message:
        `StorageClass "${named.name}" binds volumes where their first pod runs: without the feature ` +
        `gate ${lateBindingGate} that is an importer and not the VM; add it`,
    },
  ];
}

/**
 * Reports an error if clones are to be snapshots but nothing can take them: pods of CDI would copy
 * the platform's disks instead, without a message.
 */
function checkCloneOverride({ cdi, storage }: Config, cluster: ClusterFacts): Problem[] {
  if (cdi?.cloneStrategyOverride !== 'snapshot') return [];
  const own = cluster.storageClasses.find(({ name }) => name === storage?.className);
  if (own === undefined || snapshotClassesOf(cluster, own.provisioner).length > 0) return [];
  return [
    {
      path: ['cdi', 'cloneStrategyOverride'],
      message:
        `no VolumeSnapshotClass has the driver ${own.provisioner} of StorageClass "${own.name}"; ` +
        'make one, or choose another strategy',
    },
  ];
}

/**
 * CDI's default lifetimes (SignerLifetime, ServerLifetime, ClientLifetime). CDI itself takes any: it
 * would make an authority and certificates anew each time it looks at them.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/cert/factory.go
 */
const lifetimes = { ca: '48h', server: '24h', client: '24h' } as const;

function againstCluster(config: Config, { cluster }: CheckContext): Problem[] {
  if (cluster === undefined) return [];
  return [
    ...checkClassNames(config, cluster),
    ...checkLateBinding(config, cluster),
    ...checkCloneOverride(config, cluster),
  ];
}

/** Checks `cdi`, and the StorageClasses that the configuration names. */
export const checkCdi: Check = (config: Config, context) => {
  const { release, cluster } = context;
  const gates =
    config.cdi === undefined || release === undefined
      ? []
      : checkCdiFeatureGates(config.cdi.featureGates, release.components.cdi.version);
  return [
    ...gates,
    ...tooEarlyRenewals(['cdi', 'certConfig'], config.cdi?.certConfig ?? {}, lifetimes),
    ...againstCluster(config, context),
    ...checkStorageProfiles(config.storageProfiles ?? [], cluster),
  ];
};
