// SPDX-License-Identifier: Apache-2.0
import {
  hostWithKubelet,
  profilesWith,
  type HostWithKubelet,
} from './testing/host-with-kubelet.ts';

// KubeOne and profiles change the same hosts: the state of a host after both.
let host: HostWithKubelet;
beforeAll(async () => {
  host = await hostWithKubelet();
});
beforeEach(() => host.reset());
afterAll(() => host[Symbol.asyncDispose]());

/** Time limit in milliseconds: the script checks the kubelet many times, which is slow on a busy computer. */
const patience = 180_000;

const dense = profilesWith({ highDensity: { swapGiB: 4 } });
const swaps = () => host.read('proc/swaps').split('\n').slice(1).join('');

async function installed(): Promise<void> {
  await host.run('high-density', 'apply', dense);
  host.kubeone('install');
  await host.run('high-density', 'apply kept 2026-01-01T00:00:00Z', dense);
}

// Proves: infra-cluster.host-profiles
test(
  'switches swap on again after KubeOne has switched it off, and restarts the kubelet',
  async () => {
    await host.run('high-density', 'apply', dense);
    host.kubeone('install');
    expect(swaps()).toBe('');
    await host.run('high-density', 'apply kept', dense);
    expect(swaps()).toBe('/var/lib/strata/swapfile file 4194304 0 -2');
    expect(host.capacity()).toBe('hugepages-2Mi 0\nswap 4');
  },
  patience,
);

test.each(['install', 'upgrade', 'upgrade-kubelet'] as const)(
  'switches swap on again after a later run of KubeOne: %s',
  async (step) => {
    await installed();
    host.kubeone(step);
    expect(swaps()).toBe('');
    await host.run('high-density', 'apply kept', dense);
    expect(swaps()).toContain('/var/lib/strata/swapfile ');
    expect(host.capacity()).toBe('hugepages-2Mi 0\nswap 4');
    // The swap file is not written again.
    expect(host.read('log').match(/^dd /gm)).toHaveLength(1);
  },
  patience,
);

test(
  "a profile's kernel settings stay in force after KubeOne adds its own and loads all files again",
  async () => {
    const kernel = (key: string) => host.read(`proc/sys/${key}`).trim();
    await host.run('high-density', 'apply', dense);
    host.put('proc/sys/vm/swappiness', '60\n');
    host.kubeone('install');
    expect([kernel('vm/swappiness'), kernel('vm/overcommit_memory')]).toEqual(['80', '1']);
    host.reset();
    await host.run('high-performance');
    for (const step of ['install', 'upgrade', 'upgrade-kubelet'] as const) {
      host.kubeone(step);
      expect(kernel('vm/nr_hugepages')).toBe('1024');
      await host.run('high-performance', 'apply kept');
    }
    expect(kernel('net/ipv4/ip_forward')).toBe('1');
  },
  patience,
);

test(
  'undo of high-density removes the swap and the configuration of the kubelet that accepts it',
  async () => {
    await installed();
    await host.run('high-density', 'undo', dense);
    expect(swaps()).toBe('');
    expect(host.ours()).toEqual([]);
    expect(host.has('var/lib/strata/swapfile')).toBe(false);
    expect(host.capacity()).toBe('hugepages-2Mi 0\nswap 0');
  },
  patience,
);

test(
  'refuses to undo high-density while the swap is needed, and does not restart the kubelet',
  async () => {
    await installed();
    host.put('played/swap-is-needed');
    const starts = host.read('played/starts');
    await expect(host.run('high-density', 'undo', dense)).rejects.toThrow(
      'host host-1 keeps what follows, and its kubelet was not touched:\n' +
        '  - swap: What is in it does not fit into memory: drain the node (docs/runbooks/drain-host.md), then run Pulumi again.',
    );
    expect(swaps()).toContain('/var/lib/strata/swapfile ');
    expect(host.read('played/starts')).toBe(starts);
    expect(host.has('etc/kubernetes/kubelet.conf.d/90-strata-high-density.conf')).toBe(true);
  },
  patience,
);

test(
  'reports a kubelet that does not answer after a run of KubeOne',
  async () => {
    await installed();
    host.put('played/unhealthy');
    await expect(host.run('high-density', 'apply kept', dense)).rejects.toThrow(
      'the kubelet of host host-1 does not run with the profile high-density: http://127.0.0.1:10248/healthz does not answer.\n' +
        'Nothing of it was changed. Its last log lines:\n',
    );
  },
  patience,
);

test(
  'a host joins with the CPU manager of its profile, and the check after KubeOne changes nothing',
  async () => {
    await host.run('high-performance');
    host.kubeone('install');
    expect(host.read('var/lib/kubelet/cpu_manager_state')).toContain('"policyName":"static"');
    const starts = host.read('played/starts');
    await host.run('high-performance', 'apply kept');
    expect(host.read('played/starts')).toBe(starts);
    expect(host.capacity()).toBe('hugepages-2Mi 1024\nswap 0');
  },
  patience,
);
