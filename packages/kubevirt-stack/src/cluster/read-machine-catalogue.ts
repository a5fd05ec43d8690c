// SPDX-License-Identifier: Apache-2.0
import type { ClusterReader } from '@strata/cluster-client';
import type { CatalogueEntry } from './cluster-facts.ts';
import { ownObjects, selecting } from './own-objects.ts';

interface ListedEntries {
  readonly items: readonly {
    readonly metadata: { readonly name: string };
    readonly spec: object;
  }[];
}

interface ListedRevisions {
  readonly items: readonly {
    readonly metadata: {
      readonly labels?: Readonly<Record<string, string>>;
      readonly ownerReferences?: readonly { readonly uid: string }[];
    };
  }[];
}

const group = '/apis/instancetype.kubevirt.io/v1beta1';

const catalogues = [
  {
    key: 'instancetypes',
    kind: 'VirtualMachineClusterInstancetype',
    path: `${group}/virtualmachineclusterinstancetypes`,
  },
  {
    key: 'preferences',
    kind: 'VirtualMachineClusterPreference',
    path: `${group}/virtualmachineclusterpreferences`,
  },
] as const;

/**
 * Labels of the ControllerRevision in which virt-controller keeps the size and the preference of a
 * VM, as they were when the VM was created.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/instancetype/revision/store.go#L257
 */
const kindLabel = 'instancetype.kubevirt.io/object-kind';
const nameLabel = 'instancetype.kubevirt.io/object-name';

/**
 * Returns the number of VMs that keep a revision of each object, by its kind and name. A VM that has
 * two revisions of one object counts once.
 */
async function countUsers({ getMetadata }: ClusterReader): Promise<Map<string, Set<string>>> {
  const kinds = catalogues.map(({ kind }) => kind).join(',');
  const path = `/apis/apps/v1/controllerrevisions${selecting(`${kindLabel} in (${kinds})`)}`;
  const users = new Map<string, Set<string>>();
  for (const { metadata } of (await getMetadata<ListedRevisions>(path))?.items ?? []) {
    const entry = `${metadata.labels?.[kindLabel]}/${metadata.labels?.[nameLabel]}`;
    const known = users.get(entry) ?? new Set();
    for (const { uid } of metadata.ownerReferences ?? []) known.add(uid);
    users.set(entry, known);
  }
  return users;
}

/** Returns the sizes and preferences that Strata made in a cluster. */
export async function readMachineCatalogue(reader: ClusterReader): Promise<CatalogueEntry[]> {
  const [users, ...lists] = await Promise.all([
    countUsers(reader),
    ...catalogues.map(async ({ key, kind, path }) => {
      const list = await reader.get<ListedEntries>(`${path}${ownObjects}`);
      return (list?.items ?? []).map(({ metadata: { name }, spec }) => ({ key, kind, name, spec }));
    }),
  ]);
  return lists.flat().map(({ key, kind, name, spec }) => ({
    key,
    name,
    spec,
    vms: users.get(`${kind}/${name}`)?.size ?? 0,
  }));
}
