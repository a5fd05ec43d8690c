// SPDX-License-Identifier: Apache-2.0
import { growRule } from './etcd-disk.ts';

test('udev starts the unit that grows the file system when the disk of etcd has grown, and no other one', () => {
  expect(growRule).toEqual({
    path: '/etc/udev/rules.d/90-strata-etcd.rules',
    content:
      'ACTION=="change", SUBSYSTEM=="block", ENV{RESIZE}=="1", ATTR{serial}=="etcd", ' +
      'RUN+="/usr/bin/systemctl --no-block start strata-grow-etcd.service"\n',
    permissions: '0644',
  });
});
