// SPDX-License-Identifier: Apache-2.0
import { generatePlatform, generateUserCluster, seededRandom } from './test-generator.ts';
import { violationsOf } from './test-violations.ts';
import { rules } from './rules.ts';

const config = {
  pools: { demo: { addresses: ['10.0.0.0/24'], boundTo: 'demo' } },
  hosts: [{ cpus: 64, memoryGiB: 256, devices: { 'samsung.com/nvme': 4 } }],
  localClasses: ['local'],
  filesystemOnlyClasses: ['nfs'],
  ipPreservingCni: false,
};

test('objects to none of 1,000 generated valid resources', async () => {
  const random = seededRandom(7);
  let resources = 0;
  while (resources < 1000) {
    for (const stack of [generateUserCluster(random), generatePlatform(random)]) {
      resources += stack.length;
      for (const rule of rules) {
        const settings = Object.keys(rule.settings);
        const own = Object.entries(config).filter(([key]) => settings.includes(key));
        expect(await violationsOf(rule, stack, Object.fromEntries(own))).toEqual([]);
      }
    }
  }
});
