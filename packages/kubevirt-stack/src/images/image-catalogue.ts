// SPDX-License-Identifier: Apache-2.0
import type { ClusterFacts } from '../cluster/cluster-facts.ts';
import type { CdiCloneStrategy } from '../config/cdi-fields.ts';
import { snapshotClassesOf } from '../cluster/snapshot-classes.ts';
import type { ImageConfig } from '../config/index.ts';
import { cloneKind } from './clone-strategy.ts';
import type { CloneKind } from './clone-strategy.ts';
import { imageNamespace } from './render-image.ts';
import type { DiskDefaults } from './render-image.ts';
import { sourceFormat } from './source-format.ts';

/** A golden image as user clusters see it. */
export interface GoldenImage {
  readonly name: string;
  readonly os: string;
  readonly version: string;
  readonly namespace: string;
  /** Name for a disk's `sourceRef`. */
  readonly dataSource: string;
  /** Size of the smallest disk that can be a copy, in GiB. */
  readonly sizeGiB: number;
  /**
   * How a copy is made on the image's own storage; undefined if the cluster or the StorageClass is
   * not known.
   */
  readonly clone: CloneKind | undefined;
}

interface Profile {
  readonly storageClass: string;
  readonly cloneStrategy?: CdiCloneStrategy | undefined;
  readonly dataImportCronSourceFormat?: 'pvc' | 'snapshot' | undefined;
}

/** The facts that decide how images are copied. */
export interface CatalogueFacts {
  readonly storage: DiskDefaults;
  readonly cluster: ClusterFacts | undefined;
  /** `cdi.cloneStrategyOverride`. @default none */
  readonly override?: CdiCloneStrategy | undefined;
  /** `storageProfiles`. @default none */
  readonly profiles?: readonly Profile[] | undefined;
}

function cloneKindOf(image: ImageConfig, facts: CatalogueFacts): CloneKind | undefined {
  const { storage, cluster, override, profiles = [] } = facts;
  const className = image.storage?.className ?? storage.className;
  if (cluster === undefined) return undefined;
  const storageClass = cluster.storageClasses.find(({ name }) => name === className);
  if (storageClass === undefined) return undefined;
  const { provisioner, parameters, cloneStrategy: annotation } = storageClass;
  const profile = profiles.find((one) => one.storageClass === className);
  const hasSnapshots = snapshotClassesOf(cluster, provisioner).length > 0;
  // CDI keeps only container disks as snapshots, and clones a snapshot only by snapshot.
  const format = sourceFormat(className, cluster, profiles);
  if (image.registry !== undefined && format === 'snapshot') return 'snapshot';
  const strategies = { override, profile: profile?.cloneStrategy, annotation };
  return cloneKind({ provisioner, parameters, hasSnapshots, ...strategies });
}

/** Returns the images that user clusters can choose from. */
export function imageCatalogue(
  images: readonly ImageConfig[],
  facts: CatalogueFacts,
): GoldenImage[] {
  return images.map((image) => ({
    name: image.name,
    os: image.os,
    version: image.version,
    namespace: imageNamespace,
    dataSource: image.name,
    sizeGiB: image.sizeGiB,
    clone: cloneKindOf(image, facts),
  }));
}
