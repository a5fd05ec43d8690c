// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const contracts = join(import.meta.dirname, '../..');
const packages = join(contracts, '..');

const programs = readdirSync(packages).filter((name) =>
  existsSync(join(packages, name, 'program.ts')),
);

/** Returns what a module of this package prints, as parsed JSON, when it is run like a program. */
function run(script: string, env: NodeJS.ProcessEnv = {}): unknown {
  const preload = '--import=@strata/contracts/program-start';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [preload, '--input-type=module', '-e', script],
    {
      cwd: contracts,
      env: { ...process.env, ...env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
      encoding: 'utf8',
    },
  );
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test('there are programs', () => {
  expect(programs).toEqual(['addons', 'infra', 'kubevirt-stack', 'user-cluster']);
});

test.each(programs)('Pulumi.yaml of %s makes Node import program-start first', (name) => {
  const project = parse(readFileSync(join(packages, name, 'Pulumi.yaml'), 'utf8')) as {
    readonly runtime: { readonly options: unknown };
  };
  expect(project.runtime.options).toEqual({
    typescript: false,
    nodeargs: '--import=@strata/contracts/program-start',
    packagemanager: 'npm',
  });
});

/** Loads what Pulumi's runner loads, and prints which packages that were. */
const loadRunner = `
  import { createRequire } from 'node:module';
  const load = createRequire(import.meta.url);
  load('source-map-support/register');
  load('@pulumi/pulumi/cmd/run/tracing.js');
  load('@pulumi/pulumi');
  load('@pulumi/kubernetes');
  const loaded = Object.keys(load.cache);
  const has = (name) => loaded.some((file) => file.includes('/node_modules/' + name + '/'));
  const asked = [
    '@pulumi/pulumi', '@opentelemetry/api', '@opentelemetry/sdk-trace-node',
    '@pulumi/pulumi/automation', '@npmcli/arborist', 'typescript', 'source-map',
    '@pulumi/kubernetes/helm',
  ];
  console.log(JSON.stringify(asked.filter(has)));
`;

test('a program has plain stack traces, and loads no part of the SDK that it does not use', () => {
  expect(run(loadRunner)).toEqual(['@pulumi/pulumi', '@opentelemetry/api']);
});

test('a traced program loads the whole SDK', () => {
  const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  expect(run(loadRunner, { TRACEPARENT })).toEqual([
    '@pulumi/pulumi',
    '@opentelemetry/api',
    '@opentelemetry/sdk-trace-node',
    '@pulumi/pulumi/automation',
    '@npmcli/arborist',
    'typescript',
    'source-map',
    '@pulumi/kubernetes/helm',
  ]);
});

test('no debug line of the SDK leaves a program', () => {
  const script = `
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
  expect(run(script)).toEqual(['aloud']);
});

test('no path of the machine that runs a program is sent with its resources', () => {
  const script = `
    import { createRequire } from 'node:module';
    const pulumi = await import('@pulumi/pulumi');
    await pulumi.runtime.setMocks({ newResource: () => ({ state: {} }), call: () => ({}) });
    const settings = createRequire(import.meta.url)('@pulumi/pulumi/runtime/settings.js');
    const monitor = settings.getMonitor();
    const { registerResource } = monitor;
    const sent = [];
    monitor.registerResource = (request, ...rest) => {
      const frames = request.getStacktrace().getFramesList().length;
      sent.push([request.getName(), request.hasSourceposition(), frames]);
      return registerResource.call(monitor, request, ...rest);
    };
    new pulumi.ComponentResource('some:kind:Thing', 'thing');
    await settings.waitForRPCs();
    console.log(JSON.stringify(sent));
  `;
  expect(run(script)).toEqual([['thing', false, 0]]);
});
