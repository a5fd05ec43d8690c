// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { parseQuantity } from '@strata/contracts/quantity';
import { imageNamespace } from '../images/render-image.ts';
import type { ImageImport } from './cluster-facts.ts';
import { ownObjects, selecting } from './own-objects.ts';

interface List<T> {
  readonly items: readonly T[];
}

interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface VolumeSpec {
  readonly storage?: {
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly resources?: { readonly requests?: { readonly storage?: string } };
  };
}

interface Cron {
  readonly metadata: Metadata;
  readonly spec: { readonly template: { readonly spec: VolumeSpec } };
  readonly status?: { readonly lastImportedPVC?: { readonly name: string } };
}

interface Volume {
  readonly metadata: Metadata;
  readonly spec: VolumeSpec;
}

/** Label of CDI on all that a DataImportCron has made; its value is the name of the DataImportCron. */
const cronLabel = 'cdi.kubevirt.io/dataImportCron';

const cdi = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${imageNamespace}`;

const sizeOf = (spec: VolumeSpec | undefined) => {
  const bytes = parseQuantity(spec?.storage?.resources?.requests?.storage);
  return bytes === undefined ? undefined : Math.ceil(bytes / 2 ** 30);
};

/**
 * Returns the imports of container disks that Strata made in a cluster. What was imported keeps its size
 * and storage when its DataImportCron is replaced by another, until there is a newer image. Of an image
 * that CDI keeps as a snapshot the size is that of the DataImportCron: the account of the platform's stack
 * reads no snapshots.
 */
export async function readImageImports({ get }: ClusterReader): Promise<ImageImport[]> {
  const [crons, volumes] = await Promise.all([
    get<List<Cron>>(`${cdi}/dataimportcrons${ownObjects}`),
    get<List<Volume>>(`${cdi}/datavolumes${selecting(cronLabel)}`),
  ]);
  return (crons?.items ?? []).map(({ metadata, spec, status }) => {
    const last = status?.lastImportedPVC?.name;
    const volume = volumes?.items.find((one) => one.metadata.name === last)?.spec;
    const wanted = spec.template.spec;
    const { storageClassName, volumeMode } = (volume ?? wanted).storage ?? {};
    return {
      name: metadata.name,
      sizeGiB: sizeOf(volume) ?? sizeOf(wanted) ?? 0,
      className: storageClassName,
      volumeMode,
    };
  });
}

/** Returns the names of the images that Strata made from files: their DataSources have no DataImportCron. */
export async function readFileImages({ get }: ClusterReader): Promise<string[]> {
  const sources = await get<List<{ readonly metadata: Metadata }>>(
    `${cdi}/datasources${ownObjects}`,
  );
  return (sources?.items ?? [])
    .filter(({ metadata: { labels } }) => labels?.[cronLabel] === undefined)
    .map(({ metadata: { name } }) => name);
}
