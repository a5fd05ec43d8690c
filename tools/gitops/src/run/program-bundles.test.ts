// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { providerAnswers } from '@strata/testing';
import { infraFacts } from '@strata/plan-check/infra-facts';
import { rawStackConfig } from '@strata/plan-check';
import { plainPlatform } from '@strata/user-cluster/test-platform';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { factsOutputs } from '../offline/facts-outputs.ts';
import { serveFacts } from '../offline/facts-server.ts';
import { recordStart } from '../testing/record-program.ts';
import type { RecordedRun } from '../testing/record-program.ts';

const root = join(import.meta.dirname, '../../../..');
const bundles = mkdtempSync(join(tmpdir(), 'program-bundles-'));
const yaml = (file: string): unknown => parse(readFileSync(join(root, 'stacks', file), 'utf8'));
const facts = infraFacts.parse(yaml('infra-facts/staging.yaml'));
const server = await serveFacts(facts);

afterAll(async () => {
  await server.close();
  rmSync(bundles, { recursive: true });
});

/** Runs a program from its sources and from its bundle. */
async function recordBoth(run: RecordedRun) {
  const source = await recordStart(run, 'off');
  const first = await recordStart(run, bundles);
  const bundled = await recordStart(run, bundles);
  expect([source, first, bundled].map(({ isBundled }) => isBundled)).toEqual([false, false, true]);
  return { source, bundled: { ...bundled, isBundled: false } };
}

/** A program of this repository, and its configuration in a stack's file or in a test. */
function runOf(
  project: string,
  stack: string,
  config: Readonly<Record<string, unknown>>,
): RecordedRun {
  const { secretKeys, values } = rawStackConfig(project, stack, { config });
  const [environment = ''] = stack.split('.');
  const { secrets, values: shown } = factsOutputs(environment, facts, {
    kubeconfig: server.kubeconfig,
    promised: {},
  });
  const platform = {
    ...plainPlatform,
    versions: { kubevirt: findRelease(plainPlatform.release)?.components.kubevirt.version ?? '' },
    loadBalancerPools: [{ name: 'shared', addresses: ['203.0.113.0/28'], autoAssign: false }],
  };
  return {
    folder: join(root, 'packages', project),
    project,
    stack,
    config: values,
    secretKeys,
    outputs: {
      [`infra/${environment}`]: {
        outputs: { ...shown, ...secrets },
        secretOutputNames: Object.keys(secrets),
      },
      [`kubevirt-stack/${environment}`]: { outputs: platform, secretOutputNames: [] },
    },
    answers: {
      ...providerAnswers,
      'kubernetes:core/v1:Namespace': { metadata: { name: 'some', uid: 'uid-1' } },
      'kubernetes:core/v1:Secret': { data: { token: 'dA==' } },
    },
    printed: {
      'cluster-apply': {
        kubeconfig: server.kubeconfig,
        changes: [],
        endedAt: '2026-01-31T12:00:00.000Z',
      },
    },
  };
}

const size = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu-24-04' } };

/** A user cluster without a pod network, so that no manifest must have been rendered. */
const cluster = {
  kubernetes: { version: '1.35.4', podCidr: '10.128.0.0/16', serviceCidr: '10.112.0.0/20' },
  controlPlane: { replicas: 1, ...size, endpoint: { address: '203.0.113.2' } },
  pools: [{ name: 'workers', replicas: 4, ...size }],
  network: { dns: { servers: ['10.96.0.10'] } },
  cni: { type: 'none' },
};

/** The configuration in the file of the stack `staging`, without the program's name in its keys. */
function staging(project: string): Readonly<Record<string, unknown>> {
  const { config } = yaml(`${project}/Pulumi.staging.yaml`) as { readonly config: object };
  const keys = Object.entries(config).map(
    ([key, value]) => [key.slice(project.length + 1), value as unknown] as const,
  );
  return Object.fromEntries(keys);
}

test.each([
  ['infra', 'staging', staging('infra'), 20],
  ['addons', 'staging', {}, 2],
  ['user-cluster', 'staging.shop', cluster, 70],
])(
  '%s asks the engine for the same from its bundle as from its sources',
  async (project, stack, config, least) => {
    const { bundled, source } = await recordBoth(runOf(project, stack, config));
    expect(source.failure).toBeUndefined();
    expect(source.resources.length).toBeGreaterThanOrEqual(least);
    expect(bundled).toEqual(source);
  },
);

test('so does kubevirt-stack, or both say which manifest has not been rendered', async () => {
  const config = staging('kubevirt-stack');
  const { bundled, source } = await recordBoth(runOf('kubevirt-stack', 'staging', config));
  expect(bundled).toEqual(source);
  if (source.failure === undefined) expect(source.resources.length).toBeGreaterThan(50);
  else expect(source.failure).toMatch(/\.json is missing: run `npm run manifests -- --all`/);
});
