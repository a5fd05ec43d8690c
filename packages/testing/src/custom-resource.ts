// SPDX-License-Identifier: Apache-2.0

/**
 * The part of an OpenAPI schema that decides whether the API server keeps a field.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
}

/** A custom resource, as far as it says what it is. */
export interface CustomResource {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return value === null ? 'null' : typeof value;
}

/**
 * Returns how a value that is neither a mapping nor a list violates its schema; undefined if it is
 * valid.
 */
function checkScalar(value: unknown, schema: Schema): string | undefined {
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

function checkValue(schema: Schema | undefined, value: unknown, path: string): string[] {
  if (schema === undefined) return [`${path} is not in the schema`];
  const keepsAll = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (keepsAll && schema.properties === undefined) return [];
  if (Array.isArray(value)) {
    if (schema.type !== 'array') return [`${path} is no ${schema.type ?? 'known type'} but array`];
    return value.flatMap((item, index) => checkValue(schema.items, item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) {
    const problem = checkScalar(value, schema);
    return problem === undefined ? [] : [`${path} ${problem}`];
  }
  if (schema.type !== 'object') return [`${path} is no ${schema.type ?? 'known type'} but object`];
  const { required = [], properties = {}, additionalProperties } = schema;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [
    ...required.filter((key) => !(key in value)).map((key) => `${path}.${key} is missing`),
    ...Object.entries(value)
      .filter(([key]) => key in properties || !keepsAll)
      .flatMap(([key, inner]) => checkValue(properties[key] ?? others, inner, `${path}.${key}`)),
  ];
}

/**
 * Everything of a custom resource that the API server would refuse, or drop: unknown fields it drops
 * in silence. What every object has, `metadata` above all, is not looked at.
 *
 * @param definitions - the schema of each kind, as `kubevirt.io/v1/VirtualMachine`.
 * @returns the problems, each with the path of its field.
 */
export function checkCustomResource(
  definitions: ReadonlyMap<string, object>,
  resource: CustomResource,
): string[] {
  const kind = `${String(resource.apiVersion)}/${String(resource.kind)}`;
  const schema: Schema | undefined = definitions.get(kind);
  if (schema === undefined) return [`${kind} is not defined`];
  const common = ['apiVersion', 'kind', 'metadata'];
  const own = Object.fromEntries(Object.entries(resource).filter(([key]) => !common.includes(key)));
  const { required = [] } = schema;
  return checkValue(
    { ...schema, required: required.filter((key) => !common.includes(key)) },
    own,
    '',
  );
}
