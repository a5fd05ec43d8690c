// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const installed = join(import.meta.dirname, '../../../../node_modules');

const files = {
  'package-lock.json': '{}',
  'node_modules/.package-lock.json': '{}',
  'tools/toolchain/src/cache-dir.ts': 'export const cache = 1;\n',
  'tools/toolchain/src/toolchain-error.ts': 'export const error = 1;\n',
  'packages/demo/package.json': '{"type":"module","dependencies":{"@strata/lib":"0.1.0"}}',
  'packages/demo/program.ts':
    "import { answer } from './src/answer.ts';\nexport default answer();\n",
  'packages/demo/src/answer.ts': [
    "import * as pulumi from '@pulumi/pulumi';",
    "import { readFileSync } from 'node:fs';",
    "import { fail } from '@strata/lib';",
    '',
    'interface Answer {',
    '  readonly text: string;',
    '}',
    '',
    'export const answer = (): Answer => ({',
    "  text: readFileSync(new URL('answer.txt', import.meta.url), 'utf8') + typeof pulumi.output,",
    '  ...fail(),',
    '});',
    '',
  ].join('\n'),
  'packages/demo/src/answer.txt': 'from beside the source, ',
  'packages/lib/package.json':
    '{"name":"@strata/lib","type":"module","exports":{".":"./src/index.ts"}}',
  'packages/lib/src/index.ts':
    'type Text = string;\n\nexport const fail = () => {\n  const stack: Text = String(new Error("seen").stack);\n  return { stack };\n};\n',
} as const;

/** A repository with the layout of this one, whose program `demo` uses a package `lib`. */
export class TestRepository implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'bundles-')));
  readonly program = join(this.root, 'packages/demo/program.ts');
  /** Folder of bundles. */
  readonly bundles = join(this.root, 'bundles');

  constructor() {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    mkdirSync(join(this.root, 'node_modules/@strata'));
    symlinkSync(join(this.root, 'packages/lib'), join(this.root, 'node_modules/@strata/lib'));
    symlinkSync(join(installed, '@pulumi'), join(this.root, 'node_modules/@pulumi'));
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.root, name)), { recursive: true });
    writeFileSync(join(this.root, name), text);
  }

  /** Returns how Pulumi's language host starts the program. */
  run(folder = this.bundles) {
    const runner = join(installed, '@pulumi/pulumi/cmd/run');
    const argv = ['node', runner, '--monitor', '127.0.0.1:1', '--pwd', dirname(this.program)];
    const env = { STRATA_PROGRAM_BUNDLES: folder };
    return { argv: [...argv, 'program.ts'], cwd: '/', env, root: this.root };
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
