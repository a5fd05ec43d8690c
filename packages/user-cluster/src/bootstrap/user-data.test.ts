// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { byFormerParent, named, recordProgram, valueOf } from '@strata/testing';
import { machineGeneration, poolMachine } from '../machines/index.ts';
import { testContext } from '../test-context.ts';
import type { LastingBootstrapArgs } from './bootstrap-args.ts';
import { createUserData, renderUserData, workerBootstrap } from './index.ts';
import type { StartUpSecret } from './index.ts';

const context = testContext();
const [pool] = context.config.pools;
const pin = `sha256:${'0'.repeat(64)}`;

/** Returns what a worker starts with, and its generation. */
async function worker(token: string, certificatePem = 'of the cluster') {
  if (pool === undefined) throw new Error('the context has no pool');
  const authority = { certificatePem, publicKeyPins: [pin] };
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

// Proves: keys.join-credentials
test('makes the same machines with another token, and others after any other change', async () => {
  const before = await worker('abcdef.0123456789abcdef');
  const renewed = await worker('ghijkl.0123456789abcdef');
  const other = await worker('abcdef.0123456789abcdef', 'of another cluster');
  expect(before.generation).toMatch(/^[0-9a-f]{8}$/);
  expect(renewed.generation).toBe(before.generation);
  expect(renewed.secret).not.toEqual(before.secret);
  expect(other.generation).not.toBe(before.generation);
});

// Proves: machines.lasting-keys
test('the generation is that of the machine and of all that it starts with but the token', async () => {
  if (pool === undefined) throw new Error('the context has no pool');
  const machine = poolMachine(context, pool);
  const authority = { certificatePem: 'of the cluster', publicKeyPins: [pin] };
  const bootstrap = workerBootstrap(context, pool, { authority });
  const told = await valueOf<LastingBootstrapArgs>(bootstrap);
  if (told.role !== 'worker') throw new Error('a pool has workers');
  const userData = renderUserData({ ...told, token: '' });
  const generationOf = async (networkData?: string) => {
    const { result } = await recordProgram(() =>
      createUserData('demo', {
        machine,
        bootstrap,
        token: 'abcdef.0123456789abcdef',
        ...(networkData !== undefined && { networkData }),
      }),
    );
    return valueOf(result.generation);
  };
  expect(await generationOf()).toBe(
    machineGeneration({ ...machine, networkData: false }, userData),
  );
  expect(await generationOf('version: 2\n')).toBe(
    machineGeneration({ ...machine, networkData: true }, `${userData}version: 2\n`),
  );
});

/** Returns the Secret that is registered beside existing ones. */
async function registered(found: readonly StartUpSecret[], certificatePem: pulumi.Input<string>) {
  if (pool === undefined) throw new Error('the context has no pool');
  const { resources } = await recordProgram(() =>
    createUserData('demo', {
      machine: { ...poolMachine(context, pool), startUpSecrets: found },
      bootstrap: pulumi.output(certificatePem).apply((pem) =>
        workerBootstrap(context, pool, {
          authority: { certificatePem: pem, publicKeyPins: [pin] },
        }),
      ),
    }),
  );
  return resources.map(({ name, inputs: { metadata } }) => {
    const { annotations, name: own } = metadata as {
      readonly annotations: Readonly<Record<string, string>>;
      readonly name?: string;
    };
    return { name, own, slot: annotations['strata.dev/slot'] };
  });
}

// Proves: drains-and-updates.rollout-taken-back
test('another generation is another resource, and an existing one keeps its resource', async () => {
  const { generation: first } = await worker('', 'of the cluster');
  const { generation: second } = await worker('', 'of another cluster');
  const one = { owner: 'md-a', generation: first, slot: 0 };
  const other = { owner: 'md-a', generation: second, slot: 1 };
  const plain = { name: 'demo-secret', own: `md-a-userdata-${first}`, slot: undefined };
  const next = { name: 'demo-secret-1', own: `md-a-userdata-${second}`, slot: '1' };
  expect(await registered([], 'of the cluster')).toEqual([plain]);
  expect(await registered([one], 'of the cluster')).toEqual([plain]);
  expect(await registered([one], 'of another cluster')).toEqual([next]);
  expect(await registered([one, other], 'of another cluster')).toEqual([next]);
  // The roll failed, and is taken back.
  expect(await registered([one, other], 'of the cluster')).toEqual([plain]);
});

test('a preview that makes keys anew knows the number of the resource', async () => {
  const unknown = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
  expect(await registered([], unknown)).toMatchObject([{ name: 'demo-secret', slot: undefined }]);
  const found = [{ owner: 'md-a', generation: '01234567', slot: 0 }];
  expect(await registered(found, unknown)).toMatchObject([{ name: 'demo-secret-1', slot: '1' }]);
});

test('the Secret has the labels of its cluster, what it is told of, and no network data unless there is some', async () => {
  if (pool === undefined) throw new Error('the context has no pool');
  const authority = { certificatePem: 'of the cluster', publicKeyPins: [pin] };
  const made = async (more: Partial<Parameters<typeof createUserData>[1]>) => {
    const recording = await recordProgram(() =>
      createUserData('demo', {
        machine: poolMachine(context, pool),
        bootstrap: workerBootstrap(context, pool, { authority }),
        ...more,
      }),
    );
    return { ...named(recording, 'demo-secret'), former: byFormerParent(recording) };
  };
  const plain = await made({});
  expect(plain.secretInputs).toEqual(['stringData']);
  expect(plain.inputs.metadata).toMatchObject({
    namespace: 'cluster-demo',
    labels: {
      'app.kubernetes.io/managed-by': 'strata',
      'app.kubernetes.io/part-of': 'demo',
      'cluster.x-k8s.io/cluster-name': 'demo',
      'strata.dev/environment': 'sandbox',
    },
    annotations: { 'pulumi.com/patchFieldManager': 'strata' },
  });
  expect(Object.keys(plain.inputs.stringData as object)).toEqual(['userdata']);
  // A state of an earlier version has it in a component of its own.
  expect(plain.former).toEqual({ 'strata:user-cluster:UserData::demo': ['demo-secret'] });
  const told = await made({
    networkData: 'version: 2\n',
    annotations: { 'strata.dev/keys': '{}' },
  });
  expect(told.inputs).toMatchObject({
    metadata: {
      annotations: { 'pulumi.com/patchFieldManager': 'strata', 'strata.dev/keys': '{}' },
    },
    stringData: { networkdata: 'version: 2\n' },
  });
});
