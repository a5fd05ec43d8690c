// SPDX-License-Identifier: Apache-2.0
import {
  hostWithKubelet,
  profilesWith,
  type HostWithKubelet,
} from './testing/host-with-kubelet.ts';

// Changes of the profile high-performance on a host that is already a node.
let host: HostWithKubelet;
beforeAll(async () => {
  host = await hostWithKubelet();
});
afterAll(() => host[Symbol.asyncDispose]());

const one = profilesWith({ highPerformance: { reservedCores: 1 } });
const two = profilesWith({ highPerformance: { reservedCores: 2 } });
const more = profilesWith({ highPerformance: { reservedCores: 1, hugepagesGiB: 4 } });
const dropIn = 'etc/kubernetes/kubelet.conf.d/90-strata-high-performance.conf';
const cpuState = 'var/lib/kubelet/cpu_manager_state';
const memoryState = 'var/lib/kubelet/memory_manager_state';

/** Time limit in milliseconds: the script checks the kubelet many times, which is slow on a busy computer. */
const patience = 180_000;

beforeEach(async () => {
  host.reset();
  await host.run('high-performance', 'apply', one);
  host.kubeone('install');
}, patience);

/** State of the CPU manager while a VM runs on the node and has CPU 1 exclusively. */
const pinned =
  '{"policyName":"static","defaultCpuSet":"0,2-7","entries":{"uid":{"compute":"1"}},"checksum":1}';

test(
  'refuses to reserve a core for the host that a VM has exclusively, and changes nothing',
  async () => {
    host.put(cpuState, pinned);
    const [before, starts] = [host.read(dropIn), host.read('played/starts')];
    await expect(host.run('high-performance', 'apply', two)).rejects.toThrow(
      'host host-1 was not changed: machines have CPU 1 for their own, which infra:hostProfiles gives to the host, ' +
        'and the kubelet does not start then. Drain the node (docs/runbooks/drain-host.md), run Pulumi again, ' +
        'uncordon the node.',
    );
    expect(host.read(dropIn)).toBe(before);
    expect(host.read('played/starts')).toBe(starts);
  },
  patience,
);

test(
  'reserves another core and restarts the kubelet once the node is drained',
  async () => {
    await host.run('high-performance', 'apply', two);
    expect(host.read(dropIn)).toContain('reservedSystemCPUs: "0-1"\n');
    expect(host.read('played/starts')).not.toBe('101\n');
  },
  patience,
);

test(
  'refuses other memory and topology policies while VMs have exclusive CPUs',
  async () => {
    host.put(cpuState, pinned);
    const loose = profilesWith({
      highPerformance: { reservedCores: 1, topologyManager: 'best-effort' },
    });
    await expect(host.run('high-performance', 'apply', loose)).rejects.toThrow(
      'host host-1 was not changed: machines with CPUs of their own run there, and a kubelet with other policies may ' +
        'refuse them when it starts. Drain the node (docs/runbooks/drain-host.md), run Pulumi again, uncordon the ' +
        'node. Or leave the policies as they are, by infra:hostProfiles.highPerformance.topologyManager.',
    );
  },
  patience,
);

// Proves: infra-cluster.host-profiles
test(
  'restores the former configuration of a kubelet that does not stay up, and reports it',
  async () => {
    const before = host.read(dropIn);
    // The kubelet fails for a reason that the script cannot foresee.
    host.put(cpuState, '{"policyName":"static","defaultCpuSet":"0-7","checksum":1}');
    host.put('bin/kubelet', host.read('bin/kubelet').replace('"$cpus" != static', '"$cpus" = x'));
    host.put('played/journal', '');
    await host.run('high-performance', 'apply', one);
    host.put(
      'bin/kubelet',
      host
        .read('bin/kubelet')
        .replace(
          '# Prints why it ends',
          'odd() { grep -q "0-1" "$configs"/*.conf; }\n# Prints why it ends',
        )
        .replace(
          'refusal() {',
          'refusal() {\n  if odd; then echo "E1123 kubelet.go:1] out of order"; return; fi',
        ),
    );
    await expect(host.run('high-performance', 'apply', two)).rejects.toThrow(
      'the kubelet of host host-1 does not run with the profile high-performance: it ends by itself and is restarted.\n' +
        'Its former configuration is restored, and it runs with it. Its last log lines:\n' +
        '  E1123 kubelet.go:1] out of order',
    );
    expect(host.read(dropIn)).toBe(before);
    await expect(host.run('high-performance', 'apply', one)).resolves.toMatchObject({
      stdout: { value: 'high-performance' },
    });
  },
  patience,
);

test(
  'fails when the kubelet runs but its health endpoint does not answer',
  async () => {
    host.put('played/unhealthy');
    await expect(host.run('high-performance', 'apply', two)).rejects.toThrow(
      'does not run with the profile high-performance: http://127.0.0.1:10248/healthz does not answer.\n' +
        'Its former configuration is restored, and it does not run with it either.',
    );
  },
  patience,
);

test(
  'accepts a node that is not Ready afterwards if it was not Ready before',
  async () => {
    host.put('played/ready', 'False');
    await host.run('high-performance', 'apply', two);
    expect(host.read(dropIn)).toContain('reservedSystemCPUs: "0-1"\n');
  },
  patience,
);

test(
  'restarts the kubelet for more hugepages and resets the state of its memory manager',
  async () => {
    expect(host.capacity()).toBe('hugepages-2Mi 1024\nswap 0');
    await host.run('high-performance', 'apply', more);
    expect(host.capacity()).toBe('hugepages-2Mi 2048\nswap 0');
    expect(host.read(memoryState)).toContain('"pages":2048');
  },
  patience,
);

test(
  'refuses more hugepages while VMs have exclusive memory',
  async () => {
    host.put(
      memoryState,
      '{"policyName":"Static","machineState":{"pages":1024},"entries":{"uid":{"compute":[]}},"checksum":1}',
    );
    await expect(host.run('high-performance', 'apply', more)).rejects.toThrow(
      'host host-1 was not changed: machines with memory of their own run there, and the kubelet does not start with ' +
        'another number of hugepages then. Drain the node (docs/runbooks/drain-host.md), run Pulumi again, uncordon the node.',
    );
    expect(host.read('proc/sys/vm/nr_hugepages')).toBe('1024\n');
  },
  patience,
);
