// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mirrorImage, releases } from '@strata/contracts';
import { parseConfig } from '@strata/contracts/program';
import { listImages } from '@strata/manifests';
import type { KubernetesObject } from '@strata/manifests';
import type { PodSecurityTable } from '@strata/manifest-objects';
import {
  byFormerParent,
  excessiveRights,
  imagesIn,
  ofType,
  recordProgram,
  strayImages,
} from '@strata/testing';
import type { Recording } from '@strata/testing';
import { parse } from 'yaml';
import { kubevirtStackConfig } from './config/index.ts';
import type { KubevirtStackConfig } from './config/index.ts';
import { checkConfig, Platform } from './index.ts';
import { monitoringImages } from './monitoring/monitoring-images.ts';
import { platformPodSecurity } from './release/pod-security.ts';
import { platformReadiness } from './release/readiness.ts';
import { everythingOn, platformArgs } from './test-everything.ts';

/** Whole manifests take long on a busy machine. */
const timeout = 120_000;

const mirror = 'registry.example.org:5000/mirror';

function record(config: KubevirtStackConfig): Promise<Recording<Platform>> {
  const args = platformArgs(config);
  return recordProgram(() => new Platform('platform', args));
}

/** Problems from features that a release lacks; its manifests are checked all the same. */
const missing: Readonly<Record<string, readonly string[]>> = {
  'v1.7': [
    'CDI 1.64.0 of release v1.7 does not compare checksums; use a container disk, or a release ' +
      'with CDI 1.65',
  ],
};

/**
 * Reads the configuration from a stack's file; secrets stay encrypted, because nothing here reads
 * them.
 */
function stackConfig(file: string): KubevirtStackConfig {
  const { config } = parse(readFileSync(file, 'utf8')) as { config: Record<string, unknown> };
  const withoutMarks = (_: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && 'secure' in value ? value.secure : value;
  return parseConfig(kubevirtStackConfig, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: Object.fromEntries(
      Object.entries(config).map(([key, value]) => [
        key,
        typeof value === 'string' ? value : JSON.stringify(value, withoutMarks),
      ]),
    ),
    secretKeys: Object.keys(config).filter((key) =>
      JSON.stringify(config[key]).includes('"secure":'),
    ),
  });
}

const unique = (values: readonly string[]) => [...new Set(values)].sort();

describe.each(releases)('release $name with everything on', (release) => {
  const config = everythingOn({ release: release.name, registryMirror: mirror });
  let recording: Recording<Platform>;
  beforeAll(async () => {
    recording = await record(config);
  }, timeout);

  test('has no problems except features that the release lacks', () => {
    const problems = checkConfig(config, { release, cluster: undefined });
    expect(problems.map(({ message }) => message)).toEqual(missing[release.name] ?? []);
  });

  test('waits until the webhooks of operators can be called, and lets operators start slowly', () => {
    for (const [key, { port, ...readiness }] of Object.entries(platformReadiness)) {
      const workload = recording.resources.find(({ name }) => name.endsWith(`/Deployment/${key}`));
      expect(workload?.inputs.spec).toMatchObject({
        ...('minReadySeconds' in readiness && { minReadySeconds: readiness.minReadySeconds }),
        template: { spec: { containers: [{ startupProbe: { tcpSocket: { port } } }] } },
      });
    }
  });

  // Proves: offline.mirror
  test('has no image outside the mirror', () => {
    const objects = recording.resources
      .filter(({ custom }) => custom)
      .map(({ inputs }) => inputs as unknown as KubernetesObject);
    const outside = listImages(objects).filter((image) => !image.startsWith(`${mirror}/`));
    expect(outside).toEqual([]);
    expect(recording.resources.flatMap((one) => strayImages(one, mirror))).toEqual([]);
  });

  test("runs exactly the images of the release's bundle", () => {
    const { release: manifests } = platformArgs(config);
    const bundled = [
      ...Object.values(manifests).flatMap(({ images }) => images),
      ...Object.values(monitoringImages(release)),
      release.images['bridge-marker'].image,
      ...config.images.flatMap(({ registry }) => registry?.replace('docker://', '') ?? []),
    ];
    expect(unique(recording.resources.flatMap(imagesIn))).toEqual(
      unique(bundled.map((image) => mirrorImage(image, mirror))),
    );
  });

  // Proves: installation.least-rights
  test('binds nobody to cluster-admin', () => {
    expect(recording.resources.flatMap(excessiveRights)).toEqual([]);
  });

  test('sets a Pod Security level on every namespace', () => {
    const namespaces = ofType(recording, 'kubernetes:core/v1:Namespace').map(({ inputs }) => {
      const { name, labels } = inputs.metadata as KubernetesObject['metadata'];
      return [name, labels?.['pod-security.kubernetes.io/enforce']];
    });
    const table = Object.entries(platformPodSecurity).map(([name, { level }]) => [name, level]);
    expect(namespaces.sort()).toEqual(table.sort());
  });
});

// Proves: installation.least-rights
test('gives a reason for every namespace that is not restricted', () => {
  const table: PodSecurityTable = platformPodSecurity;
  const silent = Object.entries(table).filter(
    ([, { level, reason }]) => level !== 'restricted' && reason === '',
  );
  expect(silent).toEqual([]);
});

test(
  'the sandbox has at most 150 resources',
  async () => {
    const file = join(import.meta.dirname, '../../../stacks/kubevirt-stack/Pulumi.sandbox.yaml');
    const { resources } = await record(stackConfig(file));
    // The stack itself and its provider are added to what the Platform registers.
    expect(resources.length + 2).toBeLessThanOrEqual(150);
  },
  timeout,
);

test('resources of former components have aliases for the states of older versions', async () => {
  const file = join(import.meta.dirname, '../test/former-parents.json');
  const expected = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  expect(byFormerParent(await record(everythingOn()))).toEqual(expected);
});
