// SPDX-License-Identifier: Apache-2.0
import { rawConfigOf } from '../generate/generated-stacks.ts';
import { shippedStacks } from '../generate/shipped-stacks.ts';
import { smallManifest } from '../programs/small-manifest.ts';
import { outcomeOf } from './outcome.ts';

test('a user cluster and its platform are recorded without stack traces, which take most of the time', async () => {
  const shipped = shippedStacks('user-cluster').find(({ stack }) => stack === 'staging.shop');
  if (shipped === undefined) throw new Error('there is no such stack');
  const limits = new Set<number>();
  const outcome = await outcomeOf(
    rawConfigOf({ shipped, edits: [] }),
    (component: string, version: string) => {
      limits.add(Error.stackTraceLimit);
      return smallManifest(component, version);
    },
  );
  expect(outcome.end).toBe('rendered');
  expect([...limits]).toEqual([0]);
});
