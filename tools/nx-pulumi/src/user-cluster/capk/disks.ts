// SPDX-License-Identifier: Apache-2.0
import { checkedQuantity } from '../translate/checked-quantity.ts';
import { chooseImage } from '../translate/images.ts';
import type { Images } from '../translate/images.ts';
import { wholeGiB } from '../translate/sizes.ts';
import type { Source } from '../translate/source.ts';
import { storedKeys } from '../translate/stored-disk.ts';
import { withValues } from '../translate/with-values.ts';
import { guestPath, machinePath } from './left-out-machines.ts';
import { withRegistry } from './with-registry.ts';

type Keys = Readonly<Record<string, unknown>>;

/** All disks of a machine, and messages about what is not kept. */
export interface Disks {
  readonly rootDisk: Keys;
  readonly disks: readonly Keys[];
  /** Objects that the machine sees as disks. */
  readonly volumes: readonly Keys[];
  readonly lines: readonly string[];
}

/** A volume of a virtual machine, with the disk that shows it to the guest. */
interface Attached {
  readonly volume: Source;
  /** Undefined where KubeVirt adds the disk itself. */
  readonly disk: Source | undefined;
}

/** A machine, as far as {@link disksOf} needs it. */
interface DiskContext {
  readonly title: string;
  readonly images: Images;
  readonly templates: readonly Source[];
}

const endsLast = Number.MAX_SAFE_INTEGER;

/** Returns the volumes of a machine, the one that it boots from first. */
function attachedVolumes(source: Source): readonly Attached[] {
  const volumes = source.entries(`${guestPath}.volumes`);
  const disks = source.entries(`${guestPath}.domain.devices.disks`);
  const nameOf = (one: Source) => one.text('name');
  const inOrder = disks
    .map((disk, index) => ({ disk, order: Number(disk.text('bootOrder') ?? endsLast), index }))
    .sort((one, other) => one.order - other.order || one.index - other.index);
  const withDisks = inOrder.flatMap(({ disk }): Attached[] => {
    const volume = volumes.find((one) => nameOf(one) === nameOf(disk));
    return volume === undefined ? [] : [{ volume, disk }];
  });
  const names = disks.map(nameOf);
  const others = volumes.filter((one) => !names.includes(nameOf(one)));
  return [...withDisks, ...others.map((volume) => ({ volume, disk: undefined }))];
}

/** Returns the bus of a disk in the guest; virtio is what disks have anyway. */
function busOf(disk: Source | undefined): Keys {
  const bus = disk?.text('disk.bus');
  return bus === undefined || bus === 'virtio' ? {} : { bus };
}

/** Returns the keys of a disk in the guest. */
function guestKeys(disk: Source | undefined): Keys {
  return withValues({ ...busOf(disk), cache: disk?.text('cache'), serial: disk?.text('serial') });
}

/** Returns the DataVolumeTemplate of a volume; CAPK names both after the machine, for claims as well. */
function templateOf(volume: Source, { templates }: DiskContext): Source | undefined {
  const path = ['dataVolume.name', 'persistentVolumeClaim.claimName'].find(
    (one) => volume.peek(one) !== undefined,
  );
  if (path === undefined) return undefined;
  const template = templates.find((one) => one.peek('metadata.name') === volume.peek(path));
  // Another one is not read: nobody knows what it is.
  if (template !== undefined) volume.take(path);
  return template;
}

/** Returns how a DataVolumeTemplate is stored. */
function storedOf(template: Source): Keys {
  const at = (path: string) => [`spec.pvc.${path}`, `spec.storage.${path}`];
  return storedKeys({
    size: template.text(...at('resources.requests.storage')),
    className: template.text(...at('storageClassName')),
    accessModes: template.texts(...at('accessModes')),
    volumeMode: template.text(...at('volumeMode')),
  });
}

/** Returns the content of a DataVolumeTemplate: the address of an image, or the name of what is copied. */
function contentOf(template: Source): string | undefined {
  return template.text(
    'spec.source.registry.url',
    'spec.source.http.url',
    'spec.source.pvc.name',
    'spec.source.snapshot.name',
    'spec.sourceRef.name',
  );
}

function rootDiskOf(attached: Attached | undefined, context: DiskContext) {
  const { images, title } = context;
  const container = attached?.volume.text('containerDisk.image');
  const bus = busOf(attached?.disk);
  if (container !== undefined) {
    const image = `docker://${withRegistry(container)}`;
    return { rootDisk: { image, ephemeral: true, ...bus }, lines: [] };
  }
  const template = attached && templateOf(attached.volume, context);
  const { image, lines } = chooseImage(title, template && contentOf(template), images);
  return { rootDisk: { image, ...(template && storedOf(template)), ...bus }, lines };
}

/** Kinds of volumes that show an object, and the paths of its name. */
const objectPaths = {
  configMap: 'configMap.name',
  secret: 'secret.secretName',
  serviceAccount: 'serviceAccount.serviceAccountName',
} as const;

/** Returns the volume for an object in the namespace of the cluster; undefined for other volumes. */
function objectOf({ disk, volume }: Attached, name: string): Keys | undefined {
  for (const [kind, path] of Object.entries(objectPaths)) {
    const object = volume.text(path);
    if (object === undefined) continue;
    const label = volume.text(`${kind}.volumeLabel`);
    const { serial } = guestKeys(disk);
    return withValues({ name, kind, object, serial, label });
  }
  return undefined;
}

/** Returns the disk for an empty volume, or one that is stored; undefined for other volumes. */
function dataOf(attached: Attached, name: string, context: DiskContext) {
  const { disk, volume } = attached;
  const capacity = volume.text('emptyDisk.capacity');
  checkedQuantity(context.title, volume.pathOf('emptyDisk.capacity'), capacity);
  const sizeGiB = wholeGiB(capacity);
  if (sizeGiB !== undefined) return { keys: { name, kind: 'empty', sizeGiB, ...guestKeys(disk) } };
  const template = templateOf(volume, context);
  if (template === undefined) return undefined;
  return {
    keys: { name, kind: 'data', ...storedOf(template), ...guestKeys(disk) },
    hasContent: contentOf(template) !== undefined,
  };
}

/** The most characters of the name of a disk. */
const longestName = 20;

/** Returns the disks of a KubevirtMachineTemplate. */
export function disksOf(title: string, source: Source, images: Images): Disks {
  const templates = source.entries(`${machinePath}.dataVolumeTemplates`);
  const context = { title, images, templates };
  const [first, ...others] = attachedVolumes(source);
  const root = rootDiskOf(first, context);
  const lines: string[] = [...root.lines];
  const disks: Keys[] = [];
  const volumes: Keys[] = [];
  for (const [index, attached] of others.entries()) {
    const said = attached.volume.text('name') ?? '';
    const name = said.length > longestName ? `data-${index}` : said;
    const object = objectOf(attached, name);
    const data = object === undefined ? dataOf(attached, name, context) : undefined;
    if (object !== undefined) {
      volumes.push(object);
      lines.push(
        `${title}: machines wait for the ${String(object.kind)} ${String(object.object)} in the namespace of the new cluster; make it there`,
      );
    }
    if (data === undefined) continue;
    disks.push(data.keys);
    if (data.hasContent === true) {
      lines.push(`${title}: the disk ${name} is empty at first: disks of machines have no content`);
    }
  }
  return { rootDisk: root.rootDisk, disks, volumes, lines };
}
