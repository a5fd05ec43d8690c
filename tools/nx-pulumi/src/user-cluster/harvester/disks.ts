// SPDX-License-Identifier: Apache-2.0
import { chooseImage, knownImage } from '../translate/images.ts';
import type { ChosenImage, Images } from '../translate/images.ts';
import { leftOutLines } from '../translate/left-out.ts';
import { numberAt } from '../translate/number-at.ts';
import type { Source } from '../translate/source.ts';
import { withValues } from '../translate/with-values.ts';
import { deviceAt } from './device-names.ts';
import type { HarvesterObjects } from './harvester-objects.ts';
import { jsonField } from './json-field.ts';
import { leftOutOfMachines } from './left-out-machines.ts';

type Keys = Readonly<Record<string, unknown>>;

/** All disks of a machine, and messages about what is not kept. */
export interface Disks {
  readonly rootDisk: Keys;
  readonly disks: readonly Keys[];
  readonly lines: readonly string[];
}

/** A machine, as far as its disks need it. */
export interface DiskContext {
  readonly title: string;
  readonly images: Images;
  readonly objects: HarvesterObjects;
  /** Namespace of the machine in Harvester. */
  readonly namespace: string;
}

/** A disk, as a HarvesterConfig says it. */
interface SaidDisk {
  /** Name of a VirtualMachineImage. */
  readonly image: string | undefined;
  readonly keys: Keys;
}

/** Keys of a disk, by what they say. */
interface DiskPaths {
  readonly image: string;
  readonly size: string;
  readonly bus: string;
  readonly className?: string;
}

const listPaths = { image: 'imageName', size: 'size', bus: 'bus', className: 'storageClassName' };

/** Keys of the only disk in HarvesterConfigs that have no list of disks. */
const singlePaths = { image: 'imageName', size: 'diskSize', bus: 'diskBus' };

/** Returns a disk; one with an image has the class of that image in Harvester, whatever it says. */
function diskAt(title: string, source: Source, paths: DiskPaths): SaidDisk {
  const image = source.text(paths.image);
  const sizeGiB = numberAt(title, source, paths.size);
  const said = paths.className === undefined ? undefined : source.text(paths.className);
  const className = image === undefined ? said : undefined;
  const bus = deviceAt(source, paths.bus, 'bus');
  return {
    image,
    keys: withValues({ sizeGiB, className, bus: bus === 'virtio' ? undefined : bus }),
  };
}

/** Returns the disks of a HarvesterConfig, the one that a machine boots from first. */
function listedDisks(title: string, list: Source): SaidDisk[] {
  const order = (one: Source) => Number(one.text('bootOrder') ?? 0) || Number.MAX_SAFE_INTEGER;
  return list
    .entries('disks')
    .filter((one) => {
      const isDisk = (one.peek('type') ?? '') === '' || one.peek('type') === 'disk';
      // All of a drive for CDs is left out, which is told once.
      one.take(...(isDisk ? ['type'] : ['imageName', 'size', 'bus', 'storageClassName']));
      return isDisk;
    })
    .map((one, index) => ({ one, order: order(one), index }))
    .sort((one, other) => one.order - other.order || one.index - other.index)
    .map(({ one }) => diskAt(title, one, listPaths));
}

/**
 * Returns the image of the platform for one of Harvester: by the address or the name that its object has, or by
 * its own name.
 *
 * @see https://github.com/harvester/harvester/blob/0574c85049937bd2f1c676a9f8c86fa90d9e429b/pkg/apis/harvesterhci.io/v1beta1/image.go `VirtualMachineImageSpec`
 */
function imageOf(asked: string | undefined, context: DiskContext): ChosenImage {
  const { images, namespace, objects, title } = context;
  const object =
    asked === undefined ? undefined : objects.find('VirtualMachineImage', asked, namespace);
  const names = [
    object?.text('spec.url'),
    object?.text('spec.displayName'),
    asked?.split('/').at(-1),
  ].filter((one) => one !== undefined);
  const known = names.find((one) => knownImage(one, images.ofPlatform) !== undefined);
  return chooseImage(title, known ?? names[0], images);
}

/** Returns the disks of a HarvesterConfig. */
export function disksOf(source: Source, context: DiskContext): Disks {
  const { title } = context;
  const list = jsonField(title, source, 'diskInfo');
  // The node driver reads them only where there is no list.
  if (list) source.take(...Object.values(singlePaths));
  const said = list ? listedDisks(title, list) : [diskAt(title, source, singlePaths)];
  const [root, ...others] = said;
  const { image, lines } = imageOf(root?.image, context);
  const disks = others.map(({ keys }, index) => ({
    name: `disk-${index + 1}`,
    kind: 'data',
    ...keys,
  }));
  const filled = others.flatMap((one, index) => (one.image === undefined ? [] : [index + 1]));
  return {
    rootDisk: { image, ...root?.keys },
    disks,
    lines: [
      ...lines,
      ...filled.map(
        (index) =>
          `${title}: the disk disk-${index} is empty at first: disks of machines have no content`,
      ),
      ...(list ? leftOutLines(title, list, leftOutOfMachines) : []),
    ],
  };
}
