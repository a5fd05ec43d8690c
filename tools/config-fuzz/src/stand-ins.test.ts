// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import { standIns } from '@strata/contracts/stand-ins';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import { z } from 'zod';
import { unwrapped } from './generate/fitting-values.ts';

/** Returns the parts of a schema with fewer than two stand-ins or, for mappings, none. */
function unknown(schema: z.ZodType, path: string): string[] {
  const inner = unwrapped(schema);
  const below = (child: unknown, key: string) => unknown(child as z.ZodType, `${path}${key}`);
  if (inner instanceof z.ZodArray) return below(inner.element, '[]');
  if (inner instanceof z.ZodRecord) return below(inner.valueType, '{}');
  const known = standIns(schema).length;
  if (!(inner instanceof z.ZodObject)) return known < 2 ? [path] : [];
  const keys = Object.entries(inner.shape).flatMap(([key, child]) => below(child, `.${key}`));
  return known === 0 ? [path, ...keys] : keys;
}

test('every field of every program has stand-ins, so that a wrong value hides no other problems', () => {
  const schemas = { addonsConfig, infraConfig, kubevirtStackConfig, userClusterConfig };
  const all = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, inner]) =>
      unknown(inner, `${name}.${key}`),
    ),
  );
  expect(all).toEqual([]);
});
