// SPDX-License-Identifier: Apache-2.0
import { guestSystems, labelKeys, systemOfImage, type StartUpReader } from '@strata/contracts';
import type { MachineInstance } from './virtual-machine.ts';

/** Asks the API for an object; undefined when it is not there. */
export type ObjectReader = <T>(path: string) => Promise<T | undefined>;

interface DataVolume {
  readonly spec: {
    readonly source?: {
      /** What KubeVirt makes of the `sourceRef` of a template: the disk that the DataSource means now. */
      readonly pvc?: { readonly name: string; readonly namespace: string };
      readonly registry?: { readonly url?: string };
    };
  };
}

interface Claim {
  readonly metadata: { readonly labels?: Readonly<Record<string, string>> };
}

const cdi = '/apis/cdi.kubevirt.io/v1beta1/namespaces';

/** The operating system on a disk that CDI has made: as its golden image says, or is called. */
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
 * What the operating system of a machine reads its start-up data with: an image has no content here,
 * so it is what it is called. What nobody knows reads cloud-init.
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
