// SPDX-License-Identifier: Apache-2.0
import type {
  V1DataVolumeTemplateSpec,
  V1Disk,
  V1Volume,
} from '@kubevirt-ui-ext/kubevirt-api/kubevirt';
import { diskStorage, mirrorImage } from '@strata/contracts';
import type { DiskConfig, VolumeConfig } from '../config/index.ts';
import { claimOf, goldenImageOf, isContainerDisk, rootDiskGiB } from './disk-storage.ts';
import type { MachineArgs, PersistentDisk } from './machine-args.ts';
import { diskLabels } from './machine-labels.ts';

/** Disks of a VM, the volumes behind them, and the DataVolumes that are made for it. */
export interface RenderedDisks {
  readonly dataVolumeTemplates: V1DataVolumeTemplateSpec[];
  readonly disks: V1Disk[];
  readonly volumes: V1Volume[];
}

/** A disk, its volume, and the DataVolume behind it, if one is made. */
interface RenderedDisk {
  readonly disk: V1Disk;
  readonly volume: V1Volume;
  readonly template?: V1DataVolumeTemplateSpec;
}

/** Names of the disks that every VM has. */
export const reservedDiskNames = ['root', 'cloudinit'] as const;

/**
 * Returns the name of a disk that is made for one VM. A pool appends the number of the VM; a new
 * generation has a new name, and so a fresh disk.
 */
export function diskName(
  { group, generation, index }: Pick<MachineArgs, 'group' | 'generation' | 'index'>,
  disk: string,
): string {
  const name = `${group}-${disk}-${generation}`;
  return index === undefined ? name : `${name}-${index}`;
}

type Stored = Pick<
  DiskConfig,
  'className' | 'accessModes' | 'volumeMode' | 'preallocation' | 'sizeGiB'
>;

function renderTemplate(
  args: MachineArgs,
  name: string,
  stored: Stored,
  source: Pick<V1DataVolumeTemplateSpec['spec'], 'source' | 'sourceRef'>,
): V1DataVolumeTemplateSpec {
  const { className, accessModes, volumeMode } = diskStorage(stored, args.platform);
  const { preallocation, sizeGiB } = stored;
  return {
    metadata: { name: diskName(args, name), labels: diskLabels(args) },
    spec: {
      ...source,
      ...(preallocation !== undefined && { preallocation }),
      storage: {
        storageClassName: className,
        ...(accessModes && { accessModes }),
        ...(volumeMode && { volumeMode }),
        resources: { requests: { storage: `${sizeGiB ?? 1}Gi` } },
      },
    },
  };
}

function rootSource(
  args: MachineArgs,
): Pick<V1DataVolumeTemplateSpec['spec'], 'source' | 'sourceRef'> {
  const { namespace, platform, machine } = args;
  const { image } = machine.rootDisk;
  const claim = claimOf(image);
  if (claim !== undefined) return { source: { pvc: { name: claim, namespace } } };
  const golden = goldenImageOf(machine.rootDisk, platform);
  return golden === undefined
    ? { source: { registry: { url: mirrorImage(image, platform.registryMirror) } } }
    : {
        sourceRef: { kind: 'DataSource', name: golden.dataSource, namespace: golden.namespace },
      };
}

function renderRoot(args: MachineArgs): RenderedDisk {
  const { rootDisk } = args.machine;
  const disk: V1Disk = { name: 'root', bootOrder: 1, disk: { bus: rootDisk.bus } };
  if (rootDisk.ephemeral && isContainerDisk(rootDisk.image)) {
    const image = mirrorImage(rootDisk.image, args.platform.registryMirror);
    return {
      disk,
      volume: { name: 'root', containerDisk: { image: image.replace('docker://', '') } },
    };
  }
  const stored = { ...rootDisk, sizeGiB: rootDiskGiB(rootDisk, args.platform) };
  return {
    disk,
    volume: { name: 'root', dataVolume: { name: diskName(args, 'root') } },
    template: renderTemplate(args, 'root', stored, rootSource(args)),
  };
}

function renderStartUp({ machine, userDataSecret, networkData }: MachineArgs): RenderedDisk {
  const name = 'cloudinit';
  const source = {
    secretRef: { name: userDataSecret },
    ...(networkData === true && { networkDataSecretRef: { name: userDataSecret } }),
  };
  return {
    disk: { name, disk: { bus: 'virtio' } },
    volume:
      machine.cloudInit === 'noCloud'
        ? { name, cloudInitNoCloud: source }
        : { name, cloudInitConfigDrive: source },
  };
}

function renderPersistent({ name, dataVolume, serial }: PersistentDisk): RenderedDisk {
  return {
    disk: { name, serial, disk: { bus: 'virtio' } },
    volume: { name, dataVolume: { name: dataVolume } },
  };
}

/** Renders the volume of each kind of disk. @see https://kubevirt.io/user-guide/storage/disks_and_volumes/ */
const diskKinds: Readonly<
  Record<
    DiskConfig['kind'],
    (args: MachineArgs, disk: DiskConfig) => Pick<RenderedDisk, 'volume' | 'template'>
  >
> = {
  data: (args, disk) => ({
    volume: { name: disk.name, dataVolume: { name: diskName(args, disk.name) } },
    template: renderTemplate(args, disk.name, disk, { source: { blank: {} } }),
  }),
  empty: (_, { name, sizeGiB }) => ({
    volume: { name, emptyDisk: { capacity: `${sizeGiB ?? 1}Gi` } },
  }),
  host: (_, { name, path = '', type = 'DiskOrCreate', sizeGiB }) => ({
    volume: {
      name,
      hostDisk: { path, type, ...(sizeGiB !== undefined && { capacity: `${sizeGiB}Gi` }) },
    },
  }),
};

function renderDisk(args: MachineArgs, disk: DiskConfig): RenderedDisk {
  const { name, bus, serial, cache } = disk;
  return {
    disk: {
      name,
      disk: { bus },
      ...(serial !== undefined && { serial }),
      ...(cache !== undefined && { cache }),
    },
    ...diskKinds[disk.kind](args, disk),
  };
}

/** Renders the volume of each kind of object. */
const volumeKinds: Readonly<
  Record<VolumeConfig['kind'], (volume: VolumeConfig) => Omit<V1Volume, 'name'>>
> = {
  configMap: ({ object, label }) => ({
    configMap: { name: object, ...(label !== undefined && { volumeLabel: label }) },
  }),
  secret: ({ object, label }) => ({
    secret: { secretName: object, ...(label !== undefined && { volumeLabel: label }) },
  }),
  serviceAccount: ({ object }) => ({ serviceAccount: { serviceAccountName: object } }),
};

function renderVolume(volume: VolumeConfig): RenderedDisk {
  const { name, kind, serial } = volume;
  return {
    disk: { name, disk: { bus: 'virtio' }, ...(serial !== undefined && { serial }) },
    volume: { name, ...volumeKinds[kind](volume) },
  };
}

/** Renders everything that a VM sees as a disk. It boots from the first one. */
export function renderDisks(args: MachineArgs): RenderedDisks {
  const { machine, persistentDisks = [] } = args;
  const all = [
    renderRoot(args),
    renderStartUp(args),
    ...persistentDisks.map(renderPersistent),
    ...machine.disks.map((disk) => renderDisk(args, disk)),
    ...machine.volumes.map(renderVolume),
  ];
  return {
    dataVolumeTemplates: all.flatMap(({ template }) => (template === undefined ? [] : [template])),
    disks: all.map(({ disk }) => disk),
    volumes: all.map(({ volume }) => volume),
  };
}
