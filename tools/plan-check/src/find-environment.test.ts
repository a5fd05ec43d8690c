// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findEnvironment } from './find-environment.ts';
import { judgeCapacity } from './judge-capacity.ts';
import { judgeCost } from './judge-cost.ts';
import { planUpgradeOf } from './plan-upgrade.ts';
import { PlanError } from './report.ts';

let root: string;
beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'strata-unread-'))));
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const files = [
  'stacks/address-plan/prod.yaml',
  'stacks/infra-facts/prod.yaml',
  'stacks/infra/Pulumi.prod.yaml',
  'stacks/kubevirt-stack/Pulumi.prod.yaml',
  'stacks/user-cluster/Pulumi.prod.shop.yaml',
];

test.each(files)('no answer is without %s', (broken) => {
  for (const file of files) write(file, 'config: {}\n');
  expect(findEnvironment(root, 'prod').name).toBe('prod');
  write(broken, '<<<<<<< HEAD\nconfig: {}\n=======\n');
  const environment = 'prod';
  for (const ask of [
    () => findEnvironment(root, environment),
    () => judgeCapacity(root, { environment, json: false }),
    () => judgeCost(root, { environment, json: false }),
    () => judgeCost(root, { json: false }),
    () => planUpgradeOf(root, { environment, release: 'v1.9', json: false }),
  ]) {
    expect(ask).toThrow(PlanError);
    expect(ask).toThrow(`${broken}: is no YAML: `);
  }
});

test('nor without a cluster whose file is empty or has an unusable name', () => {
  write('stacks/kubevirt-stack/Pulumi.prod.yaml', 'config: {}\n');
  write('stacks/user-cluster/Pulumi.prod.shop.yaml', '');
  write('stacks/user-cluster/Pulumi.prod.a.b.yaml', 'config: {}\n');
  expect(() => findEnvironment(root, 'prod')).toThrow(
    new PlanError(
      [
        'stacks/user-cluster/Pulumi.prod.a.b.yaml: unusable name; it must be Pulumi.<environment>.<cluster>.yaml',
        'stacks/user-cluster/Pulumi.prod.shop.yaml: is no mapping',
      ].join('\n'),
    ),
  );
});
