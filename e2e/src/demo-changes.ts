// SPDX-License-Identifier: Apache-2.0
import { blastRadius, describeBlastRadius, previewDigest } from '@strata/plan-check/blast-radius';
import { judgedBy, type RackSession } from '@strata/sandbox';
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

/** Changes that a preview announces and that the update then makes. */
export interface Announced {
  /** How many resources, by what becomes of them. */
  readonly resources: Readonly<Record<string, number>>;
  /** Consequences that people notice, in words. */
  readonly consequences: readonly string[];
}

/** A preview of the demo, to which no policy objects. */
async function previewDemo(session: RackSession, config: readonly string[]): Promise<Announced> {
  const args = ['preview', '--json', ...judgedBy(stacks.demo), ...config];
  const ended = await pulumi(session, stacks.demo, args);
  expectSuccess(ended);
  const preview = JSON.parse(ended.stdout) as { readonly changeSummary: Record<string, number> };
  const verbs = ['create', 'update', 'delete', 'replace'];
  const changed = Object.entries(preview.changeSummary).filter(([verb]) => verbs.includes(verb));
  const radius = blastRadius([previewDigest.parse(preview)]);
  return {
    resources: Object.fromEntries(changed),
    consequences: describeBlastRadius(radius).map((line) => line.trim()),
  };
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
  const preview = await previewDemo(session, config);
  const up = await pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview', ...config]);
  expectSuccess(up);
  expect(changes(up.stdout)).toEqual(preview.resources);
  return preview;
}

/** A running machine. */
export interface Instance {
  readonly metadata: { readonly name: string; readonly uid: string };
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
