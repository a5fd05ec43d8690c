// SPDX-License-Identifier: Apache-2.0
import { guestSystems, labelKeys, systemOfImage, type StartUpReader } from '@strata/contracts';
import type { MachineInstance } from './virtual-machine.ts';

/** Reads an object from the API; undefined when it does not exist. */
export type ObjectReader = <T>(path: string) => Promise<T | undefined>;

interface DataVolume {
  readonly spec: {
    readonly source?: {
      /**
       * Disk that the DataSource refers to at the moment; KubeVirt replaces a template's
       * `sourceRef` by it.
       */
      readonly pvc?: { readonly name: string; readonly namespace: string };
      readonly registry?: { readonly url?: string };
    };
  };
}

interface Claim {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}

const cdi = '/apis/cdi.kubevirt.io/v1beta1/namespaces';

/** Returns the name of the operating system on a disk that CDI has made, from its golden image. */
async function systemOnVolume(
  name: string,
  namespace: string,
  read: ObjectReader,
): Promise<string | undefined> {
  const volume = await read<DataVolume>(`${cdi}/${namespace}/datavolumes/${name}`);
  const { pvc, registry } = volume?.spec.source ?? {};
  if (pvc === undefined) return systemOfImage(registry?.url ?? '');
  const golden = await read<Claim>(
    `/api/v1/namespaces/${pvc.namespace}/persistentvolumeclaims/${pvc.name}`,
  );
  return golden?.metadata.labels?.[labelKeys.os] ?? systemOfImage(pvc.name);
}

/**
 * Returns what the operating system of a machine reads its start-up data with. An image has no
 * content here, so its name decides; an unknown one reads it with cloud-init.
 *
 * @param disk - Name of the volume that the machine boots from.
 */
export async function readerOf(
  { metadata, spec }: MachineInstance,
  disk: string,
  read: ObjectReader,
): Promise<StartUpReader> {
  const volume = spec.volumes?.find(({ name }) => name === disk);
  const system =
    volume?.dataVolume === undefined
      ? systemOfImage(volume?.containerDisk?.image ?? '')
      : await systemOnVolume(volume.dataVolume.name, metadata.namespace ?? '', read);
  return guestSystems[system ?? '']?.reads ?? 'cloud-init';
}
