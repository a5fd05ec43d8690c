// SPDX-License-Identifier: Apache-2.0
import { fieldFacts } from '@strata/contracts';
import { z } from 'zod';
import type { FileKind } from './file-kinds.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What `pulumi config set --secret` writes. */
const encrypted: JsonSchema = {
  type: 'object',
  properties: { secure: { type: 'string' } },
  required: ['secure'],
  additionalProperties: false,
};

/** What Pulumi itself keeps in a stack's file. @see https://www.pulumi.com/docs/iac/concepts/projects/stack-settings-file/ */
const pulumiFields: Readonly<Record<string, JsonSchema>> = {
  secretsprovider: { type: 'string' },
  encryptedkey: { type: 'string' },
  encryptionsalt: { type: 'string' },
};

/** Says what error messages say, and takes nothing but an encrypted value for a secret. */
function addWords({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}): void {
  const facts = fieldFacts.get(zodSchema as unknown as z.ZodType);
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

/** The configuration of a stack, as its file has it. */
function stackSchema({ folder, schema }: FileKind): JsonSchema {
  const { properties = {}, required = [], definitions } = schemaOf(schema);
  const withPrefix = (key: string) => `${folder}:${key}`;
  return {
    type: 'object',
    properties: {
      config: {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(properties).map(([key, value]) => [withPrefix(key), value]),
        ),
        patternProperties: { '^pulumi:': {} },
        required: required.map(withPrefix),
        additionalProperties: false,
      },
      ...pulumiFields,
    },
    required: ['config'],
    additionalProperties: false,
    ...(definitions === undefined ? {} : { definitions }),
  };
}

/**
 * The schema of a kind of file.
 *
 * It knows shapes, patterns and words; what needs a second look (addresses, versions, other keys) is
 * still the preview's to say.
 */
export function renderSchema(kind: FileKind): JsonSchema {
  const body = kind.isStack ? stackSchema(kind) : schemaOf(kind.schema);
  return { $schema: 'http://json-schema.org/draft-07/schema#', title: kind.title, ...body };
}
