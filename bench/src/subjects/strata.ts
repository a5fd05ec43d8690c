// SPDX-License-Identifier: Apache-2.0
import type { ClusterShape } from './bench-environment.ts';
import { clusterConfig } from './bench-environment.ts';
import { renderedObjects } from './rendered-objects.ts';
import type { ObjectSets } from './object-sets.ts';
import type { StrataStack } from './strata-stack.ts';
import type { Tool } from './tool.ts';

/** Configurations of one user cluster: as it is first, with one field changed, and scaled. */
export interface Shapes {
  readonly base: ClusterShape;
  readonly changed: ClusterShape;
  readonly scaled: ClusterShape;
}

/**
 * Strata itself: its own program, run as it runs it.
 *
 * @param emptyTenant - what is inside a cluster goes with its machines' disks, which the yard has not.
 */
export function strataTool(
  stack: StrataStack,
  shapes: Shapes,
  emptyTenant: () => Promise<void>,
): Tool {
  const up = (shape: ClusterShape) => () => {
    stack.configure(clusterConfig(shape));
    return stack.up();
  };
  return {
    name: 'strata',
    run: {
      create: up(shapes.base),
      preview: () => stack.preview(),
      change: up(shapes.changed),
      drift: stack.drift,
      scale: up(shapes.scaled),
      destroy: stack.destroy,
    },
    start: {
      run: (env) => {
        stack.configure(clusterConfig(shapes.base));
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

/**
 * Makes the cluster once, unmeasured, and keeps what it is made of at each stage.
 *
 * @param quick - of the first stage alone, which then stands for the others.
 */
export async function recordObjects(
  stack: StrataStack,
  shapes: Shapes,
  quick: boolean,
): Promise<ObjectSets> {
  const at = async (shape: ClusterShape) => {
    stack.configure(clusterConfig(shape));
    await stack.up();
    return renderedObjects(await stack.export());
  };
  const base = await at(shapes.base);
  const changed = quick ? base : await at(shapes.changed);
  const scaled = quick ? base : await at(shapes.scaled);
  await stack.destroy();
  return { base, changed, scaled };
}
