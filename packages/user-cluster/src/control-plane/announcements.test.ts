// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { announceEtcdDisks, announceGrowth, announceSilentHosts } from './index.ts';

const warn = jest.spyOn(pulumi.log, 'warn').mockResolvedValue();
const isPreview = jest.spyOn(pulumi.runtime, 'isDryRun');

afterAll(() => {
  warn.mockRestore();
  isPreview.mockRestore();
});

const disk = (name: string, className: string) => ({
  name,
  className,
  volumeMode: 'Block' as const,
  madeGiB: 8,
  sizeGiB: 8,
  claimMiB: 8192,
});
const one = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20 },
  endpoint: { address: '203.0.113.2' },
};
const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const three: Change = {
  controlPlane: { ...one, replicas: 3, peers },
  isolation: { apiSources: ['10.200.10.0/24'] },
};
const pool = { name: 'shared', addresses: ['203.0.113.0/28'], autoAssign: false };
const hosts = ['metal-0', 'metal-1', 'metal-2'].map((name) => ({ name, cpu: 16, memoryGiB: 64 }));

/** Returns the warnings of a control plane with something to say of each kind, or with nothing. */
async function warnings(preview: boolean, isQuiet = false): Promise<string[]> {
  isPreview.mockReturnValue(preview);
  warn.mockClear();
  const silentHosts = isQuiet ? [] : ['metal-0', 'metal-2'];
  const facts = {
    ...testContext(three, { loadBalancerPools: [{ ...pool, silentHosts }] }),
    infra: { hosts },
    versions: isQuiet ? ['1.35.4', '1.35.4', '1.35.4'] : ['1.35.4'],
    etcdDisks: isQuiet
      ? [disk('cp-0-etcd', 'fast')]
      : [disk('cp-0-etcd', 'old'), disk('cp-1-etcd', 'older')],
  };
  await announceEtcdDisks(facts);
  await announceGrowth(facts);
  await announceSilentHosts(facts);
  return warn.mock.calls.map(([text]) => text);
}

test('previews warn of disks that stay, of a control plane that grows, and of silent hosts', async () => {
  const told = await warnings(true);
  expect(told.map((text) => text.split(/: | stays/)[0])).toEqual([
    'cp-0-etcd',
    'cp-1-etcd',
    'the control plane has 1 of its 3 VMs',
    'isolation.apiSources',
  ]);
  expect(told[3]).toBe(
    'isolation.apiSources: only hosts with a VM of the control plane announce the address of the API, and ' +
      'metal-0, metal-2 announce none: the API is cut off where no other host has such a VM, also after it has ' +
      'moved to one of them; keep the control plane away by controlPlane.scheduling (docs/user-clusters.md#isolation)',
  );
});

test('updates repeat none of these warnings, and previews give none without a reason', async () => {
  expect(await warnings(false)).toStrictEqual([]);
  expect(await warnings(true, true)).toStrictEqual([]);
});
