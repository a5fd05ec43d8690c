// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** How a script of a test is run. */
export interface NodeRun {
  /** Whether Node imports this package first, as it does for programs. */
  readonly patched: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** Returns what a module of this package prints, as parsed JSON. */
export function runNode(script: string, { env = {}, patched }: NodeRun): unknown {
  const preload = patched ? ['--import=@strata/program-start'] : [];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [...preload, '--input-type=module', '-e', script],
    {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, ...env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
      encoding: 'utf8',
    },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

/** Loads what Pulumi's runner loads. */
const loadRunner = `
  import { createRequire, registerHooks } from 'node:module';
  const load = createRequire(import.meta.url);
  const runner = [
    'source-map-support/register', '@pulumi/pulumi/cmd/run/tracing.js', '@pulumi/pulumi',
    '@pulumi/pulumi/runtime/manifest.js', '@pulumi/kubernetes',
  ];
`;

/** Prints which of some packages the runner loads. */
export const loadedPackages = `${loadRunner}
  for (const name of runner) load(name);
  const loaded = Object.keys(load.cache);
  const has = (name) => loaded.some((file) => file.includes('/node_modules/' + name + '/'));
  const asked = [
    '@pulumi/pulumi', '@opentelemetry/api', '@opentelemetry/sdk-trace-node',
    '@pulumi/pulumi/automation', '@npmcli/arborist', 'typescript', 'source-map',
    'js-yaml', '@pulumi/kubernetes/helm',
  ];
  console.log(JSON.stringify(asked.filter(has)));
`;

/** Prints which modules the runner asks for that no program here needs. */
export const unusedImports = `${loadRunner}
  import { isUnused } from './src/unused-modules.ts';
  const found = new Set();
  registerHooks({
    resolve: (specifier, context, next) => {
      if (isUnused(specifier, context.parentURL)) found.add(specifier);
      return next(specifier, context);
    },
  });
  for (const name of runner) load(name);
  console.log(JSON.stringify([...found].sort()));
`;

/** Prints which messages reach the engine. */
export const sentMessages = `
  import { createRequire } from 'node:module';
  const pulumi = await import('@pulumi/pulumi');
  const sent = [];
  createRequire(import.meta.url)('@pulumi/pulumi/runtime/settings.js').getEngine = () => ({
    log: (request, done) => done(null, sent.push(request.getMessage())),
  });
  await pulumi.log.debug('hush');
  await pulumi.log.info('aloud');
  console.log(JSON.stringify(sent));
`;

/** Prints whether a debug line has the properties in the engine's answer, and the answer as a text. */
export const writtenAnswers = `
  import { createRequire } from 'node:module';
  const load = createRequire(import.meta.url);
  const pulumi = await import('@pulumi/pulumi');
  await pulumi.runtime.setMocks({ newResource: () => ({ state: {} }), call: () => ({}) });
  const { RegisterResourceResponse } = load('@pulumi/pulumi/proto/resource_pb.js');
  const settings = load('@pulumi/pulumi/runtime/settings.js');
  const lines = [];
  settings.getEngine = () => ({ log: (request, done) => done(null, lines.push(request.getMessage())) });
  const answer = new RegisterResourceResponse();
  answer.setUrn('urn:pulumi:stack::project::some:kind:Thing::thing');
  const monitor = settings.getMonitor();
  monitor.registerResource = (request, done) => done(null, answer);
  monitor.registerResourceOutputs = (request, done) => done(null, {});
  class Thing extends pulumi.ComponentResource {
    constructor(name) {
      super('some:kind:Thing', name);
    }
  }
  new Thing('thing');
  await settings.waitForRPCs();
  const finished = lines.some((line) => line.includes('RPC finished') && line.includes(answer.getUrn()));
  console.log(JSON.stringify([finished, String(answer).split(',')[0]]));
`;

/**
 * Sends properties in a message of the SDK and reads them again. Prints whether they are the same, how many
 * messages of google-protobuf that took, and the same after the fields of the Struct were asked for.
 */
export const sentStructs = `
  import { createRequire } from 'node:module';
  import { isDeepStrictEqual } from 'node:util';
  const load = createRequire(import.meta.url);
  await import('@pulumi/pulumi');
  const { RegisterResourceRequest } = load('@pulumi/pulumi/proto/resource_pb.js');
  const sdk = createRequire(load.resolve('@pulumi/pulumi/package.json'));
  const { Message } = sdk('google-protobuf');
  const { Struct } = sdk('google-protobuf/google/protobuf/struct_pb');
  const { initialize } = Message;
  let messages = 0;
  Message.initialize = (...all) => {
    messages += 1;
    return initialize(...all);
  };
  const properties = { spec: { replicas: 3, paused: false, list: ['a', 'b', { c: null }] } };
  const request = new RegisterResourceRequest();
  request.setName('before');
  request.setObject(Struct.fromJavaScript(properties));
  request.setVersion('behind');
  const answer = RegisterResourceRequest.deserializeBinary(request.serializeBinary());
  const read = answer.getObject();
  const isSame = isDeepStrictEqual(read.toJavaScript(), properties)
    && answer.getName() === 'before' && answer.getVersion() === 'behind';
  const taken = messages;
  const [entry] = read.toObject().fieldsMap;
  const replicas = read.getFieldsMap().get('spec').getStructValue().getFieldsMap().get('replicas');
  const again = Struct.deserializeBinary(read.serializeBinary()).toJavaScript();
  console.log(JSON.stringify({
    isSame, messages: taken, field: entry[0], replicas: replicas.toJavaScript(),
    isSameAgain: isDeepStrictEqual(again, properties)
      && isDeepStrictEqual(read.toJavaScript(), properties),
  }));
`;

/** Result of {@link sentStructs}, whichever way the properties go. */
export const sameStructs = { isSame: true, field: 'spec', replicas: 3, isSameAgain: true };

/** Prints the first two lines of where a promise was made, and how many that have not ended are known. */
export const promiseStacks = `
  import { createRequire } from 'node:module';
  const load = createRequire(import.meta.url);
  await import('@pulumi/pulumi');
  const { debuggablePromise } = load('@pulumi/pulumi/runtime/debuggable.js');
  const { leakCandidates } = load('@pulumi/pulumi/runtime/state.js').getStore();
  const promise = new Promise((resolve) => setTimeout(resolve, 1));
  const ended = debuggablePromise(promise, 'a test');
  const [first, second = ''] = promise._debugStackTrace.split('\\n');
  console.log(JSON.stringify([first, second.trim().slice(0, 20), leakCandidates.size]));
  await ended;
`;

/**
 * Prints for each resource its name, whether its position in the source is sent, and whether a stack
 * trace is. The SDK leaves out the frames of its own classes and of the one that extends them.
 */
export const sentPositions = `
  import { createRequire } from 'node:module';
  const pulumi = await import('@pulumi/pulumi');
  await pulumi.runtime.setMocks({ newResource: () => ({ state: {} }), call: () => ({}) });
  const settings = createRequire(import.meta.url)('@pulumi/pulumi/runtime/settings.js');
  const monitor = settings.getMonitor();
  const { registerResource } = monitor;
  const sent = [];
  monitor.registerResource = (request, ...rest) => {
    const frames = request.getStacktrace().getFramesList().length;
    sent.push([request.getName(), request.hasSourceposition(), frames > 0]);
    return registerResource.call(monitor, request, ...rest);
  };
  class Thing extends pulumi.ComponentResource {
    constructor(name) {
      super('some:kind:Thing', name);
    }
  }
  const create = (name) => new Thing(name);
  create('thing');
  await settings.waitForRPCs();
  console.log(JSON.stringify(sent));
`;

/** Prints how often the runner has connected to V8's debugger before it starts a program. */
export const debuggerSessions = `
  import { createRequire } from 'node:module';
  import { Session } from 'node:inspector';
  const { connect } = Session.prototype;
  let sessions = 0;
  Session.prototype.connect = function () {
    sessions += 1;
    connect.call(this);
  };
  const load = createRequire(import.meta.url);
  await load('@pulumi/pulumi/runtime/closure/v8Hooks.js').isInitializedAsync();
  console.log(JSON.stringify(sessions));
`;
