// SPDX-License-Identifier: Apache-2.0
import { describeFacts } from './host-facts.ts';

test('a host that is fit is described with its swap and hugepages, where it has any', () => {
  const host = {
    name: 'metal-0',
    os: 'Ubuntu 24.04.3 LTS',
    kernel: '6.8.0-90-generic',
    hostname: 'metal-0',
    machineId: 'a',
    macs: [],
    cpus: 2,
    memoryMiB: 7812,
    swapMiB: 0,
    hugepages2Mi: 0,
  };
  const plain =
    'host metal-0 is fit: Ubuntu 24.04.3 LTS, kernel 6.8.0-90-generic, 2 CPUs, 7812 MiB';
  expect(describeFacts(host)).toBe(plain);
  expect(describeFacts({ ...host, swapMiB: 8191, hugepages2Mi: 1024 })).toBe(
    `${plain}, 8191 MiB of swap, 1024 hugepages of 2 MiB`,
  );
});
