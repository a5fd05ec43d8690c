// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, recordProgram, valueOf } from '@strata/testing';
import { apiPort, controlPlaneGroup, poolMachine } from '../machines/index.ts';
import { testContext } from '../test-context.ts';
import { controlPlaneBootstrap, createUserData, workerBootstrap } from './index.ts';
import type { BootstrapKeys, UserDataArgs } from './index.ts';
import { renderUserData } from './render-user-data.ts';
import { testControlPlane } from './test-bootstrap.ts';

const context = testContext();
const [first] = context.config.pools;
if (first === undefined) throw new Error('the context has no pool');
const pool = first;
const authority = { certificatePem: 'of the cluster', publicKeyPins: [] };
const token = 'abcdef.0123456789abcdef';

async function made(args: Partial<UserDataArgs>) {
  const recording = await recordProgram(() =>
    createUserData('demo', {
      machine: poolMachine(context, pool),
      bootstrap: workerBootstrap(context, pool, { authority }),
      ...args,
    }),
  );
  const { inputs } = named(recording, 'demo-secret');
  const { name } = inputs.metadata as { readonly name: string };
  const { userdata } = inputs.stringData as { readonly userdata: string };
  const { generation, secretName } = recording.result;
  return {
    name,
    userdata,
    generation: await valueOf(generation),
    secretName: await valueOf(secretName),
  };
}

test('a worker starts with its token, which no generation has', async () => {
  const [without, joining] = [await made({}), await made({ token })];
  const told = await valueOf(workerBootstrap(context, pool, { authority }));
  if (told.role !== 'worker') throw new Error('expected a worker');
  expect(without.userdata).toBe(renderUserData({ ...told, token: '' }));
  expect(joining.userdata).toBe(renderUserData({ ...told, token }));
  expect(joining.generation).toBe(without.generation);
});

test('other network data is another generation, and so is none', async () => {
  const generations = [
    await made({}),
    await made({ networkData: 'version: 2\n' }),
    await made({ networkData: 'version: 2\nethernets: {}\n' }),
  ].map(({ generation }) => generation);
  expect(new Set(generations).size).toBe(3);
});

test('a Secret has the name of its pool, or of its one control-plane node, and its generation', async () => {
  const ofPool = await made({});
  expect(ofPool.name).toBe(`md-a-userdata-${ofPool.generation}`);
  expect(ofPool.secretName).toBe(ofPool.name);
  const secrets = testControlPlane();
  const keys: BootstrapKeys = {
    authority: secrets.authority,
    controlPlane: pulumi.secret(secrets.keys),
    fingerprints: { encryption: 'sha256:1' },
  };
  const machine = context.config.controlPlane;
  const bootstrap = controlPlaneBootstrap(context, { machine, index: 0 }, keys);
  const ofNode = await made({
    machine: {
      ...context,
      role: 'control-plane',
      group: controlPlaneGroup,
      machine,
      index: 0,
      readinessPort: apiPort,
    },
    bootstrap,
  });
  expect(ofNode.name).toBe(`cp-0-userdata-${ofNode.generation}`);
  expect(ofNode.secretName).toBe(ofNode.name);
  const told = await valueOf(bootstrap);
  if (told.role !== 'control-plane') throw new Error('expected a control-plane node');
  expect(ofNode.userdata).toBe(renderUserData(told));
});
