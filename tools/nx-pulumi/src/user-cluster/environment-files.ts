// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { addressPlan, addressPlanFile } from '@strata/plan-check/address-plan';
import { describeIssues, formatPath, stackFile } from '@strata/contracts';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import { resolveProfiles } from '@strata/user-cluster/profiles';
import { parse } from 'yaml';
import { treeFiles } from './tree-files.ts';

/** Configuration of another cluster of the environment, as far as its file contains it. */
export interface Neighbour {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface StackYaml {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly encryptionsalt?: string;
}

function read(tree: Tree, path: string): string | undefined {
  return tree.read(path, 'utf8') ?? undefined;
}

/** @throws Error that names the file and everything that is wrong with it. */
export function readAddressPlan(tree: Tree, environment: string): AddressPlan {
  const path = addressPlanFile(environment);
  const text = read(tree, path);
  if (text === undefined) {
    throw new Error(
      `The environment "${environment}" has no address plan: write ${path}; docs/address-plan.md says how.`,
    );
  }
  const input: unknown = parse(text);
  const parsed = addressPlan.safeParse(input);
  if (parsed.success) return parsed.data;
  const lines = describeIssues(addressPlan, input, parsed.error.issues, () => false).map(
    ({ path: where, message }) => `\n  ${formatPath(where)}: ${message}`,
  );
  throw new Error(`${path} is wrong:${lines.join('')}`);
}

function readStackFile(tree: Tree, project: string, stack: string): StackYaml {
  const text = read(tree, stackFile({ project, stack }));
  return text === undefined ? {} : (parse(text) as StackYaml);
}

/**
 * Returns the salt that turns an environment's passphrase into the key of its stacks, as its
 * platform's file has it. With the same salt, a run that also reads the stacks below derives one
 * key instead of three.
 *
 * @returns an empty object when another provider encrypts, or when none does yet.
 */
export function readSalt(tree: Tree, environment: string): Pick<StackYaml, 'encryptionsalt'> {
  const { encryptionsalt } = readStackFile(tree, 'kubevirt-stack', environment);
  return encryptionsalt === undefined ? {} : { encryptionsalt };
}

/** The configuration of a stack's file, without the project's prefix; empty when there is none. */
export function readStackConfig(
  tree: Tree,
  project: string,
  stack: string,
): Readonly<Record<string, unknown>> {
  const { config = {} } = readStackFile(tree, project, stack);
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [key.replace(`${project}:`, ''), value]),
  );
}

/** Every user cluster that the environment has already, with what it takes from profiles. */
export function readNeighbours(tree: Tree, environment: string): Neighbour[] {
  const project = 'user-cluster';
  return tree.children(`stacks/${project}`).flatMap((file) => {
    const { cluster: name = '', environment: of } = parseStackFileName(file) ?? {};
    if (of !== environment || !/^[a-z0-9-]+$/.test(name)) return [];
    const stack = `${environment}.${name}`;
    const own = {
      file: stackFile({ project, stack }),
      config: readStackConfig(tree, project, stack),
    };
    return [{ name, config: resolveProfiles(own, treeFiles(tree)).config }];
  });
}
