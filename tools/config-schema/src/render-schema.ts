// SPDX-License-Identifier: Apache-2.0
import { fieldFacts } from '@strata/contracts';
import { z } from 'zod';
import type { FileKind } from './file-kinds.ts';
import { groupExamples } from './group-examples.ts';
import { splitRequired } from './split-required.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Schema of the value that `pulumi config set --secret` writes. */
const encrypted: JsonSchema = {
  type: 'object',
  properties: { secure: { type: 'string' } },
  required: ['secure'],
  additionalProperties: false,
};

/**
 * Schemas of the fields that Pulumi itself keeps in a stack's file.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/projects/stack-settings-file/
 */
const pulumiFields: Readonly<Record<string, JsonSchema>> = {
  secretsprovider: { type: 'string' },
  encryptedkey: { type: 'string' },
  encryptionsalt: { type: 'string' },
};

/**
 * Says what error messages say and shows the example of a group of keys; takes nothing but an encrypted
 * value for a secret.
 */
function addWords({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}): void {
  const schema = zodSchema as unknown as z.ZodType;
  if (groupExamples.has(schema)) jsonSchema.examples = [groupExamples.get(schema)];
  const facts = fieldFacts.get(schema);
  if (facts === undefined) return;
  if (facts.secret === true) {
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, encrypted);
  }
  jsonSchema.description = facts.expected;
}

function schemaOf(schema: z.ZodObject): JsonSchema {
  const rendered: JsonSchema = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    // Transformed fields are described by what people write.
    unrepresentable: 'any',
    override: addWords,
  });
  delete rendered.$schema;
  return rendered;
}

/** The keys of a program, as the `config` of a file has them: with the program's prefix. */
function configSchema(program: string, schema: z.ZodObject) {
  const { definitions, examples, properties = {}, required = [] } = schemaOf(schema);
  const withPrefix = (key: string) => `${program}:${key}`;
  const prefixed = <T>(mapping: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(mapping).map(([key, value]) => [withPrefix(key), value]));
  const config: JsonSchema = {
    type: 'object',
    properties: prefixed(properties),
    required: required.map(withPrefix),
    additionalProperties: false,
    ...(examples !== undefined && {
      examples: examples.map((one) => prefixed({ ...(one as object) })),
    }),
  };
  return { config, ...(definitions !== undefined && { definitions }) };
}

/** With a key that names profiles, mappings need not be complete. */
function unlessExtended(config: JsonSchema, key: string): JsonSchema {
  const { required = {}, shapes } = splitRequired(config);
  return { ...shapes, if: { required: [key] }, else: required };
}

/** The configuration of a stack, as its file has it. */
function stackSchema({ extendedBy, folder, schema }: FileKind): JsonSchema {
  const { config, ...more } = configSchema(folder, schema);
  const whole = { ...config, patternProperties: { '^pulumi:': {} } };
  return {
    type: 'object',
    properties: {
      config: extendedBy === undefined ? whole : unlessExtended(whole, `${folder}:${extendedBy}`),
      ...pulumiFields,
    },
    required: ['config'],
    additionalProperties: false,
    ...more,
  };
}

/** A part of such a configuration. */
function profileSchema(program: string, schema: z.ZodObject): JsonSchema {
  const { config, ...more } = configSchema(program, schema);
  return {
    type: 'object',
    properties: { config: splitRequired(config).shapes },
    required: ['config'],
    additionalProperties: false,
    ...more,
  };
}

function bodyOf(kind: FileKind): JsonSchema {
  if (kind.profileOf !== undefined) return profileSchema(kind.profileOf, kind.schema);
  return kind.isStack ? stackSchema(kind) : schemaOf(kind.schema);
}

/**
 * The schema of a kind of file.
 *
 * It knows shapes, patterns and words; what needs a second look (addresses, versions, other keys) is
 * still the preview's to say.
 */
export function renderSchema(kind: FileKind): JsonSchema {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  return { $schema, title: kind.title, ...bodyOf(kind) };
}
