// SPDX-License-Identifier: Apache-2.0
import { format, resolveConfig } from 'prettier';
import { fileURLToPath } from 'node:url';
import type { Rule } from '../rule/index.ts';
import { rules } from '../rules.ts';

/** Path of the JSON Schema of `stacks/policies/<environment>.json`. */
export const schemaFile = fileURLToPath(
  new URL('../../../../stacks/schemas/policies.json', import.meta.url),
);

/**
 * Returns the levels that a policy may have. One that sees which inputs are secrets does so at the level
 * `remediate` alone.
 *
 * @see https://github.com/pulumi/pulumi-policy/blob/v1.21.0/sdk/nodejs/policy/server.ts
 */
function levelsOf({ level }: Rule): readonly string[] {
  return level === 'remediate' ? ['remediate', 'disabled'] : ['advisory', 'mandatory', 'disabled'];
}

function schemaOf(rule: Rule) {
  const levels = { enum: levelsOf(rule) };
  const properties: Record<string, object> = { enforcementLevel: levels };
  for (const [key, { schema, what, ...setting }] of Object.entries(rule.settings)) {
    properties[key] = { ...schema, description: what, default: setting.default };
  }
  return {
    description: rule.refuses,
    anyOf: [levels, { type: 'object', additionalProperties: false, properties }],
  };
}

/** Returns the JSON Schema of an environment's settings of the policies, as it is committed. */
export async function schemaText(): Promise<string> {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of the policies',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(rules.map((rule) => [rule.name, schemaOf(rule)])),
  };
  const options = await resolveConfig(schemaFile);
  return format(JSON.stringify(schema), { ...options, parser: 'json' });
}
