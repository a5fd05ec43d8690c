// SPDX-License-Identifier: Apache-2.0
import { heartbeat } from './heartbeat.ts';

test.each([
  [true, 'true'],
  [false, 'false'],
])('a host whose virt-handler goes on (%s) takes machines: %s', (isRunning, said) => {
  expect(heartbeat(isRunning, new Date('2026-11-21T10:00:00.123Z'))).toEqual({
    labels: {
      'kubevirt.io/schedulable': said,
      cpumanager: 'false',
      'kubevirt.io/cpumanager': 'false',
    },
    annotations: { 'kubevirt.io/heartbeat': '2026-11-21T10:00:00.123Z' },
  });
});
