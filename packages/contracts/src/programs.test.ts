// SPDX-License-Identifier: Apache-2.0
import { stackFile, upCommand } from './programs.ts';

test("names a stack's file and the command that brings it up", () => {
  const identity = { project: 'user-cluster', stack: 'sandbox.demo' };
  expect(stackFile(identity)).toBe('stacks/user-cluster/Pulumi.sandbox.demo.yaml');
  expect(upCommand(identity)).toBe('pulumi -C packages/user-cluster up --stack sandbox.demo');
});
