// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import { addressPlan, addressPlanFile } from '@strata/plan-check/address-plan';
import { describeIssues, formatPath, stackFile } from '@strata/contracts';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { AddressPlan } from '@strata/plan-check/address-plan';
import { parseYaml } from '@strata/plan-check/read-yaml';
import { resolveProfiles } from '@strata/user-cluster/profiles';
import { treeFiles } from './tree-files.ts';

/** Configuration of another cluster of the environment, as far as its file contains it. */
export interface Neighbour {
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
}

interface StackYaml {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly encryptionsalt?: string;
  readonly secretsprovider?: string;
  readonly encryptedkey?: string;
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
  const input = parseYaml(text, path);
  const parsed = addressPlan.safeParse(input);
  if (parsed.success) return parsed.data;
  const lines = describeIssues(addressPlan, input, parsed.error.issues, () => false).map(
    ({ path: where, message }) => `\n  ${formatPath(where)}: ${message}`,
  );
  throw new Error(`${path} is wrong:${lines.join('')}`);
}

function readStackFile(tree: Tree, project: string, stack: string): StackYaml {
  const path = stackFile({ project, stack });
  const text = read(tree, path);
  return text === undefined ? {} : ((parseYaml(text, path) as StackYaml | null) ?? {});
}

/**
 * Returns the settings about the key of an environment's stacks, as its platform's file has them:
 * the salt of a passphrase, or a key service with the key that it has encrypted. Every stack can use
 * both. With the same salt, a run that also reads the stacks below derives one key instead of three.
 *
 * @returns an empty object when nothing encrypts the platform's secrets yet.
 */
export function readSecretsSettings(tree: Tree, environment: string): Omit<StackYaml, 'config'> {
  const { encryptedkey, encryptionsalt, secretsprovider } = readStackFile(
    tree,
    'kubevirt-stack',
    environment,
  );
  return {
    ...(secretsprovider !== undefined && { secretsprovider }),
    ...(encryptedkey !== undefined && { encryptedkey }),
    ...(encryptionsalt !== undefined && { encryptionsalt }),
  };
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
