// SPDX-License-Identifier: Apache-2.0
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { checkPlan } from './check-plan.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-unread-files-'));
  cpSync(resolve(import.meta.dirname, '../../../stacks'), join(root, 'stacks'), {
    recursive: true,
  });
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '{}\n');
}

test('names files of a name that no command reads, which would switch limits off without a word', () => {
  renameSync(
    join(root, 'stacks/blast-radius/production.yaml'),
    join(root, 'stacks/blast-radius/prodution.yml'),
  );
  write('stacks/capacity/producton.yaml');
  write('stacks/user-cluster/Pulumi.production.x.yml');
  expect(checkPlan(root)).toEqual({
    lines: [
      'stacks/ has 3 problems:',
      'stacks/user-cluster/Pulumi.production.x.yml: no command reads a file of this name; did you mean "Pulumi.production.x.yaml"?',
      'stacks/blast-radius/prodution.yml: no command reads a file of this name; did you mean "production.yaml"?',
      'stacks/capacity/producton.yaml: no command reads a file of this name; it must be <environment>.yaml, of an environment that has a stack: from-kkp, production, sandbox, staging',
    ],
    failed: true,
  });
});

test.each([
  [
    'infra/Pulumi.hall.yml',
    'no command reads a file of this name; did you mean "Pulumi.hall.yaml"?',
  ],
  [
    'addons/Pulumi.stagin.yaml',
    'no command reads a file of this name; did you mean "Pulumi.staging.yaml"?',
  ],
  [
    'addons/pulumi.from-kkp.yaml',
    'no command reads a file of this name; did you mean "Pulumi.from-kkp.yaml"?',
  ],
  [
    'policies/production.yaml',
    'no command reads a file of this name; it must be <environment>.json, of an environment that has a stack: from-kkp, production, sandbox, staging',
  ],
  [
    'isolation/Production.yaml',
    'no command reads a file of this name; did you mean "production.yaml"?',
  ],
  ['prices/stagging.yaml', 'no command reads a file of this name; did you mean "staging.yaml"?'],
  ['drift/from_kkp.yaml', 'no command reads a file of this name; did you mean "from-kkp.yaml"?'],
  [
    'infra-facts/hall-7.yaml',
    'no command reads a file of this name; it must be <environment>.yaml, of an environment that has a stack: from-kkp, production, sandbox, staging',
  ],
  [
    'user-cluster/staging.web.yaml',
    'no command reads a file of this name; did you mean "Pulumi.staging.web.yaml"?',
  ],
  [
    'blast_radius/production.yaml',
    'no command reads a folder of this name; did you mean "blast-radius"?',
  ],
])('says of stacks/%s: %s', (file, message) => {
  write(`stacks/${file}`);
  const place = file.startsWith('blast_radius') ? 'stacks/blast_radius' : `stacks/${file}`;
  expect(checkPlan(root).lines).toEqual(['stacks/ has 1 problem:', `${place}: ${message}`]);
});

test('leaves notes, hidden files, and folders of one’s own alone', () => {
  for (const file of ['drift/README.md', 'drift/.producton.yaml', 'own-things/a.yaml']) {
    write(`stacks/${file}`);
  }
  expect(checkPlan(root).failed).toBe(false);
});
