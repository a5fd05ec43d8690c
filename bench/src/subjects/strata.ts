// SPDX-License-Identifier: Apache-2.0
import { renderedObjects } from './rendered-objects.ts';
import type { ObjectSets, Staged } from './object-sets.ts';
import type { StackConfig, StrataStack } from './strata-stack.ts';
import type { Tool } from './tool.ts';

/**
 * Strata itself: its own program, run as it runs it.
 *
 * @param emptyTenant - what is inside a cluster goes with its machines' disks, which the yard has not.
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
      compiledIn: (folder) => ({ NODE_COMPILE_CACHE: folder }),
    },
    cleanUp: async () => {
      await stack.destroy();
      await emptyTenant();
    },
  };
}

/** Makes all of it once, unmeasured, and keeps the objects that it is made of at each stage. */
export async function recordObjects(
  stack: StrataStack,
  configs: Staged<StackConfig>,
): Promise<ObjectSets> {
  const at = async (config: StackConfig) => {
    stack.configure(config);
    await stack.up();
    return renderedObjects(await stack.export());
  };
  const base = await at(configs.base);
  const changed = configs.changed === configs.base ? base : await at(configs.changed);
  const scaled = configs.scaled === configs.changed ? changed : await at(configs.scaled);
  await stack.destroy();
  return { base, changed, scaled };
}
