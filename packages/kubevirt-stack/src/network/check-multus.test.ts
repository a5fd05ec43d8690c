// SPDX-License-Identifier: Apache-2.0
import { checkMultus } from './check-multus.ts';

test('rejects a limit below the request, whether default or configured', () => {
  expect(checkMultus({ resources: { limits: { memory: '64Mi', cpu: '50m' } } })).toEqual([
    {
      path: ['multus', 'resources', 'limits', 'memory'],
      message:
        '"64Mi" is less than what is asked for, "128Mi"; give more, or ask for less in requests.memory',
    },
    {
      path: ['multus', 'resources', 'limits', 'cpu'],
      message:
        '"50m" is less than what is asked for, "100m"; give more, or ask for less in requests.cpu',
    },
  ]);
  expect(checkMultus({ resources: { requests: { memory: '2Gi' } } })).toHaveLength(1);
});

test('accepts the defaults, and requests within their limits', () => {
  expect(checkMultus({ resources: {} })).toEqual([]);
  const resources = { requests: { memory: '60M', cpu: '0.5' }, limits: { memory: '1G', cpu: '2' } };
  expect(checkMultus({ resources })).toEqual([]);
  expect(checkMultus({ resources: { limits: { memory: '128Mi', cpu: '0.1' } } })).toEqual([]);
});
