// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts';
import type { ReleaseComponent } from '@strata/contracts';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';

/** The part of an OpenAPI schema that decides whether the API server keeps a field. */
export interface CrdSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, CrdSchema>>;
  readonly additionalProperties?: CrdSchema | boolean;
  readonly items?: CrdSchema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** The versions of a component in all releases, oldest first. */
export function versionsOf(component: ReleaseComponent): string[] {
  return [...new Set(releases.map(({ components }) => components[component].version))];
}

function load(component: ReleaseComponent, version: string): Manifest | undefined {
  try {
    return loadManifest(component, version);
  } catch (error) {
    if (error instanceof ManifestError) return undefined;
    throw error;
  }
}

interface Definition {
  readonly spec: {
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: CrdSchema };
    }[];
  };
}

/**
 * The schema of a kind's `spec` in a version of its component.
 *
 * @param crd - name of the definition and version of the kind, such as `kubevirts.kubevirt.io/v1`.
 * @returns undefined when this version's manifest is not rendered.
 */
export function specSchema(
  component: ReleaseComponent,
  version: string,
  crd: string,
): CrdSchema | undefined {
  const manifest = load(component, version);
  if (manifest === undefined) return undefined;
  const [name, kindVersion] = crd.split('/');
  const definition = manifest.objects.find(
    ({ kind, metadata }) => kind === 'CustomResourceDefinition' && metadata.name === name,
  ) as unknown as Definition | undefined;
  const schema = definition?.spec.versions.find((one) => one.name === kindVersion)?.schema;
  return schema?.openAPIV3Schema.properties?.spec ?? {};
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** What a value that is no mapping and no list breaks. */
function checkScalar(value: unknown, schema: CrdSchema): string | undefined {
  const { type, pattern, minimum = -Infinity, maximum = Infinity } = schema;
  const found = typeOf(value);
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (found !== 'integer' && found !== 'string') return `is no int or string but ${found}`;
  } else if (found !== type && !(found === 'integer' && type === 'number')) {
    return `is no ${type ?? 'known type'} but ${found}`;
  }
  if (schema.enum !== undefined && !schema.enum.includes(value)) return 'is not in the enum';
  if (typeof value === 'number' && (value < minimum || value > maximum)) return 'is out of range';
  return typeof value === 'string' && pattern !== undefined && !new RegExp(pattern).test(value)
    ? 'does not match the pattern'
    : undefined;
}

/** Everything that the API server would drop or refuse; it drops unknown fields in silence. */
export function checkAgainst(schema: CrdSchema | undefined, value: unknown, path = ''): string[] {
  if (schema === undefined) return [`${path} is not in the schema`];
  if (Array.isArray(value)) {
    if (schema.type !== 'array') return [`${path} is no ${schema.type ?? 'known type'} but array`];
    return value.flatMap((item, index) => checkAgainst(schema.items, item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) {
    const problem = checkScalar(value, schema);
    return problem === undefined ? [] : [`${path} ${problem}`];
  }
  if (schema.type !== 'object') return [`${path} is no ${schema.type ?? 'known type'} but object`];
  if (schema['x-kubernetes-preserve-unknown-fields'] === true) return [];
  const { required = [], properties = {}, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...required.filter((key) => !(key in value)).map((key) => `${path}.${key} is missing`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      checkAgainst(properties[key] ?? others, inner, `${path}.${key}`),
    ),
  ];
}
