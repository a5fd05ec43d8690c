// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import messages from '@pulumi/pulumi/proto/provider_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import { call, PluginProcess } from '@strata/strata-provider/testing';
import { pluginDirectory } from './index.ts';

const type = 'command:local:Command';
const oldNode = mkdtempSync(join(tmpdir(), 'strata-old-node-'));
let plugin: PluginProcess;
let provider: PluginProcess['client'];

beforeAll(async () => {
  // The PATH has a Node that is too old, and the programs of the system.
  writeFileSync(join(oldNode, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const env = { PATH: `${oldNode}:/usr/bin:/bin` };
  const executable = join(pluginDirectory, 'pulumi-resource-command');
  plugin = await PluginProcess.start(executable, ['127.0.0.1:1'], env);
  provider = plugin.client;
});

afterAll(async () => {
  await plugin.end();
  rmSync(oldNode, { recursive: true });
});

function create(resourceType: string, inputs: Record<string, string>) {
  const request = new messages.CreateRequest();
  request.setUrn(`urn:pulumi:dev::try::${resourceType}::one`).setType(resourceType);
  request.setName('one').setProperties(structs.Struct.fromJavaScript(inputs));
  return call<InstanceType<typeof messages.CreateResponse>>((done) =>
    provider.create(request, done),
  );
}

test('starts as a separate process, as Pulumi starts it, and runs commands', async () => {
  const reply = await create(type, { create: 'echo hello', logging: 'none' });
  expect(reply.getId()).toBe('one');
  expect(reply.getProperties()?.toJavaScript()).toEqual({ stdout: 'hello', stderr: '' });
});

test('commands find the Node that runs the plugin, not the one on PATH', async () => {
  const reply = await create(type, { create: 'node --version', logging: 'none' });
  expect(reply.getProperties()?.toJavaScript()).toEqual({ stdout: process.version, stderr: '' });
});

test('reports the version that the classes of @pulumi/command ask for', async () => {
  const reply = await call<{ getVersion: () => string }>((done) =>
    provider.getPluginInfo(new empties.Empty(), done),
  );
  const { version } = createRequire(import.meta.url)('@pulumi/command/package.json') as {
    version: string;
  };
  expect(reply.getVersion()).toBe(version);
});

describe('where the official plugin is installed', () => {
  const home = mkdtempSync(join(tmpdir(), 'strata-pulumi-'));
  const { version } = createRequire(import.meta.url)('@pulumi/command/package.json') as {
    version: string;
  };
  const folder = join(home, `plugins/resource-command-v${version}`);
  mkdirSync(folder, { recursive: true });
  const program = '#!/bin/sh\necho official "$@"\n';
  writeFileSync(join(folder, 'pulumi-resource-command'), program, { mode: 0o755 });
  afterAll(() => rmSync(home, { recursive: true }));

  const firstLine = async (choice: NodeJS.ProcessEnv) => {
    const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
    const env = { PATH: path, PULUMI_HOME: home, ...choice };
    const started = spawn(join(pluginDirectory, 'pulumi-resource-command'), ['127.0.0.1:1'], {
      env,
    });
    const [line] = (await once(createInterface(started.stdout), 'line')) as [string];
    started.stdin.end();
    if (started.exitCode === null) await once(started, 'exit');
    return line;
  };

  test('starts the official plugin with the same arguments', async () => {
    expect(await firstLine({})).toBe('official 127.0.0.1:1');
  });

  test('starts the stand-in when STRATA_COMMAND_PLUGIN is stand-in', async () => {
    expect(await firstLine({ STRATA_COMMAND_PLUGIN: 'stand-in' })).toMatch(/^\d+$/);
  });
});

test('refuses other types of resources, and lists those that it has', async () => {
  await expect(create('command:remote:CopyFile', {})).rejects.toThrow(
    'this stand-in for the plugin command has no resource command:remote:CopyFile; it has ' +
      'command:local:Command, command:remote:Command, command:remote:CopyToRemote',
  );
});
