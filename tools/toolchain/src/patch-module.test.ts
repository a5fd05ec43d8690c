// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moduleFolderQuery, patchModule } from './patch-module.ts';
import { ToolchainError } from './toolchain-error.ts';
import { tools } from './tools.ts';

let root: string;
const from = () => join(root, 'cache/module@v1.0.0');
const to = () => join(root, 'build/src/patched');
const patch = () => join(root, 'first.patch');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patch-module-'));
  mkdirSync(join(from(), 'a/testdata'), { recursive: true });
  mkdirSync(join(root, 'build/src'), { recursive: true });
  writeFileSync(join(from(), 'a/a.go'), 'package a\n\nconst Number = 1\n');
  writeFileSync(join(from(), 'a/a_test.go'), 'package a\n');
  writeFileSync(join(from(), 'a/testdata/large'), 'large');
  // As Go keeps it.
  chmodSync(join(from(), 'a/a.go'), 0o444);
  writeFileSync(
    patch(),
    `Says why.

--- a/a/a.go
+++ b/a/a.go
@@ -1,3 +1,3 @@
 package a
 
-const Number = 1
+const Number = 2
--- /dev/null
+++ b/a/new_test.go
@@ -0,0 +1 @@
+package a
`,
  );
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const apply = (more: { readonly tests?: boolean; readonly env?: NodeJS.ProcessEnv } = {}) =>
  patchModule({ from: from(), to: to(), patches: [patch()], env: process.env, ...more });

const files = () => readdirSync(to(), { recursive: true }).sort();

test('a module is found by a package that is built of it, or that gives files to our own program', () => {
  expect(moduleFolderQuery(tools.pulumi)).toEqual([
    'list',
    '-f',
    '{{.Module.Dir}}',
    'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
  ]);
  expect(moduleFolderQuery(tools['pulumi-resource-kubernetes'])).toEqual([
    'list',
    '-f',
    '{{.Module.Dir}}',
    'github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version',
  ]);
  const none = { ...tools.pulumi, binaries: [] };
  expect(() => moduleFolderQuery(none)).toThrow(
    'No package of github.com/pulumi/pulumi/pkg/v3 is used by its tool.',
  );
});

test('a patched copy has what a build needs, and the original stays as it is', async () => {
  await apply();
  expect(files()).toEqual(['a', 'a/a.go']);
  expect(readFileSync(join(to(), 'a/a.go'), 'utf8')).toBe('package a\n\nconst Number = 2\n');
  expect(readFileSync(join(from(), 'a/a.go'), 'utf8')).toBe('package a\n\nconst Number = 1\n');
});

test('a copy that is tested has the tests that the patches add', async () => {
  await apply({ tests: true });
  expect(files()).toEqual(['a', 'a/a.go', 'a/new_test.go']);
});

test('a patch may change the tests of its module, which the copy does not have', async () => {
  const change = `--- a/a/a_test.go
+++ b/a/a_test.go
@@ -1 +1,3 @@
 package a
+
+import "testing"
`;
  writeFileSync(patch(), `${readFileSync(patch(), 'utf8')}${change}`);
  await apply({ tests: true });
  expect(files()).toEqual(['a', 'a/a.go', 'a/new_test.go']);
});

test('a build folder inside a repository is patched as well, whatever repository git was told', async () => {
  execFileSync('git', ['init', '--quiet', root]);
  await apply({ env: { ...process.env, GIT_DIR: join(root, '.git') } });
  expect(readFileSync(join(to(), 'a/a.go'), 'utf8')).toContain('Number = 2');
});

test('a patch of another version is refused by its name', async () => {
  writeFileSync(join(from(), 'a/b.go'), 'package a\n');
  writeFileSync(
    patch(),
    readFileSync(patch(), 'utf8').replace('-const Number = 1', '-const Number = 0'),
  );
  const refused = expect(apply()).rejects;
  await refused.toThrow(ToolchainError);
  await expect(apply()).rejects.toThrow(
    `first.patch does not apply to ${from()}:\nerror: patch failed: a/a.go:1\nerror: a/a.go: patch does not apply`,
  );
});

test('a machine without git is told so', async () => {
  await expect(apply({ env: { PATH: '/nowhere' } })).rejects.toThrow(
    'git is missing, which applies patches: install git.',
  );
});
