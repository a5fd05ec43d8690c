// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram, valueOf } from '@strata/testing';
import { poolMachine } from '../machines/index.ts';
import { testContext } from '../test-context.ts';
import { createUserData, workerBootstrap } from './index.ts';

const context = testContext();
const [pool] = context.config.pools;
const pin = `sha256:${'0'.repeat(64)}`;

/** What a worker starts with, and the generation that follows. */
async function worker(token: string, certificatePem = 'of the cluster') {
  if (pool === undefined) throw new Error('the context has no pool');
  const authority = { certificatePem, publicKeyPin: pin };
  const recording = await recordProgram(() =>
    createUserData('demo', {
      machine: poolMachine(context, pool),
      bootstrap: workerBootstrap(context, pool, { authority }),
      token: pulumi.secret(token),
    }),
  );
  return {
    generation: await valueOf(recording.result.generation),
    secret: named(recording, 'demo-secret').inputs,
  };
}

test('makes the same machines with another token, and others for anything else', async () => {
  const before = await worker('abcdef.0123456789abcdef');
  const renewed = await worker('ghijkl.0123456789abcdef');
  const other = await worker('abcdef.0123456789abcdef', 'of another cluster');
  expect(before.generation).toMatch(/^[0-9a-f]{8}$/);
  expect(renewed.generation).toBe(before.generation);
  expect(renewed.secret).not.toEqual(before.secret);
  expect(other.generation).not.toBe(before.generation);
});
