// SPDX-License-Identifier: Apache-2.0
import { commandsOf } from './udev-rules.ts';

const rules =
  '# of a program\n' +
  'ACTION=="change", SUBSYSTEM=="block", ENV{DEVTYPE}=="disk", ENV{RESIZE}=="1", KERNEL=="sd*", ' +
  'RUN+="/usr/bin/systemctl --no-block start grow@%k.service"\n' +
  'ACTION=="change", ENV{RESIZE}=="1", ATTR{serial}=="etcd", RUN+="/usr/bin/grow etcd"\n' +
  'ACTION=="add", KERNEL=="sd*", RUN+="/usr/bin/added"\n' +
  'KERNEL=="sd*", ENV{ID_BUS}!="usb", RUN+="/usr/bin/not-played"\n' +
  'KERNEL!="sd*", KERNEL!="vda", RUN+="/usr/bin/other"\n';

// Proves: volumes.growth
test('runs the commands of the rules whose matches all hold', () => {
  expect(commandsOf(rules, { name: 'sdb' })).toEqual([
    ['/usr/bin/systemctl', '--no-block', 'start', 'grow@sdb.service'],
  ]);
  expect(commandsOf(rules, { name: 'vda', serial: 'etcd' })).toEqual([['/usr/bin/grow', 'etcd']]);
  expect(commandsOf(rules, { name: 'vdb', serial: 'data' })).toEqual([['/usr/bin/other']]);
});
