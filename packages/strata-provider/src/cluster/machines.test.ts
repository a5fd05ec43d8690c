// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { fakeApi } from '../testing/index.ts';
import { machineProblem, machinesOf, type Condition, type Machine } from './machines.ts';

const labels = { 'strata.dev/generation': 'new' };

function machine(
  printableStatus: string,
  conditions: readonly Condition[] = [],
  vmi?: { readonly phase: string; readonly conditions: readonly Condition[] },
): Machine {
  return {
    vm: { metadata: { name: 'md-a-0', labels }, status: { printableStatus, conditions } },
    vmi: vmi && { metadata: { name: 'md-a-0', labels }, status: vmi },
  };
}

// Proves: machines.rolling
test('a VM that stands still is paused, although its VMI runs', () => {
  const paused: Condition = {
    type: 'Paused',
    status: 'True',
    reason: 'PausedIOError',
    message: 'VMI was paused, low-level IO error detected',
  };
  const vmi = { phase: 'Running', conditions: [{ type: 'Ready', status: 'False' }, paused] };
  expect(machineProblem(machine('Paused', [paused], vmi), 'new')).toBe(
    'is paused: VMI was paused, low-level IO error detected',
  );
});

test.each<[string, Condition, string]>([
  [
    'Starting',
    {
      type: 'Synchronized',
      status: 'False',
      reason: 'Synchronizing with the Domain failed.',
      message: 'server error. command SyncVMI failed:\n"no such key"',
    },
    'is Starting: server error. command SyncVMI failed:\\n"no such key"',
  ],
  [
    'ErrorUnschedulable',
    {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: '0/3 nodes are available: 3 Insufficient memory.',
    },
    'is ErrorUnschedulable: 0/3 nodes are available: 3 Insufficient memory.',
  ],
  ['Starting', { type: 'Synchronized', status: 'True', message: 'synced' }, 'is Starting'],
])('a VM that is %s says why', (printableStatus, condition, text) => {
  const vmi = { phase: 'Scheduled', conditions: [condition] };
  expect(machineProblem(machine(printableStatus, [condition], vmi), 'new')).toBe(text);
});

test('a VM whose disk cannot be imported has the words of the importer', async () => {
  await using api = await fakeApi();
  const namespace = '/namespaces/cluster-demo';
  const vms = `/apis/kubevirt.io/v1${namespace}/virtualmachines`;
  const volumes = [{ dataVolume: { name: 'md-a-0-root' } }];
  api.objects.set(vms, {
    items: [
      {
        metadata: { name: 'md-a-0', labels },
        spec: { template: { spec: { volumes } } },
        status: { printableStatus: 'DataVolumeError' },
      },
    ],
  });
  const running = { type: 'Running', status: 'False', reason: 'Error', message: 'no space left' };
  api.objects.set(`/apis/cdi.kubevirt.io/v1beta1${namespace}/datavolumes`, {
    items: [
      { metadata: { name: 'other' }, status: { conditions: [{ ...running, message: 'other' }] } },
      { metadata: { name: 'md-a-0-root' }, status: { conditions: [running] } },
    ],
  });
  const { signal } = new AbortController();
  const client = new ApiClient(await readKubeconfig(api.kubeconfig), { signal });
  const [found] = await machinesOf(client, { namespace: 'cluster-demo', pool: 'md-a' });
  expect(found && machineProblem(found, 'new')).toBe(
    'is DataVolumeError: md-a-0-root: no space left',
  );
});
