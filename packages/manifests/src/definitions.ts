// SPDX-License-Identifier: Apache-2.0
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findComponent } from './recipes/components.ts';
import type { ComponentName } from './recipes/components.ts';
import { loadManifest } from './load-manifest.ts';
import { ManifestError } from './manifest-error.ts';
import { fetchModule } from './render/index.ts';

/** OpenAPI schema of each kind, by apiVersion and kind: `kubevirt.io/v1/VirtualMachine`. */
export type Definitions = ReadonlyMap<string, object>;

interface Definition {
  readonly kind: string;
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: object };
    }[];
  };
}

function isDefinition(object: { readonly kind: string }): object is Definition {
  return object.kind === 'CustomResourceDefinition';
}

/** Returns the schemas of the CustomResourceDefinitions among objects. */
export function definitionsAmong(objects: readonly { readonly kind: string }[]): Definitions {
  return new Map(
    objects
      .filter(isDefinition)
      .flatMap(({ spec: { group, names, versions } }) =>
        versions.map(({ name, schema }) => [
          `${group}/${name}/${names.kind}`,
          schema.openAPIV3Schema,
        ]),
      ),
  );
}

/**
 * Place in a module of the definitions that its operator creates itself, and how to read one of
 * them.
 */
interface OperandSource {
  readonly path: string;
  /** Names by which the module calls the kinds. */
  readonly names: readonly string[];
  readonly read: (name: string, content: unknown) => Definitions;
}

/** KubeVirt keeps schemas without their definitions, the same schema for all versions of a kind. */
const kubevirtKinds: Readonly<Record<string, string>> = {
  virtualmachine: 'kubevirt.io/v1/VirtualMachine',
  virtualmachinepool: 'pool.kubevirt.io/v1beta1/VirtualMachinePool',
  virtualmachineclusterinstancetype:
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterInstancetype',
  virtualmachineclusterpreference:
    'instancetype.kubevirt.io/v1beta1/VirtualMachineClusterPreference',
};

/**
 * Sources of definitions that only operators have: their manifests install nothing but the kind of
 * the operator's own settings.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/generate/components/crds.go `patchValidation`
 * @see https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/crds_generated.go
 */
const operandSources: Readonly<Partial<Record<ComponentName, OperandSource>>> = {
  kubevirt: {
    path: 'pkg/virt-operator/resource/generate/components/validations_generated.go',
    names: Object.keys(kubevirtKinds),
    read: (name, content) => {
      const { openAPIV3Schema } = content as { readonly openAPIV3Schema: object };
      return new Map([[kubevirtKinds[name] ?? name, openAPIV3Schema]]);
    },
  },
  cdi: {
    path: 'pkg/operator/resources/crds_generated.go',
    names: ['datavolume', 'datasource', 'dataimportcron', 'storageprofile'],
    read: (_, content) => definitionsAmong([content as Definition]),
  },
};

/**
 * Returns a value of a Go map, `"name": \`text\`,`, in which a backtick is written as a string of
 * its own.
 */
function goString(source: string, name: string): string {
  const start = `\n\t"${name}": \``;
  const from = source.indexOf(start);
  const end = source.indexOf('`,\n', from);
  if (from < 0 || end < 0) throw new ManifestError(`the module has no "${name}"`);
  return source.slice(from + start.length, end).replaceAll('` + "`" + `', '`');
}

async function operandDefinitions(component: ComponentName, version: string): Promise<Definitions> {
  const operands = operandSources[component];
  const [source] = findComponent(component, version).sources;
  if (operands === undefined || source === undefined) return new Map();
  const { directory } = await fetchModule({
    path: source.module,
    version: `v${version}`,
    sums: source.sums,
  });
  const text = await readFile(join(directory, operands.path), 'utf8');
  return new Map(
    operands.names.flatMap((name) => [...operands.read(name, parse(goString(text, name)))]),
  );
}

/**
 * Returns every definition that a component brings into a cluster: those of its manifest, and those
 * that its operator makes itself, which are read from its Go module. For tests of objects of these
 * kinds.
 *
 * @returns undefined when the manifest of this version is not rendered.
 * @throws ManifestError when the module cannot be downloaded or has changed.
 */
export async function definitionsOf(
  component: ComponentName,
  version: string,
): Promise<Definitions | undefined> {
  try {
    const { objects } = loadManifest(component, version);
    const operands = await operandDefinitions(component, version);
    return new Map([...definitionsAmong(objects), ...operands]);
  } catch (error) {
    if (error instanceof ManifestError && error.message.includes(' is missing: ')) return undefined;
    throw error;
  }
}
