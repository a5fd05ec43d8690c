// SPDX-License-Identifier: Apache-2.0
import type { RackSession, StackName } from '@strata/sandbox';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedText, type Change } from './changed-config.ts';
import { sharedInstance } from './environment.ts';
import { copyWorkingTree } from './gitops/copy-working-tree.ts';
import { linkPackages } from './gitops/link-packages.ts';

/** A user cluster of the sandbox beside the demo, and the checkout that has its file. */
export interface OtherCluster extends StackName {
  readonly checkout: string;
}

/**
 * A user cluster beside the demo. Its file is in a copy of this working tree that goes with the
 * sandbox: whatever reads stacks/ of this working tree meanwhile, such as the unit tests, does not
 * see it.
 *
 * @param name - of the cluster; its environment is "sandbox".
 */
export function otherCluster(name: string): OtherCluster {
  const checkout = join(sharedInstance().dir, 'checkout');
  if (!existsSync(checkout)) {
    copyWorkingTree(checkout);
    linkPackages(checkout);
  }
  return { program: 'user-cluster', stack: `sandbox.${name}`, checkout };
}

const fileOf = (stack: string) => `user-cluster/Pulumi.${stack}.yaml`;

/** Makes the cluster's file out of the demo's. */
export function writeClusterFile(
  { checkout, stack }: OtherCluster,
  changes: readonly Change[],
): void {
  const text = changedText(fileOf('sandbox.demo'), changes);
  writeFileSync(join(checkout, 'stacks', fileOf(stack)), text);
}

/**
 * Makes the cluster's file as the README says: with the generator of user clusters.
 *
 * @param options - of the generator, such as `--workers=1`.
 * @throws Error with what the generator printed when it refuses.
 */
export function generateClusterFile(
  { checkout, stack }: OtherCluster,
  ...options: readonly string[]
): void {
  const [environment = '', name = ''] = stack.split('.');
  const generator = ['g', '@strata/nx-pulumi:user-cluster', name, '--environment', environment];
  // The tests' own options of Node are not those of a person.
  const env = { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false' };
  execFileSync(join(checkout, 'node_modules/.bin/nx'), [...generator, ...options], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  });
}

/** Changes the cluster's file. */
export function changeClusterFile(
  { checkout, stack }: OtherCluster,
  ...changes: readonly Change[]
): void {
  const text = changedText(fileOf(stack), changes, checkout);
  writeFileSync(join(checkout, 'stacks', fileOf(stack)), text);
}

/** Makes the cluster's stack, of which nothing exists yet. */
export async function initStack(session: RackSession, cluster: OtherCluster): Promise<void> {
  await stackCommand(session, cluster, ['init', cluster.stack, '--no-select']);
}

/** Forgets the cluster's stack, of which nothing exists any more. */
export async function removeStack(session: RackSession, cluster: OtherCluster): Promise<void> {
  await stackCommand(session, cluster, ['rm', cluster.stack, '--yes']);
}

async function stackCommand(
  session: RackSession,
  { checkout, program }: OtherCluster,
  args: readonly string[],
): Promise<void> {
  const cwd = join(checkout, 'packages', program);
  const { code, stderr } = await session.capture(['pulumi', 'stack', ...args], { cwd });
  if (code !== 0) throw new Error(`pulumi stack ${args.join(' ')} failed:\n${stderr}`);
}
