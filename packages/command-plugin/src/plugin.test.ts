// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { credentials, type ServiceError } from '@grpc/grpc-js';
import services from '@pulumi/pulumi/proto/provider_grpc_pb.js';
import messages from '@pulumi/pulumi/proto/provider_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import { pluginDirectory } from './index.ts';

const type = 'command:local:Command';
let plugin: ChildProcessWithoutNullStreams;
let provider: InstanceType<typeof services.ResourceProviderClient>;

beforeAll(async () => {
  // Node is found on the PATH, and nothing else of ours is there.
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  plugin = spawn(join(pluginDirectory, 'pulumi-resource-command'), ['127.0.0.1:1'], { env });
  const [port] = (await once(createInterface(plugin.stdout), 'line')) as [string];
  provider = new services.ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
});

afterAll(async () => {
  provider.close();
  plugin.stdin.end();
  if (plugin.exitCode === null) await once(plugin, 'exit');
});

function create(resourceType: string, inputs: Record<string, string>) {
  const request = new messages.CreateRequest();
  request.setUrn(`urn:pulumi:dev::try::${resourceType}::one`).setType(resourceType);
  request.setName('one').setProperties(structs.Struct.fromJavaScript(inputs));
  return new Promise<InstanceType<typeof messages.CreateResponse>>((resolve, reject) => {
    provider.create(request, (error: ServiceError | null, reply) =>
      error === null ? resolve(reply) : reject(error),
    );
  });
}

test('Pulumi starts it as a process of its own, and it runs commands', async () => {
  const reply = await create(type, { create: 'echo hello', logging: 'none' });
  expect(reply.getId()).toBe('one');
  expect(reply.getProperties()?.toJavaScript()).toEqual({ stdout: 'hello', stderr: '' });
});

test('says that it is the version that the classes of @pulumi/command ask for', async () => {
  const reply = await new Promise<{ getVersion: () => string }>((resolve, reject) => {
    provider.getPluginInfo(new empties.Empty(), (error, info) =>
      error === null ? resolve(info) : reject(error),
    );
  });
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

  test('it is that one which runs, with all that Pulumi says', async () => {
    expect(await firstLine({})).toBe('official 127.0.0.1:1');
  });

  test('and not, where the stand-in is asked for', async () => {
    expect(await firstLine({ STRATA_COMMAND_PLUGIN: 'stand-in' })).toMatch(/^\d+$/);
  });
});

test('says which resources it has', async () => {
  await expect(create('command:remote:CopyFile', {})).rejects.toThrow(
    'this stand-in for the plugin command has no resource command:remote:CopyFile; it has ' +
      'command:local:Command, command:remote:Command, command:remote:CopyToRemote',
  );
});
