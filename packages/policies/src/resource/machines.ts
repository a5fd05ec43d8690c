// SPDX-License-Identifier: Apache-2.0
import { at, listOf, objectOf, textOf } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { kinds } from './kinds.ts';
import type { Subject } from './subject.ts';

/** The VM of a VirtualMachine or of a VirtualMachinePool. */
export interface Machine {
  /** `metadata.annotations` of the running VM. */
  readonly annotations: JsonObject;
  /** `spec.template.spec` of the VM. */
  readonly spec: JsonObject;
  readonly diskTemplates: readonly Json[];
}

/** Returns the VM that a resource is, or makes. */
export function machineOf({ type, object }: Pick<Subject, 'type' | 'object'>): Machine {
  const vm =
    type === kinds.virtualMachinePool
      ? at(object, 'spec', 'virtualMachineTemplate', 'spec')
      : at(object, 'spec');
  return {
    annotations: objectOf(at(vm, 'template', 'metadata', 'annotations')),
    spec: objectOf(at(vm, 'template', 'spec')),
    diskTemplates: listOf(at(vm, 'dataVolumeTemplates')),
  };
}

/** Returns the interfaces on the pod network. */
export function podInterfaces({ spec }: Machine): readonly JsonObject[] {
  const names = listOf(spec.networks)
    .filter((network) => at(network, 'pod') !== undefined)
    .map((network) => textOf(at(network, 'name')));
  return listOf(at(spec, 'domain', 'devices', 'interfaces'))
    .map(objectOf)
    .filter(({ name }) => names.includes(textOf(name)));
}

/** Returns what a volume requests: the fields of `storage` or `pvc`, whichever it has. */
export function claimOf(dataVolume: Json | undefined): JsonObject {
  const spec = at(dataVolume, 'spec');
  return objectOf(at(spec, 'storage') ?? at(spec, 'pvc'));
}
