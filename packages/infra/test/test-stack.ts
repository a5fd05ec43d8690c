// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dumpYaml } from '@kubernetes/client-node';
import type { StandIn } from './install-stand-in.ts';
import { builtTool } from './loader-path.ts';

/** A stack of this program, in a folder of its own, under the real engine. */
export interface TestStack {
  /** Runs pulumi in the program's folder. */
  readonly pulumi: (...args: readonly string[]) => Promise<{ code: number | null; text: string }>;
  /** Writes the stack's configuration. */
  readonly configure: (config: Readonly<Record<string, unknown>>) => void;
  /** All files of the backend, as one text. */
  readonly state: () => string;
}

const program = join(import.meta.dirname, '..');
const repository = join(program, '../..');

/** The program's folder, with another place for stacks. */
function layOut(folder: string): string {
  const copy = join(folder, 'packages/infra');
  mkdirSync(copy, { recursive: true });
  mkdirSync(join(folder, 'stacks'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['program.ts', 'src', 'package.json']) {
    symlinkSync(join(program, name), join(copy, name));
  }
  const project = readFileSync(join(program, 'Pulumi.yaml'), 'utf8');
  const moved = project.replace('../../stacks/infra', '../../stacks');
  writeFileSync(join(copy, 'Pulumi.yaml'), moved);
  return copy;
}

/** Everything that pulumi needs is built by the toolchain or in this repository. */
function environment(kubeone: StandIn): NodeJS.ProcessEnv {
  const path = [
    dirname(builtTool('pulumi-3.259.0', 'pulumi')),
    dirname(builtTool('pulumi-language-nodejs-3.188.0', 'pulumi-language-nodejs')),
    join(repository, 'packages/command-plugin/plugin'),
    kubeone.env.PATH ?? '',
  ].join(delimiter);
  const state = join(kubeone.folder, 'state');
  mkdirSync(state);
  return {
    ...kubeone.env,
    PATH: path,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: 'test',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    PULUMI_HOME: join(kubeone.folder, 'home'),
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
}

/** Makes the stack `rack-a`. */
export async function makeTestStack(kubeone: StandIn): Promise<TestStack> {
  const folder = join(kubeone.folder, 'stack');
  const cwd = layOut(folder);
  const env = environment(kubeone);
  const pulumi = async (...args: readonly string[]) => {
    const child = spawn('pulumi', [...args, '--non-interactive'], { cwd, env });
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]);
    return { code, text: `${stdout}${stderr}` };
  };
  const made = await pulumi('stack', 'init', 'rack-a');
  if (made.code !== 0) throw new Error(made.text);
  const file = join(folder, 'stacks/Pulumi.rack-a.yaml');
  const salt = readFileSync(file, 'utf8');
  const state = join(kubeone.folder, 'state');
  return {
    pulumi,
    configure: (config) => writeFileSync(file, dumpYaml({ config }) + salt),
    state: () =>
      readdirSync(state, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
        .join('\n'),
  };
}
