// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { testContext, testPlatform } from '../test-context.ts';
import { announceOldSystems, oldSystems } from './announce-old-systems.ts';

afterEach(() => jest.restoreAllMocks());

const kubernetes = {
  version: '1.35.4',
  podCidr: '10.100.0.0/16',
  serviceCidr: '10.101.0.0/16',
};

/** Returns a cluster whose machines all boot from one operating system. */
function clusterOf(os: string, version: string, config: Record<string, unknown>) {
  const goldenImages = testPlatform.goldenImages.map((image) => ({ ...image, os, version }));
  return { ...testContext(config), platform: { ...testPlatform, goldenImages } };
}

const linesOf = (...args: Parameters<typeof clusterOf>) => oldSystems(clusterOf(...args));

test('names each group of machines whose operating system is too old for the containerd of downloads', () => {
  const care =
    'go together only with care: the containerd that machines download needs glibc 2.34 or later, ' +
    'which this system does not have; take a newer image, or one that has Kubernetes';
  expect(linesOf('debian', '11', { kubernetes })).toEqual([
    `the control plane: Kubernetes of the user cluster 1.35.4 and debian 11 ${care}`,
    `pool "md-a": Kubernetes of the user cluster 1.35.4 and debian 11 ${care}`,
  ]);
});

test('says nothing of systems that are new enough, or that are refused', () => {
  expect(linesOf('debian', '12', { kubernetes })).toEqual([]);
  expect(linesOf('ubuntu', '20.04', { kubernetes })).toEqual([]);
});

test('says nothing of Flatcar, whose machines get what KubeVirt needs from Strata', () => {
  expect(linesOf('flatcar', '4230.2.1', { kubernetes })).toEqual([]);
});

test('judges a pool by its own version of Kubernetes', () => {
  const pool = {
    name: 'md-b',
    replicas: 1,
    instancetype: 'standard-2',
    rootDisk: { image: 'ubuntu' },
    kubernetesVersion: '1.34.4',
  };
  const lines = linesOf('ubuntu', '20.04', { kubernetes, pools: [pool] });
  expect(lines.map((line) => line.split(':')[0])).toEqual(['pool "md-b"']);
});

test('a preview warns of each group, and an update does not', async () => {
  const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
  const isPreview = jest.spyOn(pulumi.runtime, 'isDryRun').mockReturnValue(true);
  const cluster = clusterOf('debian', '11', { kubernetes });
  await announceOldSystems(cluster);
  expect(warn.mock.calls.map(([text]) => text)).toEqual(oldSystems(cluster));
  isPreview.mockReturnValue(false);
  await announceOldSystems(cluster);
  expect(warn).toHaveBeenCalledTimes(2);
});
