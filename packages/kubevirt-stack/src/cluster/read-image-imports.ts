// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import { imageNamespace } from '../images/render-image.ts';
import type { ImageImport } from './cluster-facts.ts';
import { ownObjects } from './own-objects.ts';

interface ListedCrons {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly spec: {
      readonly template: {
        readonly spec: {
          readonly storage?: {
            readonly storageClassName?: string;
            readonly volumeMode?: string;
            readonly resources?: { readonly requests?: { readonly storage?: string } };
          };
        };
      };
    };
  }[];
}

const path = `/apis/cdi.kubevirt.io/v1beta1/namespaces/${imageNamespace}/dataimportcrons${ownObjects}`;

/** Returns the imports of container disks that Strata made in a cluster. */
export async function readImageImports({ get }: ClusterReader): Promise<ImageImport[]> {
  const crons = (await get<ListedCrons>(path))?.items ?? [];
  return crons.map(({ metadata, spec }) => {
    const { storageClassName, volumeMode, resources } = spec.template.spec.storage ?? {};
    return {
      name: metadata.name,
      // Strata writes every size in Gi.
      sizeGiB: Number.parseInt(resources?.requests?.storage ?? '0', 10),
      className: storageClassName,
      volumeMode,
    };
  });
}
