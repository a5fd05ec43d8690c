// SPDX-License-Identifier: Apache-2.0
import {
  at,
  claimOf,
  kinds,
  listOf,
  machineKinds,
  machineOf,
  nameOf,
  objectOf,
  textOf,
  textsOf,
  titleOf,
} from '../resource/index.ts';
import type { Json, JsonObject, Subject } from '../resource/index.ts';
import type { ResourceRule } from '../rule/index.ts';

/** Settings of this rule in an environment. */
export interface StorageSettings {
  /** StorageClasses of the infra cluster whose volumes only some hosts reach. */
  readonly localClasses: readonly string[];
  /** StorageClasses of the infra cluster that have no raw block volumes. */
  readonly filesystemOnlyClasses: readonly string[];
  /** StorageClasses of user clusters. */
  readonly tenantClasses: readonly string[];
}

/** The CSI driver of user clusters. @see https://github.com/kubevirt/csi-driver */
const tenantDriver = 'csi.kubevirt.io';

function checkClass(subject: Subject, { localClasses }: StorageSettings): readonly string[] {
  const { object } = subject;
  if (textOf(object.provisioner) !== tenantDriver) return [];
  const infra = textOf(at(object, 'parameters', 'infraStorageClassName'));
  const why = `the driver (${tenantDriver}) knows nothing of hosts or zones`;
  return [
    ...(listOf(object.allowedTopologies).length > 0
      ? [`${titleOf(subject)} has allowedTopologies, but ${why}; remove them.`]
      : []),
    ...(infra !== undefined && localClasses.includes(infra)
      ? [
          `${titleOf(subject)} is from "${infra}", whose volumes not every host reaches, but ${why}; ` +
            'choose a class that every host reaches.',
        ]
      : []),
  ];
}

function checkClaim(
  title: string,
  { storageClassName, volumeMode, accessModes }: JsonObject,
  settings: StorageSettings,
): readonly string[] {
  const name = textOf(storageClassName);
  if (name === undefined) return [];
  const modes = textsOf(accessModes);
  const isShared = modes.includes('ReadWriteMany') || modes.includes('ReadOnlyMany');
  return [
    ...(volumeMode === 'Block' && settings.filesystemOnlyClasses.includes(name)
      ? [`${title}: volumeMode Block, but "${name}" has file systems only; use Filesystem.`]
      : []),
    ...(modes.includes('ReadWriteMany') && settings.localClasses.includes(name)
      ? [`${title}: ReadWriteMany, but volumes of "${name}" are on one host; use ReadWriteOnce.`]
      : []),
    ...(isShared && volumeMode !== 'Block' && settings.tenantClasses.includes(name)
      ? [
          `${title}: ${modes.join(' and ')} on "${name}", whose driver (${tenantDriver}) shares raw ` +
            'block volumes only; use volumeMode Block or ReadWriteOnce.',
        ]
      : []),
  ];
}

/** Returns every volume claim of a resource, with its name in messages. */
function claimsOf(
  subject: Subject,
): readonly { readonly title: string; readonly claim: JsonObject }[] {
  const { type, object } = subject;
  const title = titleOf(subject);
  const named = (one: Json) => `${title}: disk ${nameOf(objectOf(one))}`;
  switch (type) {
    case kinds.persistentVolumeClaim:
      return [{ title, claim: objectOf(object.spec) }];
    case kinds.statefulSet:
      return listOf(at(object, 'spec', 'volumeClaimTemplates')).map((one) => ({
        title: named(one),
        claim: objectOf(at(one, 'spec')),
      }));
    case kinds.dataVolume:
      return [{ title, claim: claimOf(object) }];
    case kinds.dataImportCron:
      return [{ title, claim: claimOf(at(object, 'spec', 'template')) }];
    default:
      return machineOf(subject).diskTemplates.map((one) => ({
        title: named(one),
        claim: claimOf(one),
      }));
  }
}

const names = { type: 'array', items: { type: 'string' } } as const;

/** Rejects volumes that the storage cannot make, or that a VM could not reach after a migration. */
export const storageServed: ResourceRule<StorageSettings> = {
  name: 'storage-served',
  area: 'storage',
  refuses:
    'A volume mode, access mode or storage class that the CSI driver behind it cannot serve.',
  why: 'The claim stays Pending, or a pod moves to a machine that cannot reach its volume.',
  source: 'https://github.com/kubevirt/csi-driver/issues/66',
  level: 'mandatory',
  settings: {
    localClasses: {
      what: 'StorageClasses of the infra cluster whose volumes only some hosts reach',
      default: [],
      schema: names,
    },
    filesystemOnlyClasses: {
      what: 'StorageClasses of the infra cluster without raw block volumes',
      default: [],
      schema: names,
    },
    tenantClasses: {
      what: `StorageClasses of user clusters (${tenantDriver})`,
      default: ['kubevirt'],
      schema: names,
    },
  },
  kinds: [
    ...machineKinds,
    kinds.dataImportCron,
    kinds.dataVolume,
    kinds.persistentVolumeClaim,
    kinds.statefulSet,
    kinds.storageClass,
  ],
  check: (subject, settings) =>
    subject.type === kinds.storageClass
      ? checkClass(subject, settings)
      : claimsOf(subject).flatMap(({ title, claim }) => checkClaim(title, claim, settings)),
};
