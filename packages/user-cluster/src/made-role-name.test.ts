// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { madeRoleName } from './made-role-name.ts';

/** As the engine gives it in a preview of what is not there yet. */
const unknownId = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;

/** Internals of an output, which programs have no need of. */
const isKnown = (name: pulumi.Output<string>) =>
  (name as unknown as { readonly isKnown: Promise<boolean> }).isKnown;

test('a binding knows the name of its role once the role is there', async () => {
  expect(await isKnown(madeRoleName({ id: unknownId }, 'reader'))).toBe(false);
  const known = madeRoleName({ id: pulumi.output('shop/reader') }, 'reader');
  expect(await isKnown(known)).toBe(true);
  await new Promise<void>((resolve) => {
    known.apply((name) => {
      expect(name).toBe('reader');
      resolve();
    });
  });
});
