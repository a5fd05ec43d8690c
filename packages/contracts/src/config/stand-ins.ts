// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { unwrapped } from './schema-walk.ts';

/** Example texts for every pattern of the fields, two of each. */
const exampleTexts: readonly string[] = [
  'stand-in-a',
  'stand-in-b',
  'standina',
  'standinb',
  '1.98.1',
  '1.99.1',
  '1Gi',
  '2Gi',
  '192.0.2.1',
  '192.0.2.2',
  '192.0.2.0/25',
  '192.0.2.128/25',
  '192.0.2.1/32',
  '192.0.2.2/32',
  '192.0.2.1-192.0.2.2',
  '192.0.2.3-192.0.2.4',
  '02:00:00:00:00:01',
  '02:00:00:00:00:02',
  'https://a.example.org',
  'https://b.example.org',
  'http://a.example.org',
  '1h',
  '2h',
  'docker://a.example.org/a:1',
  'docker://b.example.org/b:1',
  '/stand-in/a',
  '/stand-in/b',
  'ssh-ed25519 AAAA',
  'ssh-ed25519 BBBB',
  '0a0a',
  '0b0b',
  '0a0a:0a0a',
  '0b0b:0b0b',
  '30s',
  '40s',
  's3:https://a.example.org/a',
  's3:https://b.example.org/b',
  '64512:1',
  '64512:2',
  '1-2',
  '3-4',
  '10%',
  '20%',
  '0 1 * * *',
  '0 2 * * *',
  '1d',
  '2d',
  '1',
  '2',
  '/a.tar.gz',
  '/b.tar.gz',
  '0000:0a:00.0',
  '0000:0b:00.0',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  '-----BEGIN CERTIFICATE-----\nBBBB\n-----END CERTIFICATE-----\n',
  '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----\nBBBB\n-----END PRIVATE KEY-----\n',
  'https://a.example.org/a',
  'https://b.example.org/b',
  'a.example.org ssh-ed25519 AAAA',
  'b.example.org ssh-ed25519 BBBB',
  `sha256:${'a'.repeat(64)}`,
  `sha256:${'b'.repeat(64)}`,
  'stand-in-a:',
  'stand-in-b:',
  '2098-01-31',
  '2099-01-31',
  'pc-q35-9.1',
  'pc-q35-9.2',
];

/** Maximum number of stand-ins: two are enough to see what does not depend on the value. */
const most = 2;

/**
 * Returns a mapping with its required keys, and one with each optional key in addition, for schemas
 * that require one of several.
 */
function mappings(schema: z.ZodObject): unknown[] {
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, inner]) => ({
    key,
    values: standIns(inner),
  }));
  const required = shape.filter(({ values: [first] }) => first !== undefined);
  const optional = shape.filter(({ values: [first, second] }) => first === undefined && second);
  const withKeys = (keys: typeof shape, index: number) =>
    Object.fromEntries(
      keys.map(({ key, values }) => [key, values[Math.min(index, values.length - 1)]]),
    );
  return [
    withKeys(required, 0),
    withKeys(required, 1),
    ...optional.map((one) => withKeys([...required, one], 1)),
  ];
}

function made(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return mappings(schema);
  if (schema instanceof z.ZodArray) {
    return [[], ...standIns(schema.element as z.ZodType).map((item) => [item])];
  }
  if (schema instanceof z.ZodRecord) return [{}];
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(made);
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodBoolean) return [false, true];
  if (schema instanceof z.ZodNumber) {
    const least = Math.max(schema.minValue ?? 0, 0);
    return [least, least + 1];
  }
  return schema.def.type === 'string' ? exampleTexts : [];
}

/**
 * Returns valid values that can replace a wrong one, so that everything around it can be checked:
 * undefined first, if it is valid, then at most two others.
 *
 * @returns an empty list if none is known.
 */
export function standIns(schema: z.ZodType): unknown[] {
  const fits = (value: unknown) => schema.safeParse(value).success;
  return [
    ...(fits(undefined) ? [undefined] : []),
    ...made(unwrapped(schema)).filter(fits).slice(0, most),
  ];
}
