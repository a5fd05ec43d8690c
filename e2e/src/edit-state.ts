// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pulumi } from './environment.ts';
import { expectSuccess } from './expect-success.ts';

type Stack = Parameters<typeof pulumi>[1];

/** A resource of a state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  dependencies?: string[];
}

/** Part of a state that tests change. */
interface State {
  readonly deployment: { resources: StateResource[] };
}

/** Changes the resources of a stack's state, without Pulumi's program and without any cluster. */
export async function editState(
  session: RackSession,
  stack: Stack,
  edit: (resources: StateResource[]) => StateResource[],
): Promise<void> {
  const { stdout } = await pulumi(session, stack, ['stack', 'export']);
  const state = JSON.parse(stdout) as State;
  state.deployment.resources = edit(state.deployment.resources);
  const file = join(tmpdir(), `strata-state-${process.pid}.json`);
  writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  try {
    expectSuccess(await pulumi(session, stack, ['stack', 'import', '--file', file]));
  } finally {
    rmSync(file);
  }
}

/** Removes a resource from a stack's state, as Pulumi does with one that it takes for deleted. */
export async function forgetResource(
  session: RackSession,
  stack: Stack,
  name: string,
): Promise<void> {
  await editState(session, stack, (resources) => {
    const gone = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    if (gone === undefined) throw new Error(`the state has no ${name}`);
    const others = resources.filter((one) => one !== gone);
    for (const one of others) {
      one.dependencies = (one.dependencies ?? []).filter((urn) => urn !== gone.urn);
    }
    return others;
  });
}
