// SPDX-License-Identifier: Apache-2.0
import { named, recordProgram, valueOf } from '@strata/testing';
import { createUserData, workerBootstrap } from '../bootstrap/index.ts';
import { poolMachine } from '../machines/index.ts';
import { testContext } from '../test-context.ts';
import { createSshAccess } from './index.ts';

const [ann, ben, cyd] = ['ann', 'ben', 'cyd'].map(
  (name) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZ0 ${name}`,
);
const [pool] = testContext().config.pools;
const { controlPlane } = testContext().config;
const access = (...keys: unknown[]) => ({
  access: { ssh: { via: 'bastion', authorizedKeys: keys } },
});

/** Two pools, of which the second has keys of its own. */
const contextWith = (keys: readonly unknown[], more: object = access(ann)) =>
  testContext({
    ...more,
    pools: [pool, { ...pool, name: 'md-b', authorizedKeys: keys }],
  });

/** Returns who may log in to the VMs of each pool, and their generation. */
async function poolsOf(context: ReturnType<typeof testContext>) {
  const authority = {
    certificatePem: 'of the cluster',
    publicKeyPins: [`sha256:${'0'.repeat(64)}`],
  };
  const made: { readonly generation: string; readonly users: unknown }[] = [];
  for (const one of context.config.pools) {
    const recording = await recordProgram(() =>
      createUserData('demo', {
        machine: poolMachine(context, one),
        bootstrap: workerBootstrap(context, one, { authority }),
        token: 'abcdef.0123456789abcdef',
      }),
    );
    const { stringData } = named(recording, 'demo-secret').inputs as {
      readonly stringData: { readonly userdata: string };
    };
    const text = stringData.userdata.replace('#cloud-config', '');
    const { users } = JSON.parse(text) as { readonly users: unknown };
    made.push({ generation: await valueOf(recording.result.generation), users });
  }
  return made;
}

const user = (...keys: unknown[]) => [
  {
    name: 'strata',
    ssh_authorized_keys: keys,
    sudo: 'ALL=(ALL) NOPASSWD:ALL',
    shell: '/bin/bash',
    lock_passwd: true,
  },
];

// Proves: access.ssh-keys-of-pools
test('keys of a pool are only on its machines, beside those of the cluster', async () => {
  const pools = await poolsOf(contextWith([ben, ann]));
  expect(pools.map(({ users }) => users)).toEqual([user(ann), user(ann, ben)]);
});

// Proves: access.ssh-keys-of-pools
test('another key of a pool replaces the machines of that pool, and of no other', async () => {
  const [oneBefore, twoBefore] = await poolsOf(contextWith([]));
  const [oneAfter, twoAfter] = await poolsOf(contextWith([ben]));
  expect(oneAfter?.generation).toBe(oneBefore?.generation);
  expect(twoAfter?.generation).not.toBe(twoBefore?.generation);
  // As before the pool had such a key.
  expect(twoBefore?.users).toEqual(user(ann));
});

// Proves: access.ssh-keys-of-pools
test('the bastion knows every key that may log in to some machine, once', async () => {
  const more = { ...access(ann), controlPlane: { ...controlPlane, authorizedKeys: [cyd] } };
  const recording = await recordProgram(() =>
    createSshAccess('ssh', { ...contextWith([ben, ann], more), hostKeyPem: 'hush' }),
  );
  const { data } = named(recording, 'ssh-bastion-settings').inputs as {
    readonly data: { readonly authorized_keys: string };
  };
  const options = 'restrict,port-forwarding,permitopen="*:22"';
  expect(data.authorized_keys).toBe(
    [ann, cyd, ben].map((key) => `${options} ${String(key)}\n`).join(''),
  );
});
