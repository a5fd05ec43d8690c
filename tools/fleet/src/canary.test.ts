// SPDX-License-Identifier: Apache-2.0
import { addonsConfig } from '@strata/addons/config';
import { fieldFacts } from '@strata/contracts';
import { infraConfig } from '@strata/infra/config';
import { kubevirtStackConfig } from '@strata/kubevirt-stack/config';
import { userClusterConfig } from '@strata/user-cluster/config';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { compareFleet } from './change/compare-fleet.ts';
import { collectFleet } from './collect/collect-fleet.ts';
import { commitAll } from './testing/commits.ts';
import { repositoryRoot, TestRepository } from './testing/test-repository.ts';
import { writePage } from './write-page.ts';

const canary = 'Kanarienvogel7f3e9c';

type Yaml = Record<string, unknown>;

const programs: readonly (readonly [string, z.ZodObject])[] = [
  ['infra', infraConfig],
  ['kubevirt-stack', kubevirtStackConfig],
  ['addons', addonsConfig],
  ['user-cluster', userClusterConfig],
];

/**
 * Returns a schema without `.optional()` and similar wrappers, and whether its value is a secret.
 */
function unwrap(schema: unknown): { readonly inner: unknown; readonly isSecret: boolean } {
  const isSecret = schema instanceof z.ZodType && fieldFacts.get(schema)?.secret === true;
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable;
  if (!isWrapper) return { inner: schema, isSecret };
  const below = unwrap(schema.unwrap());
  return { inner: below.inner, isSecret: isSecret || below.isSecret };
}

/** Writes a value into every secret field below existing mappings, and returns their number. */
function poison(schema: unknown, value: unknown, secret: unknown): number {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.reduce((sum: number, one) => sum + poison(inner.element, one, secret), 0);
  }
  if (typeof value !== 'object' || value === null) return 0;
  const mapping = value as Yaml;
  if (inner instanceof z.ZodRecord) {
    const all = Object.values(mapping);
    return all.reduce((sum: number, one) => sum + poison(inner.valueType, one, secret), 0);
  }
  if (!(inner instanceof z.ZodObject)) return 0;
  let written = 0;
  for (const [key, child] of Object.entries<unknown>(inner.shape)) {
    if (unwrap(child).isSecret) {
      mapping[key] = secret;
      written += 1;
    } else {
      written += poison(child, mapping[key], secret);
    }
  }
  return written;
}

/** Returns a copy of the repository's environments with a secret in every secret field. */
function poisoned(secret: unknown): {
  readonly repository: TestRepository;
  readonly count: number;
} {
  const repository = new TestRepository();
  let count = 0;
  for (const [project, schema] of programs) {
    for (const name of readdirSync(join(repositoryRoot, 'stacks', project))) {
      const file = `stacks/${project}/${name}`;
      const content = repository.read(file);
      const config = content.config as Yaml;
      const entries = Object.entries(config).map(([key, value]) => [
        key.replace(`${project}:`, ''),
        value,
      ]);
      const plain = Object.fromEntries(entries) as Yaml;
      count += poison(schema, plain, secret);
      repository.write(file, {
        config: Object.fromEntries(
          Object.entries(plain).map(([key, value]) => [`${project}:${key}`, value]),
        ),
        encryptionsalt: canary,
        secretsprovider: canary,
      });
    }
  }
  return { repository, count };
}

test.each([
  ['encrypted', { secure: canary }],
  ['in plain text', canary],
])('a secret that is %s in any secret field of any stack is not in the page', async (_, secret) => {
  const { count, repository } = poisoned(secret);
  using disposed = repository;
  expect(count).toBeGreaterThan(8);
  const page = await writePage(collectFleet(disposed.root));
  expect(page).toContain('production');
  expect(page.includes(canary)).toBe(false);
});

test('the page contains only the fields that it shows', async () => {
  using repository = new TestRepository();
  const file = 'stacks/user-cluster/Pulumi.production.shop.yaml';
  repository.change(file, (config) => {
    config['user-cluster:token'] = canary;
    (config['user-cluster:controlPlane'] as Yaml).password = canary;
  });
  repository.write('stacks/rings.yaml', {
    rings: [{ name: 'one', environments: ['a'], token: 1 }],
  });
  const page = await writePage(collectFleet(repository.root));
  expect(page.includes(canary)).toBe(false);
});

test.each([
  ['encrypted', { secure: canary }, { secure: `${canary}-of-before` }],
  ['in plain text', canary, `${canary}-of-before`],
])(
  'secrets that are %s and differ from an earlier commit are not in a page with before and after',
  async (_, secret, former) => {
    using repository = poisoned(former).repository;
    const base = commitAll(repository.root);
    using next = poisoned(secret).repository;
    cpSync(join(next.root, 'stacks'), join(repository.root, 'stacks'), { recursive: true });
    commitAll(repository.root);
    const fleet = compareFleet(repository.root, { base, head: 'HEAD' });
    const keys = fleet.change?.files.flatMap((file) => file.keys ?? []) ?? [];
    expect(keys.filter(({ kind }) => kind === 'secret').length).toBeGreaterThan(8);
    expect((await writePage(fleet)).includes(canary)).toBe(false);
  },
);
