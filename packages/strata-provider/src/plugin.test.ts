// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import engines from '@pulumi/pulumi/proto/engine_grpc_pb.js';
import type { LogRequest } from '@pulumi/pulumi/proto/engine_pb.js';
import messages from '@pulumi/pulumi/proto/provider_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import structs from 'google-protobuf/google/protobuf/struct_pb.js';
import { resourceTypes } from './resource-types.ts';
import { call, kubeconfigFor, marked, markedUnknown, PluginProcess } from './testing/index.ts';

const executable = join(import.meta.dirname, '../plugin/pulumi-resource-strata');
const bundles = mkdtempSync(join(tmpdir(), 'strata-plugin-bundles-'));
const engine = new Server();
const oldNode = mkdtempSync(join(tmpdir(), 'strata-old-node-'));
let logged: string[] = [];
let enginePort: number;
let plugin: PluginProcess;
let provider: PluginProcess['client'];

beforeAll(async () => {
  engine.addService(engines.EngineService, {
    log: (call: { request: LogRequest }, callback: (error: null, reply: object) => void) => {
      logged.push(call.request.getMessage());
      callback(null, new empties.Empty());
    },
  });
  enginePort = await new Promise<number>((resolve) => {
    engine.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => resolve(port));
  });
  // The PATH has a Node that is too old, and /bin.
  writeFileSync(join(oldNode, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
});

afterAll(() => {
  engine.forceShutdown();
  for (const folder of [oldNode, bundles]) rmSync(folder, { recursive: true });
});

/** Starts the plugin as the engine does. */
async function start(folder: string): Promise<PluginProcess> {
  const env = { PATH: `${oldNode}:/bin`, STRATA_PROGRAM_BUNDLES: folder };
  const args = ['--logtostderr', '-v=9', `127.0.0.1:${enginePort}`];
  return PluginProcess.start(executable, args, env);
}

type Values = Record<string, string | number | boolean | string[] | null | object>;

const struct = (values: object) =>
  structs.Struct.fromJavaScript(values as Parameters<typeof structs.Struct.fromJavaScript>[0]);

const urnOf = (type: string) => `urn:pulumi:dev::try::${type}::one`;

async function check(type: string, news: Values, olds: object = {}) {
  const request = new messages.CheckRequest();
  request.setUrn(urnOf(type)).setType(type).setName('one').setNews(struct(news));
  request.setOlds(struct(olds));
  const reply = await call<InstanceType<typeof messages.CheckResponse>>((done) =>
    provider.check(request, done),
  );
  const failures = reply.getFailuresList().map((failure) => failure.toObject());
  return { inputs: reply.getInputs()?.toJavaScript() ?? {}, failures };
}

async function create(type: string, inputs: object, { isPreview = false } = {}) {
  const request = new messages.CreateRequest();
  request.setUrn(urnOf(type)).setType(type).setName('one').setPreview(isPreview);
  request.setProperties(struct(inputs));
  const reply = await call<InstanceType<typeof messages.CreateResponse>>((done) =>
    provider.create(request, done),
  );
  return { id: reply.getId(), outputs: reply.getProperties()?.toJavaScript() ?? {} };
}

describe.each([
  ['its sources', 'off', 0],
  ['its bundle', bundles, 2],
])('the plugin, run from %s', (_, folder, startsBefore) => {
  beforeAll(async () => {
    for (let starts = 0; starts < startsBefore; starts += 1) {
      await (await start(folder)).end();
    }
    logged = [];
    plugin = await start(folder);
    provider = plugin.client;
  });

  afterAll(() => plugin.end());

  test('it has a bundle only where bundles are made', () => {
    const names = existsSync(join(bundles, 'strata-provider'))
      ? readdirSync(join(bundles, 'strata-provider'))
      : [];
    expect(names.map((name) => name.slice(16)).sort()).toEqual(
      folder === 'off' ? [] : ['.mjs', '.mjs.map', '.seal', '.started'],
    );
  });

  test('reports that it accepts secrets and supports previews', async () => {
    const reply = await call<InstanceType<typeof messages.ConfigureResponse>>((done) =>
      provider.configure(new messages.ConfigureRequest(), done),
    );
    expect(reply.toObject()).toMatchObject({ acceptsecrets: true, supportspreview: true });
  });

  test('has the function strata:index:start and no other', async () => {
    const invoke = (token: string) =>
      call((done) => provider.invoke(new messages.InvokeRequest().setTok(token), done));
    await expect(invoke('strata:index:start')).resolves.toBeDefined();
    await expect(invoke('strata:index:other')).rejects.toThrow(
      'there is no function strata:index:other',
    );
  });

  test('creates an authority whose key is a secret in the answer', async () => {
    const { inputs, failures } = await check(resourceTypes.authority, { commonName: 'ca' });
    expect(failures).toEqual([]);
    const preview = await create(resourceTypes.authority, inputs, { isPreview: true });
    expect(preview).toEqual({
      id: '',
      outputs: {
        certificatePem: markedUnknown,
        privateKeyPem: marked(markedUnknown),
        publicKeyPin: markedUnknown,
        notAfter: markedUnknown,
      },
    });
    const { id, outputs } = await create(resourceTypes.authority, inputs);
    expect(id).toBe('one');
    expect(outputs.privateKeyPem).toEqual(
      marked(expect.stringMatching(/^-----BEGIN PRIVATE KEY-----/)),
    );
    expect(outputs.publicKeyPin).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test('names the property that is wrong', async () => {
    const { failures } = await check(resourceTypes.randomKey, { bytes: 1 });
    expect(failures).toEqual([
      { property: 'bytes', reason: 'bytes must be a whole number of bytes between 16 and 512' },
    ]);
  });

  // Proves: keys.renewed
  test('shows a due renewal as a change of the input validFrom, and none without a check', async () => {
    const type = resourceTypes.joinToken;
    const { inputs } = await check(type, {});
    const { outputs } = await create(type, inputs);
    const olds = { ...inputs, validFrom: '2020-01-01T00:00:00Z' };
    const due = await check(type, {}, olds);
    const diff = async (news: object) => {
      const request = new messages.DiffRequest();
      request.setUrn(urnOf(type)).setType(type).setName('one').setId('one');
      request.setOldInputs(struct(olds)).setOlds(struct(outputs)).setNews(struct(news));
      const reply = await call<InstanceType<typeof messages.DiffResponse>>((done) =>
        provider.diff(request, done),
      );
      return { changes: reply.getChanges(), names: reply.getDiffsList() };
    };
    const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
    expect(await diff(due.inputs)).toEqual({ changes: DIFF_SOME, names: ['validFrom'] });
    expect(await diff(olds)).toEqual({ changes: DIFF_NONE, names: [] });
  });

  test('refuses types of resources that it does not have', async () => {
    await expect(check('strata:keys:Thing', {})).rejects.toThrow(
      'the provider strata has no resource strata:keys:Thing',
    );
  });

  test('reports the status of a wait, and stops when Pulumi is interrupted', async () => {
    const request = new messages.DeleteRequest();
    const type = resourceTypes.tenantCleanup;
    const inputs = { kubeconfig: kubeconfigFor('http://127.0.0.1:1'), volumes: 'delete' };
    request.setUrn(urnOf(type)).setType(type).setName('one').setId('one');
    request.setOldInputs(struct((await check(type, inputs)).inputs)).setProperties(struct({}));
    const removal = call((done) => provider.delete(request, done)).catch(String);
    while (logged.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(logged).toEqual(['connection refused: nothing listens there (0 s)']);
    await call((done) => provider.cancel(new empties.Empty(), done));
    expect(await removal).toBe(
      'Error: 2 UNKNOWN: interrupted; run the same command again to go on',
    );
  });
});
