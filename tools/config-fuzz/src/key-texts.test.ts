// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import { fieldFacts } from '@strata/contracts/fields';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import { z } from 'zod';
import { unwrapped } from './generate/fitting-values.ts';

/** Returns the mappings in a schema that refuse keys without words about them. */
function wordless(schema: z.ZodType, path: string): string[] {
  const inner = unwrapped(schema);
  const below = (child: unknown, key: string) => wordless(child as z.ZodType, `${path}${key}`);
  if (inner instanceof z.ZodArray) return below(inner.element, '[]');
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([key, child]) => below(child, `.${key}`));
  }
  if (!(inner instanceof z.ZodRecord)) return [];
  const keyType = inner.keyType as z.ZodType;
  const refuses = !keyType.safeParse('\n').success;
  const isWordless = refuses && fieldFacts.get(keyType) === undefined;
  return [...(isWordless ? [path] : []), ...below(inner.valueType, '{}')];
}

test('every mapping that refuses keys says which ones it takes', () => {
  const schemas = { addonsConfig, infraConfig, kubevirtStackConfig, userClusterConfig };
  const all = Object.entries(schemas).flatMap(([name, schema]) => wordless(schema, name));
  expect(all).toEqual([]);
});
