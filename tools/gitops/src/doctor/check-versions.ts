// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pulumi } from '../run/pulumi-process.ts';
import type { RunContext } from '../run/stack-run.ts';
import { fileBackends, listStates, readState } from '../state/file-backend.ts';
import type { Finding } from './finding.ts';

const build = 'npm run toolchain builds the pinned one; put it first on PATH.';

interface PackageJson {
  readonly version?: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function packageJson(path: string): PackageJson {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PackageJson) : {};
}

/** Returns whether a version is newer, by comparing the three numbers. */
function isNewer(one: string, other: string): boolean {
  const numbers = (text: string) => text.replace(/^v/, '').split(/[.-]/).slice(0, 3).map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const index = left.findIndex((part, at) => part !== right[at]);
  return index >= 0 && (left[index] ?? 0) > (right[index] ?? 0);
}

function checkNode({ workspace }: RunContext): Finding[] {
  const pinned = packageJson(join(workspace.root, 'package.json')).devDependencies?.node;
  const found = process.versions.node;
  if (pinned === undefined || found.split('.')[0] === pinned.split('.')[0]) return [];
  const fix = 'npm ci installs the pinned one; put node_modules/.bin first on PATH.';
  return [{ subject: 'node', problem: `it is ${found}, but ${pinned} is pinned`, fix }];
}

/**
 * Reports a CLI that is not of the SDK's release: the SDK might send what the CLI does not know.
 */
async function checkCli(context: RunContext): Promise<Finding[]> {
  const { env, signal, workspace } = context;
  const sdk = packageJson(join(workspace.root, 'node_modules/@pulumi/pulumi/package.json')).version;
  let found: string;
  try {
    found = (await pulumi(['version'], { cwd: workspace.root, env, signal })).stdout.trim();
  } catch {
    return [{ subject: 'pulumi', problem: 'there is no pulumi on PATH', fix: build }];
  }
  const states = newerStates(context, found);
  if (sdk === undefined || found === `v${sdk}`) return states;
  return [
    { subject: 'pulumi', problem: `it is ${found}, but v${sdk} is pinned`, fix: build },
    ...states,
  ];
}

/**
 * Reports states that a newer CLI has written, because this CLI may drop data that it does not
 * know.
 */
function newerStates({ env, workspace }: RunContext, cli: string): Finding[] {
  const backends = fileBackends(
    env,
    workspace.stacks.map(({ environment }) => environment),
  );
  const all = backends.flatMap((backend) => listStates(backend).map((name) => ({ backend, name })));
  return all.flatMap(({ backend, name }) => {
    let version: string | undefined;
    try {
      version = readState(backend, name)?.checkpoint?.latest?.manifest?.version;
    } catch {
      // Another check reports this.
    }
    if (version === undefined || !isNewer(version, cli)) return [];
    return [
      {
        subject: `${name.program}/${name.stack}`,
        problem: `its state was written by pulumi ${version}, which is newer than ${cli}`,
        fix: `Use pulumi ${version} or newer: raise the pin in tools/toolchain/pulumi, and @pulumi/pulumi.`,
      },
    ];
  });
}

/** Plugins that Pulumi looks for in PULUMI_HOME, in the version of their SDK. */
const plugins = ['kubernetes'] as const;

function checkPlugins({ env, workspace }: RunContext): Finding[] {
  const folder = join(env.PULUMI_HOME ?? join(env.HOME ?? '', '.pulumi'), 'plugins');
  const installed = existsSync(folder) ? readdirSync(folder) : [];
  return plugins.flatMap((name) => {
    const pinned = packageJson(
      join(workspace.root, `node_modules/@pulumi/${name}/package.json`),
    ).version;
    if (pinned === undefined || installed.includes(`resource-${name}-v${pinned}`)) return [];
    const others = installed
      .flatMap((one) => new RegExp(`^resource-${name}-v([\\d.]+)$`).exec(one)?.[1] ?? [])
      .sort();
    const problem =
      others.length === 0
        ? `version ${pinned} is not installed in ${folder}`
        : `version ${pinned} is pinned, but ${folder} has ${others.join(', ')}`;
    const fix = `pulumi plugin install resource ${name} ${pinned}`;
    return [{ subject: `plugin ${name}`, problem, fix }];
  });
}

/** Reports tools whose version is not the pinned one. */
export async function checkVersions(context: RunContext): Promise<Finding[]> {
  return [...checkNode(context), ...(await checkCli(context)), ...checkPlugins(context)];
}
