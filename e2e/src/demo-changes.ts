// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { announced, type Announced } from './announced.ts';
import { changedConfig, type Change } from './changed-config.ts';
import { kubectlJson, pulumi, stacks, type List } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

/** kubectl's arguments for the namespace of the demo. */
export const namespace = ['-n', 'cluster-demo'] as const;

/** How many resources Pulumi has changed, by what it did to them. */
function changes(output: string): Record<string, number> {
  const verbs = /^\s*[+~-]+ ?(\d+) (create|update|delete|replace)d$/gm;
  return Object.fromEntries(
    [...output.matchAll(verbs)].map(([, count, verb = '']) => [verb, Number(count)] as const),
  );
}

/**
 * Makes a change of the demo's file; what was done is exactly what the preview announced. Whether
 * anything is left to do shows in the preview of the next change, whose resources a test counts.
 */
export async function changeDemo(
  session: RackSession,
  dir: string,
  ...edits: readonly Change[]
): Promise<Announced> {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, ...edits);
  const config = ['--config-file', file];
  const preview = await announced(session, stacks.demo, config);
  const up = await pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview', ...config]);
  expectSuccess(up);
  expect(changes(up.stdout)).toEqual(preview.resources);
  return preview;
}

/** A running machine. */
export interface Instance {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly creationTimestamp: string;
  };
  readonly status: {
    readonly nodeName: string;
    readonly phase: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

/** The machines of the demo that run. */
export async function demoInstances(session: RackSession): Promise<readonly Instance[]> {
  return (await kubectlJson<List<Instance>>(session, ['get', 'vmis', ...namespace])).items;
}

/** Returns the UIDs of machines by name. A machine that was recreated has another UID. */
export const uidsOf = (found: readonly Instance[]) =>
  Object.fromEntries(found.map(({ metadata }) => [metadata.name, metadata.uid]));
