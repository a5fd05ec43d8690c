// SPDX-License-Identifier: Apache-2.0
import { renderedObjects } from './rendered-objects.ts';
import type { ObjectSets, Staged } from './object-sets.ts';
import type { StackConfig, StrataStack } from './strata-stack.ts';
import type { Tool } from './tool.ts';

/**
 * Returns Strata as a tool: its own program, run as Strata runs it.
 *
 * @param emptyTenant - deletes the objects inside a user cluster, which otherwise disappear with
 * the disks of its VMs; the yard has no disks.
 */
export function strataTool(
  stack: StrataStack,
  configs: Staged<StackConfig>,
  emptyTenant: () => Promise<void>,
): Tool {
  const up = (config: StackConfig) => () => {
    stack.configure(config);
    return stack.up();
  };
  return {
    name: 'strata',
    run: {
      create: up(configs.base),
      preview: () => stack.preview(),
      change: up(configs.changed),
      drift: stack.drift,
      scale: up(configs.scaled),
      destroy: stack.destroy,
    },
    start: {
      run: (env) => {
        stack.configure(configs.base);
        return stack.preview(env);
      },
      // A fresh runner has no bundles either.
      compiledIn: (folder) => ({ NODE_COMPILE_CACHE: folder, STRATA_PROGRAM_BUNDLES: 'off' }),
    },
    cleanUp: async () => {
      await stack.destroy();
      await emptyTenant();
    },
  };
}

/** Objects of a stack at each stage, and how many resources it has at first. */
interface Recorded {
  readonly sets: ObjectSets;
  readonly resources: number;
}

/** Makes everything once, without measuring, and records it. */
export async function recordObjects(
  stack: StrataStack,
  configs: Staged<StackConfig>,
): Promise<Recorded> {
  const at = async (config: StackConfig) => {
    stack.configure(config);
    await stack.up();
    return stack.export();
  };
  const base = await at(configs.base);
  const changed = configs.changed === configs.base ? base : await at(configs.changed);
  const scaled = configs.scaled === configs.changed ? changed : await at(configs.scaled);
  await stack.destroy();
  return {
    sets: {
      base: renderedObjects(base),
      changed: renderedObjects(changed),
      scaled: renderedObjects(scaled),
    },
    resources: base.deployment.resources?.length ?? 0,
  };
}
