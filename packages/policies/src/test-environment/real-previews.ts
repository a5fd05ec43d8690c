// SPDX-License-Identifier: Apache-2.0
import { readReports } from '@strata/gitops';
import type { PolicyViolation } from '@strata/gitops';
import { ShadowRepository } from '@strata/gitops/shadow-repository';
import { pulumiVariables, resolveToolchain, toolsFor } from '@strata/toolchain';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { changedFiles } from './bad-environments.ts';
import type { YamlResource } from './bad-environments.ts';

const repository = resolve(import.meta.dirname, '../../../..');

/** Returns environment variables with Pulumi and its tools on the path, and without secrets. */
async function bareEnvironment(): Promise<NodeJS.ProcessEnv> {
  const toolchain = await resolveToolchain({ tools: toolsFor('start') });
  const { HOME = '' } = process.env;
  return {
    HOME,
    ...(await pulumiVariables(toolchain, process.env, [join(repository, 'node_modules/.bin')])),
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
}

/** Runs a program until it ends, with or without success, and returns its output. */
async function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<string>((done) => {
    execFile(command, args, { cwd, env, encoding: 'utf8' }, (_, stdout, stderr) =>
      done(`${stdout}\n${stderr}`),
    );
  });
}

/** Returns the policy's own message: the last line; the lines before it describe the resource. */
function wordsOf({ message, policy }: PolicyViolation): string {
  return `${policy}: ${message.split('\n').at(-1)?.trim() ?? ''}`;
}

/**
 * Returns what policies object to in `gitops run preview --offline` of a stack, after changes of
 * files.
 *
 * @param changes - JSON merge patches by file name.
 * @returns all messages, as `<policy>: <message>`.
 */
export async function previewRefusals(
  stack: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const source = changedFiles(changes);
  const texts = Object.keys(changes).map((file) => [file, source.read(file) ?? ''] as const);
  using shadow = new ShadowRepository(Object.fromEntries(texts));
  const reports = join(shadow.root, 'reports');
  const args = ['run', 'preview', '--offline', '--stack', stack, '--reports', reports];
  const main = join(repository, 'tools/gitops/src/main.ts');
  const env = { ...(await bareEnvironment()), STRATA_ROOT: shadow.root };
  const said = await run('node', [main, ...args], shadow.root, env);
  const [report] = readReports(reports);
  if (report?.outcome !== 'refused') throw new Error(`not refused: ${report?.reason ?? said}`);
  return report.policyViolations.map(wordsOf);
}

/**
 * Returns the output of `pulumi preview` for a program that makes some resources, with the
 * policies.
 */
export async function previewOfProgram(
  resources: Readonly<Record<string, YamlResource>>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-program-'));
  try {
    const policies = join(repository, 'packages/policies');
    const analyzers = [{ name: 'policy-strata', path: join(policies, 'plugin') }];
    const runtime = { name: 'nodejs', options: { typescript: false } };
    const project = { name: 'some', runtime, main: 'program.mjs', plugins: { analyzers } };
    writeFileSync(join(folder, 'Pulumi.yaml'), stringify(project));
    writeFileSync(join(folder, 'package.json'), '{"name":"some","type":"module"}');
    writeFileSync(join(folder, 'resources.json'), JSON.stringify(resources));
    cpSync(join(import.meta.dirname, 'program-of-resources.mjs'), join(folder, 'program.mjs'));
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'state'));
    const env = {
      ...(await bareEnvironment()),
      PULUMI_BACKEND_URL: `file://${join(folder, 'state')}`,
      PULUMI_CONFIG_PASSPHRASE: 'nothing is secret here',
    };
    await run('pulumi', ['stack', 'init', 'lab', '--no-select'], folder, env);
    const flags = [
      '--stack',
      'lab',
      '--policy-pack',
      policies,
      '--non-interactive',
      '--color=never',
    ];
    return await run('pulumi', ['preview', ...flags], folder, env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
